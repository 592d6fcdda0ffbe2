"""The referee: rules, draws, records and views. It knows no pin, no pixel and no socket."""
