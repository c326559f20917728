// Base of all pumps: runs until stopped, passes events through the feed guard, waits for queue
// space and reports status.
import { performance } from 'node:perf_hooks';
import type { EngineEvent } from '../../trading/engine/event';
import type { FeedStatus } from '../../trading/engine/market-source';
import type { Runner } from '../../trading/engine/runner';
import type { EpochMs } from '../../trading/domain/units';
import {
  type AcceptedQuote,
  type FeedGuardOptions,
  createFeedGuard,
} from '../../trading/market/feed-guard';

export interface FeedPump {
  readonly status: () => FeedStatus;
  /** Last accepted quotes by contract, against which a later start checks its first quotes. */
  readonly quotes: () => ReadonlyMap<string, AcceptedQuote>;
  stop(): Promise<void>;
}

/** Calls back after `ms`, unless the returned function cancels it. */
export type SetTimer = (callback: () => void, ms: number) => () => void;

export interface PumpPorts {
  readonly runner: Pick<Runner, 'offer'>;
  readonly onFault: (error: Error) => void;
  /** Defaults to a timer. */
  readonly setTimer?: SetTimer;
  /** Monotonic clock for ages; defaults to that of the process. */
  readonly monotonicMs?: () => number;
}

/** Wait before an event is offered again to a full queue. */
const FULL_QUEUE_MS = 5;

/** Does not keep the process alive. */
export const startTimer: SetTimer = (callback, ms) => {
  const handle = setTimeout(callback, ms);
  handle.unref();
  return () => clearTimeout(handle);
};

/** Starts a pump; `stop` resolves when it has ended. */
export function startPump(pump: Pump): FeedPump {
  const done = pump
    .run()
    .catch((error: unknown) =>
      pump.onFailure(error instanceof Error ? error : new Error(String(error))),
    );
  return {
    status: () => pump.status(),
    quotes: () => pump.getQuotes(),
    async stop() {
      pump.stop();
      await done;
    },
  };
}

/** Subclasses produce events and decide when to publish them. */
export abstract class Pump {
  protected phase: FeedStatus['phase'] = 'catching up';
  protected events = 0;
  protected isStopped = false;
  private lastEventMs: EpochMs | null = null;
  private receivedMs: number | null = null;
  private fault: string | null = null;
  private endPause: () => void = () => undefined;
  private readonly guard: ReturnType<typeof createFeedGuard>;

  constructor(
    private readonly ports: PumpPorts,
    private readonly guardOptions: FeedGuardOptions,
  ) {
    this.guard = createFeedGuard(guardOptions);
  }

  abstract run(): Promise<void>;
  /** Event time for the guard; Infinity if events carry their own time. */
  protected abstract nowMs(): EpochMs;

  getQuotes(): ReadonlyMap<string, AcceptedQuote> {
    return this.guard.getQuotes();
  }

  /** Events that the feed guard accepts. */
  protected filterEvent(event: EngineEvent): readonly EngineEvent[] {
    if (event.type !== 'Market' && event.type !== 'MarketListed') return [event];
    return this.guard.filterEvent(event, this.nowMs());
  }

  /** Offers until the runner accepts; false if stopped before. */
  protected async offerUntilTaken(event: EngineEvent): Promise<boolean> {
    while (!this.isStopped && !this.ports.runner.offer(event)) await this.pause(FULL_QUEUE_MS);
    if (!this.isStopped) this.recordTaken(event);
    return !this.isStopped;
  }

  /** Offers once; the event is dropped if the queue is full. */
  protected offer(event: EngineEvent): void {
    if (this.ports.runner.offer(event)) this.recordTaken(event);
  }

  private recordTaken(event: EngineEvent): void {
    this.events += 1;
    if (event.atMs < (this.lastEventMs ?? -Infinity)) return;
    this.lastEventMs = event.atMs;
    this.receivedMs = this.monotonicMs();
  }

  private monotonicMs(): number {
    return this.ports.monotonicMs?.() ?? performance.now();
  }

  protected pause(ms: number): Promise<void> {
    if (this.isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = (this.ports.setTimer ?? startTimer)(resolve, ms);
      this.endPause = () => {
        cancel();
        resolve();
      };
    });
  }

  /** Ends the current pause, e.g. when there is something to play. */
  protected endCurrentPause(): void {
    this.endPause();
  }

  status(): FeedStatus {
    const { phase, events, lastEventMs, fault } = this;
    const nowMs = this.nowMs();
    const receivedAgoMs = this.receivedMs === null ? null : this.monotonicMs() - this.receivedMs;
    return this.completeStatus({
      market: this.guardOptions.market,
      phase,
      events,
      lastEventMs,
      receivedAgoMs,
      fault,
      guard: this.guard.getStatus(Number.isFinite(nowMs) ? nowMs : (lastEventMs ?? 0)),
    });
  }

  /** For pumps that have more to state. */
  protected completeStatus(status: FeedStatus): FeedStatus {
    return status;
  }

  stop(): void {
    this.isStopped = true;
    this.endCurrentPause();
  }

  onFailure(error: Error): void {
    this.phase = 'failed';
    this.fault = error.message;
    this.ports.onFault(error);
  }
}
