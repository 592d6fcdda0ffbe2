"""Finding out which build of the box this is."""

from __future__ import annotations

from companion.refusal import NotFound, Refusal
from hardware.profile import Profile, ProfileError, UnknownProfile, WhichProfile, default_profile, load, names


def find_profile(name: str | None) -> Profile:
    """Return the profile of this name; without a name, the only one that fits. Refuse if there is none."""
    try:
        return load(name) if name else default_profile()
    except UnknownProfile as error:
        raise NotFound("no-such-profile", value=name, known=names()) from error
    except WhichProfile as error:
        raise Refusal("which-profile", known=names()) from error
    except ProfileError as error:
        raise Refusal("bad-profile", why=str(error)) from error
