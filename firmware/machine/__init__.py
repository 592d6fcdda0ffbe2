"""The machine that the box is: its model, network, own Wi-Fi, power, service manager and wiring."""
