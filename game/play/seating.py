"""Who sits at the machine: whose knowledge is shown, and who takes the seat next. Window and terminal share it."""

from __future__ import annotations

from game.engine.cards import Seat
from game.play.host import Host


class Seating:
    """One person, several people who share the machine, or nobody: then only bots play, and a spectator watches."""

    def __init__(self, host: Host) -> None:
        self._host = host
        people = host.people
        self.shared = len(people) > 1
        self.bottom_seat: Seat = people[0] if people else host.seats
        """The seat whose hand lies at the lower edge."""
        self.viewer: Seat = host.seats if self.shared or not people else self.bottom_seat
        """The seat whose knowledge is drawn: `bottom_seat`, or a spectator while no person has taken a shared seat."""
        self.last_person: Seat | None = None
        """The person who sat here before the cards were covered last."""
        self.lost_keyboard = False
        """Whether the cards were covered because the window lost the keyboard."""

    @property
    def you(self) -> Seat | None:
        """The seat that texts address as "you"; None where people share the machine."""
        return None if self.shared else self.bottom_seat

    @property
    def is_open(self) -> bool:
        """Whether the cards of the person at the lower edge are shown."""
        return self.viewer == self.bottom_seat

    def deciding_people(self) -> list[Seat]:
        """The people who have to decide now."""
        return [seat for seat in self._host.deciders if seat in self._host.people]

    def next_person(self) -> Seat | None:
        """The person who has to decide next. The current viewer comes first."""
        deciding = self.deciding_people()
        return self.viewer if self.viewer in deciding else next(iter(deciding), None)

    def conceal(self) -> bool:
        """Cover the cards until a person takes the seat; False if no cards are shown."""
        if not self.shared or self.viewer == self._host.seats:
            return False
        self.last_person, self.viewer = self.viewer, self._host.seats
        return True

    def take_seat(self, person: Seat) -> None:
        self.bottom_seat = self.viewer = person
        self.lost_keyboard = False
