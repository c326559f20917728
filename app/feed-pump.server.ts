// Drives a feed into the runner at the feed's own pace or at a set one, and tells how it stands.
import type { SetClock } from './trading/clock';
import type { EngineEvent } from './trading/engine/event';
import { historyInputs, listingInput } from './trading/engine/inputs';
import type { Runner } from './trading/engine/runner';
import type { EpochMs } from './trading/domain/units';
import type { Feed, WeatherFeed } from './trading/ports';

export interface FeedPump {
  readonly status: () => FeedStatus;
  stop(): Promise<void>;
}

export interface FeedStatus {
  readonly market: string;
  readonly phase: 'catching up' | 'running' | 'ended' | 'stopped' | 'failed';
  readonly events: number;
  readonly lastEventMs: EpochMs | null;
  readonly fault: string | null;
}

export interface PumpOptions {
  readonly feed: Feed;
  readonly weather: WeatherFeed | null;
  readonly runner: Runner;
  /** Feed time becomes engine time. */
  readonly clock: SetClock;
  readonly barsPerSecond: number;
  readonly onFault: (error: Error) => void;
}

/** Events offered between two looks at the world while catching up. */
const CHUNK = 500;
/** How long a full queue is waited for before the event is offered again. */
const FULL_QUEUE_MS = 5;

/** Starts to pump a history: all up to the engine's present at once and without decisions, the rest bar by bar. */
export const pumpHistory = (options: PumpOptions): FeedPump => startPump(new HistoryPump(options));

/** What a pump is made of: it runs until it is stopped, and is told when it failed. */
export interface PumpWork {
  readonly status: FeedStatus;
  run(): Promise<void>;
  stop(): void;
  fail(error: Error): void;
}

/** Sets a pump going; stopping it waits until it stands still. */
export function startPump(work: PumpWork): FeedPump {
  const done = work.run().catch((error: unknown) => work.fail(error instanceof Error ? error : new Error(String(error))));
  return {
    status: () => ({ ...work.status }),
    async stop() {
      work.stop();
      await done;
    },
  };
}

class HistoryPump implements PumpWork {
  readonly status: { -readonly [Field in keyof FeedStatus]: FeedStatus[Field] };
  private isStopped = false;
  private wake: () => void = () => undefined;

  constructor(private readonly options: PumpOptions) {
    this.status = { market: options.feed.market, phase: 'catching up', events: 0, lastEventMs: null, fault: null };
  }

  async run(): Promise<void> {
    const { feed, weather, runner } = this.options;
    const presentMs = runner.state().nowMs;
    runner.offer(listingInput(feed, presentMs));
    for (const event of historyInputs(feed, weather, presentMs)) {
      while (!this.isStopped && !runner.offer(event)) await this.pause(FULL_QUEUE_MS);
      if (this.isStopped) break;
      await this.passed(event);
    }
    this.status.phase = this.isStopped ? 'stopped' : 'ended';
  }

  /** Notes an event that the runner has taken, and waits as long as its kind asks for. */
  private async passed(event: EngineEvent): Promise<void> {
    const isPast = event.type === 'Market' && event.isBackfill;
    this.status.phase = isPast ? 'catching up' : 'running';
    this.status.events += 1;
    this.status.lastEventMs = event.atMs;
    this.options.clock.advance(event.atMs);
    if (!isPast && event.type === 'Market' && event.event.type === 'BarClosed') await this.pause(1000 / this.options.barsPerSecond);
    else if (this.status.events % CHUNK === 0) await this.pause(0);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref(); // a server that has closed may end, whatever the history has left
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  stop(): void {
    this.isStopped = true;
    this.wake();
  }

  fail(error: Error): void {
    this.status.phase = 'failed';
    this.status.fault = error.message;
    this.options.onFault(error);
  }
}
