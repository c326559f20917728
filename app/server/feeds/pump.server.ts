// What every pump is made of: it runs until it is stopped, offers everything through the feed
// guard, waits where the desk has no room, and tells how it stands.
import { performance } from 'node:perf_hooks';
import type { EngineEvent } from '../../trading/engine/event';
import type { FeedStatus } from '../../trading/engine/market-source';
import type { Runner } from '../../trading/engine/runner';
import type { EpochMs } from '../../trading/domain/units';
import {
  type BelievedQuote,
  type FeedGuardOptions,
  feedGuard,
} from '../../trading/market/feed-guard';

export interface FeedPump {
  readonly status: () => FeedStatus;
  /**
   * The last believed quotes by contract: what the first quotes of a later start are held against.
   */
  readonly quotes: () => ReadonlyMap<string, BelievedQuote>;
  stop(): Promise<void>;
}

/** Calls back after so many milliseconds, unless the returned function is called first. */
export type Later = (callback: () => void, ms: number) => () => void;

export interface PumpPorts {
  readonly runner: Pick<Runner, 'offer'>;
  readonly onFault: (error: Error) => void;
  /** A timer when absent. */
  readonly later?: Later;
  /** For ages; that of the process when absent. */
  readonly monotonicMs?: () => number;
}

/** How long a full queue is waited for before an event is offered again. */
const FULL_QUEUE_MS = 5;

/** Keeps no process alive: a server that has closed may end, whatever the market does. */
export const startTimer: Later = (callback, ms) => {
  const handle = setTimeout(callback, ms);
  handle.unref();
  return () => clearTimeout(handle);
};

/** Sets a pump going; stopping it waits until it stands still. */
export function startPump(pump: Pump): FeedPump {
  const done = pump
    .run()
    .catch((error: unknown) =>
      pump.fail(error instanceof Error ? error : new Error(String(error))),
    );
  return {
    status: () => pump.status(),
    quotes: () => pump.quotes(),
    async stop() {
      pump.stop();
      await done;
    },
  };
}

/** A pump's own part is how it comes by its events and when it shows them. */
export abstract class Pump {
  protected phase: FeedStatus['phase'] = 'catching up';
  protected events = 0;
  protected isStopped = false;
  private lastEventMs: EpochMs | null = null;
  private receivedMs: number | null = null;
  private fault: string | null = null;
  private wake: () => void = () => undefined;
  private readonly guard: ReturnType<typeof feedGuard>;

  constructor(
    private readonly ports: PumpPorts,
    private readonly guardOptions: FeedGuardOptions,
  ) {
    this.guard = feedGuard(guardOptions);
  }

  abstract run(): Promise<void>;
  /** When an event comes, for the guard; Infinity where time is that of the events. */
  protected abstract nowMs(): EpochMs;

  quotes(): ReadonlyMap<string, BelievedQuote> {
    return this.guard.quotes();
  }

  /** What of an event may go on to the desk. */
  protected guarded(event: EngineEvent): readonly EngineEvent[] {
    if (event.type !== 'Market' && event.type !== 'MarketListed') return [event];
    return this.guard.take(event, this.nowMs());
  }

  /** Offers until the runner takes it; false when the pump was stopped before. */
  protected async put(event: EngineEvent): Promise<boolean> {
    while (!this.isStopped && !this.ports.runner.offer(event)) await this.pause(FULL_QUEUE_MS);
    if (!this.isStopped) this.took(event);
    return !this.isStopped;
  }

  /** Offers once: an event that finds the queue full is lost. */
  protected offer(event: EngineEvent): void {
    if (this.ports.runner.offer(event)) this.took(event);
  }

  private took(event: EngineEvent): void {
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
      const cancel = (this.ports.later ?? startTimer)(resolve, ms);
      this.wake = () => {
        cancel();
        resolve();
      };
    });
  }

  status(): FeedStatus {
    const { phase, events, lastEventMs, fault } = this;
    const now = this.nowMs();
    const receivedAgoMs = this.receivedMs === null ? null : this.monotonicMs() - this.receivedMs;
    return {
      market: this.guardOptions.market,
      phase,
      events,
      lastEventMs,
      receivedAgoMs,
      fault,
      guard: this.guard.status(Number.isFinite(now) ? now : (lastEventMs ?? 0)),
    };
  }

  stop(): void {
    this.isStopped = true;
    this.wake();
  }

  fail(error: Error): void {
    this.phase = 'failed';
    this.fault = error.message;
    this.ports.onFault(error);
  }
}
