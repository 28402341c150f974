"""The measurements of `tengen bench --relay`: lines go from a club over NATS and relays to many viewers."""
