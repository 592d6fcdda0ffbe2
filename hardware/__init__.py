"""The box: its screen, keys, lamps and buzzer, real or simulated.

A profile says what is soldered to which pin; a panel is that profile switched on::

    from hardware.panel import Panel
    from hardware.profile import load

    edges = queue.SimpleQueue()
    with Panel.open(load("adafruit-bonnet"), edges.put) as panel:
        panel.screen.show(picture)
        for event in panel.feed(edges.get()):
            print(event.key, event.kind)
"""
