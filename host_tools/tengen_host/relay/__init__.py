"""Boards for the world: a room publishes its boards' events to NATS, and relays anywhere show them."""
