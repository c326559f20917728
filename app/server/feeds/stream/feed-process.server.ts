// A market source without accounts, whose events many servers read from a stream.
import { createDeskClock, type ClockSource, type DeskClock } from '../../desk/desk-clock.server';
import { ConnectedQuotes } from '../../brokers/connected-quotes';
import { CODE_VERSION } from '../../platform/project.server';
import { computeSeedDigest } from './seed-digest.server';
import { EVENTS_KEY, LISTING_KEY, MESSAGE_FIELD } from './stream-keys';
import { STREAM_FORMAT, type StreamEvent, type StreamRun, parseMessage } from './stream-message';
import { type PublisherOptions, StreamPublisher } from './stream-publisher.server';
import { COMMODITY_KEYS } from '../../../trading/domain/commodity';
import type { Instrument } from '../../../trading/domain/instrument';
import { DAY_MS, SECOND_MS } from '../../../trading/domain/time';
import type { EpochMs } from '../../../trading/domain/units';
import type { EngineEvent } from '../../../trading/engine/event';
import type {
  MarketSource,
  RunningSource,
  SourceDesk,
} from '../../../trading/engine/market-source';
import { EMPTY_DESK } from '../../../trading/engine/state';
import { createSeededRandom } from '../../../trading/random';

interface FeedProcessOptions
  extends Pick<PublisherOptions, 'url' | 'keepEvents' | 'keepPast' | 'onNotice'> {
  readonly source: MarketSource;
  /** Defaults to the system clocks; replaced in tests. */
  readonly clockSource?: ClockSource;
}

/**
 * Months that expired lately are quoted on, so that servers that hold one get the price at which it
 * settles, also after some days without a connection.
 */
const FOLLOWED_MS = 7 * DAY_MS;
const PHASE_MS = SECOND_MS;
/** Messages at the end of the stream in which the last price is found. */
const LAST_MESSAGES = 1000;

/** Each server collects public data itself: terms, keys and answers belong to its database. */
function rejectPublicSource(): never {
  throw new Error('A feed cannot run a source of public data.');
}

const isPublished = (event: EngineEvent): event is StreamEvent =>
  ['MarketListed', 'Market', 'Weather', 'Inputs'].includes(event.type);

export class FeedProcess {
  /** Resolves when another feed has taken over. */
  readonly whenReplaced: Promise<void>;
  private resolveReplaced: () => void = () => undefined;
  private readonly publisher: StreamPublisher;
  private clock: DeskClock;
  private running: RunningSource | null = null;
  private phase = '';
  private timer: NodeJS.Timeout | null = null;
  private readonly followed = new Map<string, Instrument>();
  private isEnded = false;

  constructor(private readonly options: FeedProcessOptions) {
    this.clock = createDeskClock(options.source.time, 0, options.clockSource);
    this.whenReplaced = new Promise((resolve) => (this.resolveReplaced = resolve));
    this.publisher = new StreamPublisher({
      ...options,
      onLost: (reason) => void this.handleLostRun(reason),
    });
  }

  /** Starts the source. Its first messages are its past. */
  async start(): Promise<void> {
    const { source, clockSource } = this.options;
    const lastMs = await this.readLastMs();
    this.clock = createDeskClock(source.time, lastMs, clockSource);
    await this.readFollowed();
    await this.startRun();
    this.timer = setInterval(() => this.publishPhase(), PHASE_MS);
  }

  private async startRun(): Promise<void> {
    const { source } = this.options;
    await this.publisher.startRun(describeRun(source), Date.now());
    this.phase = '';
    this.running = source.start(this.createDesk());
  }

  /** A history goes on where the stream ends, and servers decide on each of its prices once. */
  private async readLastMs(): Promise<EpochMs> {
    if (this.options.source.time !== 'events') return 0;
    const rows = await this.publisher.redis.xrevrange(EVENTS_KEY, '+', '-', 'COUNT', LAST_MESSAGES);
    return Math.max(
      0,
      ...rows.map(([, fields]) => {
        const message = parseMessage(fields[1] ?? '');
        return message?.kind === 'event' && message.event.type === 'Market'
          ? message.event.atMs
          : 0;
      }),
    );
  }

  private createDesk(): SourceDesk {
    const nowMs = (): EpochMs => this.clock.observe();
    const startMs = nowMs();
    return {
      runner: {
        offer: (event) => !isPublished(event) || this.publishEvent(event),
        state: () => ({ ...EMPTY_DESK, nowMs: startMs }),
        shadows: () => ({}),
      },
      clock: this.clock,
      nowMs,
      listPlaybooks: () => [],
      storedQuotes: new Map(),
      openPublications: rejectPublicSource,
      openSealedKeys: rejectPublicSource,
      brokerQuotes: new ConnectedQuotes(nowMs),
      random: createSeededRandom('feed'),
      listFollowed: () => this.listFollowed(),
      shouldWarmUp: false,
    };
  }

  private publishEvent(event: StreamEvent): boolean {
    if (!this.publisher.publishMessage({ kind: 'event', event })) return false;
    if (event.type === 'MarketListed') this.followInstruments(event.instruments);
    return true;
  }

  /** Months of the listing of the run before, which may have expired since. */
  private async readFollowed(): Promise<void> {
    const { [MESSAGE_FIELD]: text } = await this.publisher.redis.hgetall(LISTING_KEY);
    const message = text === undefined ? null : parseMessage(text);
    if (message?.kind === 'event' && message.event.type === 'MarketListed')
      this.followInstruments(message.event.instruments);
  }

  private followInstruments(instruments: readonly Instrument[]): void {
    for (const instrument of instruments) this.followed.set(instrument.id, instrument);
  }

  /** Months that are rolled or have expired, for some days. */
  private listFollowed(): readonly string[] {
    const nowMs = this.clock.nowMs();
    for (const [id, { contract }] of this.followed)
      if ((contract?.expiresMs ?? Infinity) < nowMs - FOLLOWED_MS) this.followed.delete(id);
    return [...this.followed.values()].flatMap(({ id, contract }) =>
      contract && contract.rollMs <= nowMs ? [id] : [],
    );
  }

  private publishPhase(): void {
    const status = this.running?.status();
    if (!status) return;
    const { phase, fault } = status;
    const key = JSON.stringify([phase, fault]);
    if (key !== this.phase && this.publisher.publishMessage({ kind: 'phase', phase, fault }))
      this.phase = key;
  }

  private async handleLostRun(reason: 'redis is empty' | 'another feed'): Promise<void> {
    if (this.isEnded) return;
    if (reason === 'another feed') {
      this.resolveReplaced();
      return;
    }
    this.options.onNotice('Redis is empty. The feed publishes its past again.');
    await this.running?.stop();
    if (!this.isEnded) await this.startRun();
  }

  /** Resolves when everything published so far is in Redis. */
  whenSent(): Promise<void> {
    return this.publisher.whenSent();
  }

  getStatus() {
    return { ...this.publisher.getPosition(), feed: this.running?.status() ?? null };
  }

  /** What was published is in Redis, if it answers. */
  async stop(): Promise<void> {
    this.isEnded = true;
    if (this.timer) clearInterval(this.timer);
    await this.running?.stop();
    await this.publisher.close();
  }
}

const describeRun = ({ market, time, barMs, signals }: MarketSource): StreamRun => ({
  format: STREAM_FORMAT,
  version: CODE_VERSION,
  market,
  time,
  seedDigest: signals.from?.kind === 'simulation' ? computeSeedDigest(signals.from.seed) : null,
  barMs:
    barMs &&
    (Object.fromEntries(COMMODITY_KEYS.map((key) => [key, barMs(key)])) as StreamRun['barMs']),
});
