"""Token buckets: how often somebody may do something."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from time import monotonic

Clock = Callable[[], float]


class Bucket:
    """Holds `burst` tokens and gets `rate` new ones a second. A rate of 0 never runs dry."""

    __slots__ = ("at", "burst", "clock", "rate", "tokens")

    def __init__(self, rate: float, burst: float, clock: Clock = monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.tokens = burst
        self.at = clock()

    def has_some(self) -> bool:
        """Whether a token is there to take."""
        now = self.clock()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        return self.tokens >= 1 or self.rate == 0

    def is_full(self) -> bool:
        """Whether nothing has been taken for so long that it need not be remembered."""
        return self.has_some() and self.tokens >= self.burst

    def take(self) -> bool:
        """Take a token; False if there is none."""
        if not self.has_some():
            return False
        self.tokens -= 1
        return True


class Buckets:
    """A bucket for each address, and one over all of them that holds fifty times as much."""

    MOST = 10_000

    def __init__(self, rate: float, burst: float, clock: Clock = monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.everybody = Bucket(rate * 50, burst * 50, clock)
        self._each: dict[str, Bucket] = {}

    def has_some(self, address: str) -> bool:
        """Whether this address may go on."""
        bucket = self._each.get(network(address))
        return self.everybody.has_some() and (bucket is None or bucket.has_some())

    def take(self, address: str) -> bool:
        """Take a token of this address; False if there is none."""
        if not self.has_some(address):
            return False
        whose = network(address)
        if whose not in self._each:
            if len(self._each) >= self.MOST:
                self._each = {key: bucket for key, bucket in self._each.items() if not bucket.is_full()}
            if len(self._each) >= self.MOST:
                return False
            self._each[whose] = Bucket(self.rate, self.burst, self.clock)
        self.everybody.take()
        return self._each[whose].take()


def network(address: str) -> str:
    """Whom an address stands for: itself, or for IPv6 the /64 that one household has to itself."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if ip.version == 4:
        return address
    return str(ip.ipv4_mapped) if ip.ipv4_mapped else ip.exploded[:19]
