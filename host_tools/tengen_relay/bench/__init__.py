"""The figures of `tengen bench --relay`: from a club over NATS and relays to many viewers."""
