"""Which build of the box this is, or a refusal in words."""

from __future__ import annotations

from companion.refusal import NotFound, Refusal
from hardware.profile import Profile, ProfileError, UnknownProfile, WhichProfile, default_profile, load, names


def find_profile(name: str | None) -> Profile:
    """The profile that is asked for, or the only one it can be."""
    try:
        return load(name) if name else default_profile()
    except UnknownProfile as error:
        raise NotFound("no-such-profile", value=name, known=names()) from error
    except WhichProfile as error:
        raise Refusal("which-profile", known=names()) from error
    except ProfileError as error:
        raise Refusal("bad-profile", why=str(error)) from error
