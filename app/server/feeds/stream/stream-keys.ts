// Keys of a feed in Redis, and ids of its messages.
const PREFIX = 'frontmonth:feed';

/** Hash: `epoch` and description (`run`) of the current run, and `sequence` of its last message. */
export const RUN_KEY = `${PREFIX}:run`;
/** Stream of all messages, trimmed to the latest. */
export const EVENTS_KEY = `${PREFIX}:events`;
/** Stream of the messages that later starts need, under the same ids; it reaches further back. */
export const PAST_KEY = `${PREFIX}:past`;
/** The latest listing, which may be older than both streams. */
export const LISTING_KEY = `${PREFIX}:listing`;
/** Expires when the feed process ends or loses its connection. */
export const ALIVE_KEY = `${PREFIX}:alive`;
/** Field of a message in both streams. */
export const MESSAGE_FIELD = 'm';

/**
 * Position of a message. `epoch` is the start of the run in ms, later than that of each run before;
 * the messages of a run are numbered from 1 without gaps.
 */
export interface StreamPosition {
  readonly epoch: number;
  readonly sequence: number;
}

/** Redis orders ids by both numbers, and accepts only an id above the last one. */
export const formatId = ({ epoch, sequence }: StreamPosition): string => `${epoch}-${sequence}`;

export function parseId(id: string): StreamPosition {
  const [epoch, sequence] = id.split('-').map(Number);
  return { epoch: epoch ?? NaN, sequence: sequence ?? NaN };
}

export const isAfter = (one: StreamPosition, other: StreamPosition): boolean =>
  one.epoch > other.epoch || (one.epoch === other.epoch && one.sequence > other.sequence);
