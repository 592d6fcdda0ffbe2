"""What holds for all tests."""

from hypothesis import HealthCheck, settings

# A busy machine is no fault of the code: nothing is timed.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
