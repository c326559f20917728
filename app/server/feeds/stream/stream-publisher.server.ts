// Publishes the messages of a feed on Redis streams: each once, numbered, in order.
import type { Redis } from 'ioredis';
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
  parseId,
} from './stream-keys';
import { type StreamMessage, type StreamRun, formatMessage, isPartOfPast } from './stream-message';

export interface PublisherOptions {
  readonly url: string;
  /** Messages that the stream holds, and messages of the past for later starts. */
  readonly keepEvents: number;
  readonly keepPast: number;
  readonly onNotice: OnNotice;
  /**
   * The run cannot go on: Redis has lost it, or another feed has started. Called once per run.
   */
  readonly onLost: (reason: 'redis is empty' | 'another feed') => void;
}

/** Messages that wait for Redis; then sources must wait too. */
const WAITING_MAX = 10_000;
/** Messages in one command. */
const BATCH_MAX = 200;
const RETRY_MS = SECOND_MS;
const ALIVE_MS = 15 * SECOND_MS;
const RENEW_MS = 3 * SECOND_MS;

/**
 * Adds messages to the run, all or none. A repeated command adds nothing twice, because the run
 * counts its messages. Returns the current epoch, '' where there is none.
 */
const PUBLISH_SCRIPT = `
local epoch = redis.call('HGET', KEYS[1], 'epoch') or ''
if epoch ~= ARGV[1] then return epoch end
local sequence = tonumber(redis.call('HGET', KEYS[1], 'sequence'))
for index = 5, #ARGV, 3 do
  if tonumber(ARGV[index]) > sequence then
    local id = epoch .. '-' .. ARGV[index]
    local kind, text = ARGV[index + 1], ARGV[index + 2]
    redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[2], id, '${MESSAGE_FIELD}', text)
    if kind ~= '' then
      redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[3], id, '${MESSAGE_FIELD}', text)
    end
    if kind == 'listing' then redis.call('HSET', KEYS[4], 'id', id, '${MESSAGE_FIELD}', text) end
    sequence = tonumber(ARGV[index])
  end
end
redis.call('HSET', KEYS[1], 'sequence', sequence)
redis.call('SET', KEYS[5], epoch, 'PX', ARGV[4])
return epoch`;

interface WaitingMessage {
  readonly sequence: number;
  /** '' for a message of the moment. */
  readonly kind: '' | 'past' | 'listing';
  readonly text: string;
}

const classifyMessage = (message: StreamMessage): WaitingMessage['kind'] => {
  if (message.kind === 'event' && message.event.type === 'MarketListed') return 'listing';
  return isPartOfPast(message) ? 'past' : '';
};

export class StreamPublisher {
  private readonly connection: RedisConnection;
  private readonly waiting: WaitingMessage[] = [];
  /** The current run; null between runs. */
  private epoch: number | null = null;
  private sequence = 0;
  private sending: Promise<void> | null = null;
  private readonly renewal: NodeJS.Timeout;
  private isClosed = false;

  constructor(private readonly options: PublisherOptions) {
    this.connection = createRedis(options.url, options.onNotice);
    this.renewal = setInterval(() => void this.startSending(), RENEW_MS);
  }

  get redis(): Redis {
    return this.connection.redis;
  }

  /** Starts a run after all earlier ones; the feed that published before loses its run. */
  async startRun(run: StreamRun, nowMs: number): Promise<void> {
    const { redis } = this;
    const [lastEntry] = await redis.xrevrange(EVENTS_KEY, '+', '-', 'COUNT', 1);
    const lastEpoch = Math.max(
      lastEntry ? parseId(lastEntry[0]).epoch : 0,
      Number((await redis.hget(RUN_KEY, 'epoch')) ?? 0),
    );
    const epoch = Math.max(Math.floor(nowMs), lastEpoch + 1);
    await redis.hset(RUN_KEY, { epoch, run: JSON.stringify(run), sequence: 0 });
    this.waiting.length = 0;
    this.sequence = 0;
    this.epoch = epoch;
    this.publishMessage({ kind: 'run', run });
  }

  /** Ends the run without a word to its readers. */
  endRun(): void {
    this.epoch = null;
    this.waiting.length = 0;
  }

  getPosition(): { readonly epoch: number | null; readonly sequence: number } {
    return { epoch: this.epoch, sequence: this.sequence };
  }

  /** False if too many messages wait for Redis, or between runs: then nothing is numbered. */
  publishMessage(message: StreamMessage): boolean {
    if (this.epoch === null || this.waiting.length >= WAITING_MAX) return false;
    this.sequence += 1;
    this.waiting.push({
      sequence: this.sequence,
      kind: classifyMessage(message),
      text: formatMessage(message),
    });
    void this.startSending();
    return true;
  }

  /** Resolves when everything published so far is in Redis. */
  async whenSent(): Promise<void> {
    while (this.waiting.length > 0 && !this.isClosed) await (this.sending ?? this.startSending());
  }

  private startSending(): Promise<void> {
    this.sending ??= this.sendWaiting().finally(() => {
      this.sending = null;
      // Published since the last batch was cut.
      if (this.waiting.length > 0 && !this.isClosed) void this.startSending();
    });
    return this.sending;
  }

  private async sendWaiting(): Promise<void> {
    // Messages of the same turn go in one command.
    await new Promise((resolve) => setImmediate(resolve));
    do {
      const { epoch } = this;
      const batch = this.waiting.slice(0, BATCH_MAX);
      if (epoch === null || this.isClosed) return;
      const currentEpoch = await this.sendBatch(epoch, batch);
      if (epoch !== this.epoch) return;
      if (currentEpoch === null) return this.waitForRetry();
      if (currentEpoch !== String(epoch)) return this.loseRun(currentEpoch);
      this.waiting.splice(0, batch.length);
    } while (this.waiting.length > 0);
  }

  /** The current epoch in Redis; null for a fault of Redis, which is reported. */
  private async sendBatch(epoch: number, batch: readonly WaitingMessage[]): Promise<string | null> {
    const { keepEvents, keepPast, onNotice, url } = this.options;
    const keys = [RUN_KEY, EVENTS_KEY, PAST_KEY, LISTING_KEY, ALIVE_KEY];
    const rows = batch.flatMap(({ sequence, kind, text }) => [sequence, kind, text]);
    try {
      return String(
        await this.redis.eval(
          PUBLISH_SCRIPT,
          keys.length,
          ...keys,
          ...[epoch, keepEvents, keepPast, ALIVE_MS, ...rows],
        ),
      );
    } catch (error) {
      if (!this.isClosed)
        onNotice(
          `Redis at ${formatAddress(url)} does not take messages: ${(error as Error).message}.`,
        );
      return null;
    }
  }

  private waitForRetry(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.isClosed ? 0 : RETRY_MS));
  }

  private loseRun(currentEpoch: string): void {
    this.endRun();
    this.options.onLost(currentEpoch === '' ? 'redis is empty' : 'another feed');
  }

  /** Sends what waits, if Redis answers. */
  async close(): Promise<void> {
    clearInterval(this.renewal);
    await this.connection.close(async () => {
      await this.whenSent();
      // Readers see at once that the feed has ended.
      if (this.epoch !== null) await this.redis.del(ALIVE_KEY);
    });
    this.isClosed = true;
  }
}
