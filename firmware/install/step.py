"""One thing to set up: done, found done, or undone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from firmware.install.machine import Failed, Machine


class Step:
    """A step of the installation.

    >>> class Motto(Step):
    ...     says = "a motto at login"
    ...     def done(self): return self.machine.read("/etc/motd") == b"Fair beyond doubt"
    ...     def do(self): self.machine.write("/etc/motd", b"Fair beyond doubt")
    ...     def undo(self): self.machine.remove("/etc/motd")
    """

    says: str
    is_setting = False
    """Whether it keeps what an owner has chosen, so that it may outlive the program."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def done(self) -> bool:
        """Return whether everything is as it should be."""
        raise NotImplementedError

    def do(self) -> None:
        """Set it up, from whatever state it is in."""
        raise NotImplementedError

    def left(self) -> bool:
        """Return whether there is anything to undo."""
        return self.done()

    def undo(self) -> None:
        """Undo it."""
        raise NotImplementedError


class Placed(Step):
    """Something that is entirely ours and lies at one place, and what to run when it changes."""

    def __init__(self, machine: Machine, says: str, place: str, then: Sequence[Sequence[str]] = ()) -> None:
        super().__init__(machine)
        self.says = says
        self.place = place
        self.then = then

    def undo(self) -> None:
        self.machine.remove(self.place)
        self._tell()

    def _tell(self) -> None:
        for command in self.then:
            self.machine.run(*command)


class File(Placed):
    """A file of ours.

    >>> File(machine, "a motto at login", "/etc/motd", "Fair beyond doubt")     # doctest: +SKIP
    """

    def __init__(
        self,
        machine: Machine,
        says: str,
        place: str,
        text: str,
        mode: int = 0o644,
        then: Sequence[Sequence[str]] = (),
        *,
        reboot: bool = False,
    ) -> None:
        super().__init__(machine, says, place, then)
        self.data = text.encode()
        self.mode = mode
        self.reboot = reboot

    def done(self) -> bool:
        return self.machine.read(self.place) == self.data and self.machine.mode(self.place) == self.mode

    def do(self) -> None:
        self.machine.write(self.place, self.data, self.mode)
        self.machine.reboot |= self.reboot
        self._tell()

    def left(self) -> bool:
        return self.machine.is_there(self.place)


class Link(Placed):
    """A symbolic link of ours. A file in its place is somebody else's.

    >>> Link(machine, "a motto at login", "/etc/motd", "/opt/mottos/today")     # doctest: +SKIP
    """

    def __init__(
        self, machine: Machine, says: str, place: str, target: str, *, then: Sequence[Sequence[str]] = ()
    ) -> None:
        super().__init__(machine, says, place, then)
        self.target = target

    def done(self) -> bool:
        return self.machine.target(self.place) == self.target

    def do(self) -> None:
        if self.machine.is_there(self.place) and self.machine.target(self.place) is None:
            raise Failed(f"{self.place} is already there and not ours; move it away first")
        self.machine.link(self.place, self.target)
        self._tell()


def take(steps: Iterable[Step], machine: Machine) -> None:
    """Go through the steps and do what is not done."""
    for step in steps:
        if step.done():
            machine.say(f"   ok {step.says}")
        else:
            machine.say(f" {'todo' if machine.dry else ' now'} {step.says}")
            step.do()


def take_back(steps: Sequence[Step], machine: Machine) -> None:
    """Go back through the steps, last first, and undo what is there."""
    for step in reversed(steps):
        if step.left():
            machine.say(f" {'undo' if machine.dry else 'gone'} {step.says}")
            step.undo()
