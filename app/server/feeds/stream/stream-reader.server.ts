// Reads the messages of a feed from Redis streams: each once, in order, with gaps filled.
import {
  type OnNotice,
  type RedisConnection,
  createRedis,
  formatAddress,
} from '../../platform/redis-connection.server';
import { SECOND_MS } from '../../../trading/domain/time';
import {
  ALIVE_KEY,
  EVENTS_KEY,
  LISTING_KEY,
  MESSAGE_FIELD,
  PAST_KEY,
  RUN_KEY,
  type StreamPosition,
  formatId,
  isAfter,
  parseId,
} from './stream-keys';
import { type StreamMessage, parseMessage } from './stream-message';

export interface StreamEntry {
  readonly position: StreamPosition;
  readonly message: StreamMessage;
  /** Messages between this one and the one before are lost, superseded prices only. */
  readonly isOfPast: boolean;
}

/** Messages are lost, or cannot be read. The text says what to do. */
export class StreamError extends Error {}

interface ReaderOptions {
  readonly url: string;
  readonly onNotice: OnNotice;
}

type RawEntry = readonly [id: string, fields: readonly string[]];

/** Messages of one answer. */
const PAGE = 500;
const BLOCK_MS = SECOND_MS;
/** A connection that answers nothing for longer is opened again. */
const SILENT_MS_MAX = 10 * SECOND_MS;

export class StreamReader {
  private readonly connection: RedisConnection;
  private last: StreamPosition | null = null;
  private isFirstRead = true;
  private isAlive = true;
  private gap: string | null = null;

  constructor(private readonly options: ReaderOptions) {
    this.connection = createRedis(options.url, options.onNotice);
  }

  /** Why no messages arrive, as a sentence without its end; null while they do. */
  findProblem(): string | null {
    const address = formatAddress(this.options.url);
    if (!this.connection.isReady())
      return `Redis at ${address} does not answer; prices are out of date until it does`;
    if (this.gap !== null) return this.gap;
    return this.isAlive ? null : `no feed process publishes at ${address}; start npm run feed`;
  }

  /**
   * The next messages; empty after a second without any. `hasMore`: others wait already. The first
   * call starts with the past that the current run has published. Throws StreamError.
   */
  async *readEntries(): AsyncGenerator<StreamEntry, { readonly hasMore: boolean }> {
    const after = (this.last ??= await this.findStart());
    if (after === null) return { hasMore: false };
    const rows = await this.readRows(after);
    if (rows.length === 0) {
      this.isAlive = (await this.connection.redis.exists(ALIVE_KEY)) === 1;
      return { hasMore: false };
    }
    this.isAlive = true;
    for (const row of rows) yield* this.acceptRow(row);
    return { hasMore: rows.length >= PAGE };
  }

  /** Before the first message of the current run; null without one. */
  private async findStart(): Promise<StreamPosition | null> {
    const epoch = await this.connection.redis.hget(RUN_KEY, 'epoch');
    if (epoch !== null) return { epoch: Number(epoch), sequence: 0 };
    this.isAlive = false;
    await new Promise((resolve) => setTimeout(resolve, BLOCK_MS));
    return null;
  }

  private async readRows(after: StreamPosition): Promise<readonly RawEntry[]> {
    const { redis } = this.connection;
    const silence = setTimeout(() => {
      // While the connection is down the command waits for it.
      if (this.connection.isReady()) redis.disconnect(true);
    }, BLOCK_MS + SILENT_MS_MAX);
    try {
      const answer = await redis.xread(
        ...(['COUNT', PAGE, 'BLOCK', BLOCK_MS, 'STREAMS', EVENTS_KEY, formatId(after)] as const),
      );
      return answer?.[0]?.[1] ?? [];
    } finally {
      clearTimeout(silence);
    }
  }

  private async *acceptRow(row: RawEntry): AsyncGenerator<StreamEntry> {
    const position = parseId(row[0]);
    const last = this.last as StreamPosition;
    // It arrived again.
    if (!isAfter(position, last)) return;
    const expected =
      position.epoch === last.epoch
        ? { ...last, sequence: last.sequence + 1 }
        : { epoch: position.epoch, sequence: 1 };
    if (position.sequence > expected.sequence) yield* this.fillGap(expected, position);
    yield this.takeRow(row, false);
    this.isFirstRead = false;
  }

  /** Messages from `from` to before `until`. */
  private async *fillGap(from: StreamPosition, until: StreamPosition): AsyncGenerator<StreamEntry> {
    const missing = `messages ${from.sequence} to ${until.sequence - 1} of the feed are missing`;
    if (!this.isFirstRead) {
      this.gap = `${missing} and are read again`;
      this.options.onNotice(`${this.gap}.`);
    }
    for await (const row of this.readRange(EVENTS_KEY, from, until)) {
      const { sequence } = parseId(row[0]);
      if (sequence !== (this.last?.epoch === from.epoch ? this.last.sequence : 0) + 1) break;
      yield this.takeRow(row, false);
    }
    const next = this.last?.epoch === from.epoch ? this.last.sequence + 1 : 1;
    if (next < until.sequence) yield* this.fillFromPast({ ...from, sequence: next }, until);
    this.gap = null;
  }

  /** The stream no longer holds them: the past does, without superseded prices. */
  private async *fillFromPast(
    from: StreamPosition,
    until: StreamPosition,
  ): AsyncGenerator<StreamEntry> {
    const { redis } = this.connection;
    const [first] = await redis.xrange(
      PAST_KEY,
      formatId({ ...from, sequence: 0 }),
      '+',
      'COUNT',
      1,
    );
    const isCovered = first !== undefined && !isAfter(parseId(first[0]), from);
    if (!isCovered && !this.isFirstRead)
      throw new StreamError(
        `messages ${from.sequence} to ${until.sequence - 1} of the feed are lost, because its stream no longer holds them. Nothing is decided without them. Restart this server: it then begins with the past that the feed holds`,
      );
    if (!isCovered) yield* this.readListing(first ? parseId(first[0]) : until);
    for await (const row of this.readRange(PAST_KEY, from, until)) yield this.takeRow(row, true);
    // What follows continues the numbers.
    this.last = { ...until, sequence: until.sequence - 1 };
  }

  /** The latest listing, where it is older than what follows. */
  private async *readListing(before: StreamPosition): AsyncGenerator<StreamEntry> {
    const { id, [MESSAGE_FIELD]: text } = await this.connection.redis.hgetall(LISTING_KEY);
    if (id === undefined || text === undefined) return;
    const position = parseId(id);
    if (position.epoch === before.epoch && isAfter(before, position))
      yield this.takeRow([id, [MESSAGE_FIELD, text]], true);
  }

  private async *readRange(
    key: string,
    from: StreamPosition,
    until: StreamPosition,
  ): AsyncGenerator<RawEntry> {
    let start = formatId(from);
    for (;;) {
      const rows: readonly RawEntry[] = await this.connection.redis.xrange(
        ...([key, start, `(${formatId(until)}`, 'COUNT', PAGE] as const),
      );
      yield* rows;
      const end = rows.at(-1);
      if (!end || rows.length < PAGE) return;
      start = `(${end[0]}`;
    }
  }

  private takeRow([id, fields]: RawEntry, isOfPast: boolean): StreamEntry {
    const position = parseId(id);
    const message = parseMessage(fields[1] ?? '');
    if (message === null)
      throw new StreamError(
        `message ${id} of the feed is not one that this version reads. Run feed and server from the same code`,
      );
    this.last = position;
    return { position, message, isOfPast };
  }

  /** Waits for no answer. */
  async close(): Promise<void> {
    await this.connection.close(() => Promise.resolve());
  }
}
