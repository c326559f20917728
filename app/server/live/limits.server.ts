// What a socket may take and how often it is told: every number of the live link.
export interface SocketLimits {
  /** Least time between two messages of a type to one socket. */
  readonly paceMs: number;
  /**
   * The institutional messages come at least this often, change or none, with a margin for the look
   * that finds them due.
   */
  readonly repeatMs: number;
  readonly lookMs: number;
  /**
   * A ping goes out every second beat and is answered by the next, or lost; the session is looked
   * at every fourth.
   */
  readonly beatMs: number;
  readonly signInMs: number;
  readonly perUser: number;
  readonly inAll: number;
  /** Sockets without a session, which anybody can open. */
  readonly nameless: number;
  /** Frames that a client may send within the window. */
  readonly heardMax: number;
  readonly heardWindowMs: number;
  /**
   * Bytes that wait for a slow reader: beyond the first it is passed over, beyond the second or for
   * too long it is cut.
   */
  readonly skipBytes: number;
  readonly cutBytes: number;
  readonly stallMs: number;
  /** How long a closing socket has to say goodbye. */
  readonly closeMs: number;
}

export const SOCKET_LIMITS: SocketLimits = {
  paceMs: 3_000,
  repeatMs: 20_000,
  lookMs: 5_000,
  beatMs: 15_000,
  signInMs: 10_000,
  perUser: 10,
  inAll: 2_000,
  nameless: 100,
  heardMax: 20,
  heardWindowMs: 10_000,
  skipBytes: 65_536,
  cutBytes: 262_144,
  stallMs: 2_500,
  closeMs: 800,
};

export const PAYLOAD_BYTES_MAX = 16_384;

/** Close codes: RFC 6455, and one of ours. */
export const CLOSE = {
  goingAway: 1001,
  unsupported: 1003,
  policy: 1008,
  sessionEnded: 4401,
} as const;
