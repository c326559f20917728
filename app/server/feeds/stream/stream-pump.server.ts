// Plays the messages of a feed process: in order, through the feed guard, none twice.
import { Pump, type PumpPorts } from '../pump.server';
import { AppliedEvents } from './applied-events';
import type { StreamEvent, StreamMessage, StreamRun } from './stream-message';
import { type StreamEntry, StreamError, type StreamReader } from './stream-reader.server';
import type { SettableClock } from '../../../trading/clock';
import type { Instrument } from '../../../trading/domain/instrument';
import type { Quote } from '../../../trading/domain/quote';
import { SECOND_MS } from '../../../trading/domain/time';
import type { EpochMs } from '../../../trading/domain/units';
import type { EngineEvent } from '../../../trading/engine/event';
import type { FeedStatus } from '../../../trading/engine/market-source';

export interface StreamPumpOptions extends PumpPorts {
  readonly reader: Pick<StreamReader, 'readEntries' | 'findProblem' | 'close'>;
  /** What the stream published when the server started. */
  readonly run: StreamRun;
  readonly clock: SettableClock;
  /** Current desk time. */
  readonly nowMs: () => EpochMs;
  /** End of the log: what a history published before is not decided on again. */
  readonly logEndMs: EpochMs;
  /** Why a later run of the feed cannot be played here; null where it can. */
  readonly explainOtherRun: (run: StreamRun) => string | null;
  /** Gets each event that the runner took. */
  readonly onApplied?: (event: EngineEvent) => void;
  /** Called when all that was published is applied, and again when more was. */
  readonly onCaughtUp?: () => void;
  /** Last quote that an earlier run of this server accepted, in current ticks; null if none. */
  readonly storedQuote?: (instrument: Instrument) => Quote | null;
}

/** Events between two yields to the event loop. */
const CHUNK = 250;
const RETRY_MS = SECOND_MS;

export class StreamPump extends Pump {
  private readonly appliedEvents = new AppliedEvents();
  private firstEpoch: number | null = null;
  private remote: Extract<StreamMessage, { kind: 'phase' }> | null = null;
  private readonly startMs: EpochMs;
  private readonly hasOwnTime: boolean;
  private readonly whenStopped: Promise<void>;
  private resolveStopped: () => void = () => undefined;

  constructor(private readonly options: StreamPumpOptions) {
    const { run, storedQuote } = options;
    const hasOwnTime = run.time === 'events';
    super(options, {
      market: run.market,
      kind: hasOwnTime ? 'record' : 'news',
      hours: hasOwnTime ? 'venue' : 'always',
      ...(storedQuote ? { storedQuote } : {}),
    });
    this.whenStopped = new Promise((resolve) => (this.resolveStopped = resolve));
    this.hasOwnTime = hasOwnTime;
    this.startMs = hasOwnTime ? options.logEndMs : options.nowMs();
  }

  protected nowMs(): EpochMs {
    return this.hasOwnTime ? Infinity : this.options.nowMs();
  }

  /** Waits for no answer once stopped: a lost connection may never give one. */
  async run(): Promise<void> {
    await Promise.race([this.runSteps(), this.whenStopped]);
    this.phase = 'stopped';
  }

  private async runSteps(): Promise<void> {
    while (!this.isStopped) await this.runStep();
  }

  /** A fault of Redis is tried again; lost messages end the source. */
  private async runStep(): Promise<void> {
    try {
      const hasMore = await this.applyNext();
      if (hasMore) return;
      this.phase = this.remote?.phase === 'ended' ? 'ended' : 'running';
      this.options.onCaughtUp?.();
    } catch (error) {
      if (this.isStopped) return;
      if (error instanceof StreamError) throw error;
      this.options.onFault(error as Error);
      await this.pause(RETRY_MS);
    }
  }

  /** Applies the messages of one answer. True if others wait. */
  private async applyNext(): Promise<boolean> {
    const entries = this.options.reader.readEntries();
    for (;;) {
      const next = await entries.next();
      if (next.done) return next.value.hasMore;
      if (this.isStopped) return true;
      await this.applyEntry(next.value);
    }
  }

  private async applyEntry(entry: StreamEntry): Promise<void> {
    const { message } = entry;
    switch (message.kind) {
      case 'run': {
        const reason = this.options.explainOtherRun(message.run);
        if (reason !== null) throw new StreamError(reason);
        return;
      }
      case 'phase':
        this.remote = message;
        return;
      case 'event':
        return this.applyEvent(message.event, entry);
    }
  }

  private async applyEvent(
    published: StreamEvent,
    { position, isOfPast }: Pick<StreamEntry, 'position' | 'isOfPast'>,
  ): Promise<void> {
    this.firstEpoch ??= position.epoch;
    // Within a run the numbers show what is new.
    const isRepeated = position.epoch > this.firstEpoch && !this.appliedEvents.isNew(published);
    if (isRepeated) return;
    this.appliedEvents.add(published);
    for (const accepted of this.filterEvent(this.adaptEvent(published, isOfPast)))
      await this.takeEvent(accepted);
  }

  /** The event as a source of this process would offer it. */
  private adaptEvent(event: StreamEvent, isOfPast: boolean): StreamEvent {
    if (event.type === 'Market') return { ...event, isBackfill: this.isBackfill(event, isOfPast) };
    // The listing of a history precedes its first price, also where the feed began later.
    if (event.type === 'MarketListed' && this.hasOwnTime)
      return { ...event, atMs: Math.min(event.atMs, this.options.clock.nowMs()) };
    return event;
  }

  private async takeEvent(event: EngineEvent): Promise<void> {
    if (!(await this.offerUntilTaken(event))) return;
    this.options.clock.advance(event.atMs);
    this.options.onApplied?.(event);
    if (this.events % CHUNK === 0) await this.pause(0);
  }

  /**
   * Prices of before the start are shown and decide nothing, as in a source of this process. The feed
   * guard adds those that arrive too late. A history has its own time, in which none is late.
   */
  private isBackfill(
    { atMs, isBackfill }: Extract<EngineEvent, { type: 'Market' }>,
    isOfPast: boolean,
  ): boolean {
    if (this.hasOwnTime) return isOfPast || atMs <= this.startMs;
    return isOfPast || isBackfill || atMs < this.startMs;
  }

  protected override completeStatus(status: FeedStatus): FeedStatus {
    if (status.phase === 'failed' || status.phase === 'stopped') return status;
    const problem = this.options.reader.findProblem() ?? this.findRemoteProblem();
    return problem === null || status.phase === 'ended'
      ? status
      : { ...status, phase: 'catching up', fault: problem };
  }

  private findRemoteProblem(): string | null {
    if (this.remote === null || this.remote.phase === 'running') return null;
    const { phase, fault } = this.remote;
    if (phase === 'catching up') return fault ?? 'the feed process is loading its past';
    return phase === 'ended' ? null : `the feed process has ${phase}: ${fault ?? 'it was ended'}`;
  }

  override stop(): void {
    super.stop();
    this.resolveStopped();
    void this.options.reader.close();
  }
}
