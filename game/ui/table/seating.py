"""Who sits at the machine: whose cards lie at the lower edge, and whose knowledge is drawn."""

from __future__ import annotations

from game.engine.cards import Seat
from game.play.host import Host


class Seating:
    """One person, several who share the machine, or nobody: then bots play and a spectator looks on."""

    def __init__(self, host: Host) -> None:
        self._host = host
        people = host.people
        self.shared = len(people) > 1
        self.me: Seat = people[0] if people else host.seats
        """Who sits at the lower edge."""
        self.viewer: Seat = host.seats if self.shared or not people else self.me
        """Whose knowledge is drawn: the same seat, or a spectator's while nobody has taken a shared one."""
        self.last: Seat | None = None
        """The person who sat here before the cards were covered."""
        self.away = False
        """Whether the cards were covered because the window lost the keyboard."""

    @property
    def you(self) -> Seat | None:
        """The seat that is addressed as "you"; nobody where people share the machine."""
        return None if self.shared else self.me

    @property
    def is_open(self) -> bool:
        """Whether the cards of the person at the lower edge are shown."""
        return self.viewer == self.me

    def deciding(self) -> list[Seat]:
        """The people who have to decide now."""
        return [seat for seat in self._host.deciders if seat in self._host.people]

    def next_person(self) -> Seat | None:
        """The person who has to decide next: the one who sits here, if that one has to."""
        deciding = self.deciding()
        return self.viewer if self.viewer in deciding else next(iter(deciding), None)

    def conceal(self) -> bool:
        """Cover the cards until somebody takes the seat; False if there is nothing to cover."""
        if not self.shared or self.viewer == self._host.seats:
            return False
        self.last, self.viewer = self.viewer, self._host.seats
        return True

    def take(self, person: Seat) -> None:
        self.me = self.viewer = person
        self.away = False
