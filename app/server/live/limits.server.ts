// Limits and timing of sockets.
export interface SocketLimits {
  /** Minimum time between two messages of one type to a socket. */
  readonly minIntervalMs: number;
  /**
   * Institutional messages repeat at this interval even without a change; leaves a margin for
   * `checkMs`.
   */
  readonly repeatMs: number;
  readonly checkMs: number;
  /** A ping is sent every second heartbeat and must be answered by the next. */
  readonly heartbeatMs: number;
  /**
   * All sessions are checked at this interval: other processes, such as `npm run user`, end them
   * without notice.
   */
  readonly sessionCheckMs: number;
  readonly authenticationMs: number;
  readonly perUserMax: number;
  readonly totalMax: number;
  /** Sockets without a session, which anyone can open. */
  readonly unauthenticatedMax: number;
  /** Frames that a client may send within the window. */
  readonly messagesMax: number;
  readonly messageWindowMs: number;
  /**
   * Buffered bytes of a slow reader: above `skipBytes` updates are skipped; above `terminateBytes`,
   * or after `stallMs`, the socket is terminated.
   */
  readonly skipBytes: number;
  readonly terminateBytes: number;
  readonly stallMs: number;
  /** Time for a closing handshake. */
  readonly closeMs: number;
}

export const SOCKET_LIMITS: SocketLimits = {
  minIntervalMs: 3_000,
  repeatMs: 20_000,
  checkMs: 5_000,
  heartbeatMs: 15_000,
  sessionCheckMs: 500,
  authenticationMs: 10_000,
  perUserMax: 10,
  totalMax: 2_000,
  unauthenticatedMax: 100,
  messagesMax: 20,
  messageWindowMs: 10_000,
  skipBytes: 65_536,
  terminateBytes: 262_144,
  stallMs: 2_500,
  closeMs: 800,
};

export const PAYLOAD_BYTES_MAX = 16_384;

/** Close codes: RFC 6455, and one of our own. */
export const CLOSE_CODES = {
  goingAway: 1001,
  unsupported: 1003,
  policy: 1008,
  sessionEnded: 4401,
} as const;
