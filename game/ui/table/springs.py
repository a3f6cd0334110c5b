"""Springs: how a card chases its place. The steps are exact, so the path is the same at any length of frame."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from game.ui.table.layout import Spot


@dataclass(frozen=True, slots=True)
class Motion:
    """A kind of motion, as a damped spring: oscillations per second, and the damping. At damping 1 nothing swings."""

    frequency_hz: float
    damping: float


DEAL = Motion(3.4, 0.82)
"""A card that is dealt or drawn."""
PLAY = Motion(3.0, 0.68)
"""A card that is played: it goes a little beyond its goal, and comes back."""
SWEEP = Motion(2.2, 1.0)
"""A card that is taken away together with others."""
MAKE_ROOM = Motion(4.5, 1.0)
"""A card that gives way to others in the same place, and a card that was let go."""
DRAG = Motion(9.0, 0.9)
"""A card that follows the pointer."""
REFUSE = Motion(7.0, 0.22)
"""A card that shakes because it cannot be played."""
TREMBLE = Motion(4.5, 0.09)
"""Cards of a player who is stuck: they shake for about a second."""
CALM = Motion(4.5, 1.0)
"""Every motion under the setting "less motion"."""
TURN_OVER = Motion(2.6, 1.0)
ANGLE, SCALE = Motion(5.0, 0.55), Motion(6.5, 0.42)
"""How a card leans into its motion, and how its size springs back when it lands."""
LIFT = Motion(5.5, 0.75)
"""A card that rises under the pointer."""

LEAN_DEG_PER_SPEED, LEAN_LIMIT_DEG = 0.011, 12.0
"""A card leans into its motion: degrees for each unit per second, and the most."""
FLIGHT_SCALE, FULL_HEIGHT_DISTANCE_U = 0.09, 160.0
"""How much larger a card in the air looks, and the distance from its goal at which it is at its full height."""
LANDING_DISTANCE_U, PUNCH_PER_S = 10.0, 0.9
"""Nearer than this a card lands: it is pressed flat with this speed of its scale, and springs back."""
REFUSE_SPEED_U = 500.0
TREMBLE_SPEED_U = 520.0
"""Sideways speed of a refused card and of a trembling one at the start, in units per second."""
REST_U, REST_U_PER_S, REST_DEG, REST_DEG_PER_S, REST_SCALE, REST_SCALE_PER_S = 0.2, 4.0, 0.25, 3.0, 0.004, 0.05
"""A card whose distances and speeds are all below these is at rest: it is put exactly where the layout wants it."""


@lru_cache(4096)
def step_matrix(motion: Motion, dt_ms: float) -> tuple[float, float, float, float]:
    """The spring after one step, exactly: new offset = a·offset + b·speed, new speed = c·offset + d·speed."""
    t, zeta = dt_ms / 1000, motion.damping
    omega = math.tau * motion.frequency_hz
    decay = math.exp(-zeta * omega * t)
    if zeta >= 1:
        return decay * (1 + omega * t), decay * t, -decay * omega * omega * t, decay * (1 - omega * t)
    damped = omega * math.sqrt(1 - zeta * zeta)
    sine, cosine = math.sin(damped * t) / damped, math.cos(damped * t)
    return (
        decay * (cosine + zeta * omega * sine),
        decay * sine,
        -decay * omega * omega * sine,
        decay * (cosine - zeta * omega * sine),
    )


def spring_step(value: float, speed: float, goal: float, motion: Motion, dt_ms: float) -> tuple[float, float]:
    """The value and its speed one step later."""
    a, b, c, d = step_matrix(motion, dt_ms)
    offset = value - goal
    return goal + a * offset + b * speed, c * offset + d * speed


@dataclass(slots=True)
class Body:
    """Where a card is and how fast it moves. Place and width are in units, the angle in degrees, speeds per second."""

    x: float
    y: float
    width: float
    angle: float
    turn: float
    """How far it is turned over: 0 is face down, 1 is face up."""
    scale: float = 1.0
    """1 on the table; larger in the air."""
    x_speed: float = 0.0
    y_speed: float = 0.0
    width_speed: float = 0.0
    angle_speed: float = 0.0
    turn_speed: float = 0.0
    scale_speed: float = 0.0
    landed: bool = True

    @classmethod
    def at(cls, spot: Spot) -> Body:
        return cls(spot.x, spot.y, spot.width, spot.angle, float(spot.face_up))

    @property
    def speed(self) -> float:
        return math.hypot(self.x_speed, self.y_speed)

    def distance(self, goal: Spot) -> float:
        """The way to the goal, in units."""
        return math.hypot(self.x - goal.x, self.y - goal.y)

    def height(self, goal: Spot) -> float:
        """How high it is above the table: 0 when it lies there, 1 far from its goal."""
        return min(1.0, self.distance(goal) / FULL_HEIGHT_DISTANCE_U)

    def is_near(self, goal: Spot) -> bool:
        """Whether it is so near that it lands."""
        return self.distance(goal) <= LANDING_DISTANCE_U

    def step(self, goal: Spot, motion: Motion, dt_ms: float, flies: bool) -> bool:
        """Move toward the goal; False once it rests. `flies`: it leans, rises, and is pressed flat when it lands."""
        a, b, c, d = step_matrix(motion, dt_ms)
        x, y = self.x - goal.x, self.y - goal.y
        self.x, self.x_speed = goal.x + a * x + b * self.x_speed, c * x + d * self.x_speed
        self.y, self.y_speed = goal.y + a * y + b * self.y_speed, c * y + d * self.y_speed
        self.width, self.width_speed = spring_step(self.width, self.width_speed, goal.width, MAKE_ROOM, dt_ms)
        self.turn, self.turn_speed = spring_step(self.turn, self.turn_speed, float(goal.face_up), TURN_OVER, dt_ms)
        lean, size = 0.0, 1.0
        if flies:
            lean = max(-LEAN_LIMIT_DEG, min(LEAN_LIMIT_DEG, LEAN_DEG_PER_SPEED * self.x_speed))
            size = self._flight_scale(goal)
        swing = ANGLE if flies else CALM
        self.angle, self.angle_speed = spring_step(self.angle, self.angle_speed, goal.angle - lean, swing, dt_ms)
        self.scale, self.scale_speed = spring_step(self.scale, self.scale_speed, size, SCALE, dt_ms)
        return not self._rests(goal)

    def _flight_scale(self, goal: Spot) -> float:
        """The scale that the card springs toward. Presses the card flat when it lands."""
        if not self.is_near(goal):
            return 1 + FLIGHT_SCALE * self.height(goal)
        if not self.landed:
            self.landed = True
            self.scale_speed -= PUNCH_PER_S
        return 1.0

    def _rests(self, goal: Spot) -> bool:
        return (
            abs(self.x - goal.x) < REST_U
            and abs(self.y - goal.y) < REST_U
            and abs(self.x_speed) < REST_U_PER_S
            and abs(self.y_speed) < REST_U_PER_S
            and abs(self.angle - goal.angle) < REST_DEG
            and abs(self.angle_speed) < REST_DEG_PER_S
            and abs(self.width - goal.width) < REST_U
            and abs(self.width_speed) < REST_U_PER_S
            and abs(self.scale - 1) < REST_SCALE
            and abs(self.scale_speed) < REST_SCALE_PER_S
            and abs(self.turn - float(goal.face_up)) < REST_SCALE
        )
