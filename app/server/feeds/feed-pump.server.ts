// Drives a history into the runner at its own pace or at a set one.
import { type FeedPump, Pump, type PumpPorts, startPump } from './pump.server';
import type { SetClock } from '../../trading/clock';
import type { EngineEvent } from '../../trading/engine/event';
import { historyInputs, buildListingInput } from '../../trading/engine/inputs';
import type { Runner } from '../../trading/engine/runner';
import type { EpochMs } from '../../trading/domain/units';
import type { Feed, WeatherFeed } from '../../trading/ports';

interface PumpOptions extends PumpPorts {
  readonly feed: Feed;
  readonly weather: WeatherFeed | null;
  readonly runner: Pick<Runner, 'offer' | 'state'>;
  /** Feed time becomes engine time. */
  readonly clock: SetClock;
  readonly barsPerSecond: number;
}

/** Events offered between two looks at the world while catching up. */
const CHUNK = 500;

/**
 * Starts to pump a history: all up to the engine's present at once and without decisions, the rest
 * bar by bar.
 */
export const pumpHistory = (options: PumpOptions): FeedPump => startPump(new HistoryPump(options));

class HistoryPump extends Pump {
  constructor(private readonly options: PumpOptions) {
    super(options, { market: options.feed.market, kind: 'record', hours: 'venue' });
  }

  /** A history's time is that of its events. */
  protected nowMs(): EpochMs {
    return Infinity;
  }

  async run(): Promise<void> {
    const { feed, weather, runner } = this.options;
    const presentMs = runner.state().nowMs;
    for (const event of this.guarded(buildListingInput(feed, presentMs))) runner.offer(event);
    for (const event of historyInputs(feed, weather, presentMs)) {
      for (const sound of this.guarded(event)) if (await this.put(sound)) await this.passed(sound);
      if (this.isStopped) break;
    }
    this.phase = this.isStopped ? 'stopped' : 'ended';
  }

  /** After an event that the runner has taken: waits as long as its kind asks for. */
  private async passed(event: EngineEvent): Promise<void> {
    const isPast = event.type === 'Market' && event.isBackfill;
    this.phase = isPast ? 'catching up' : 'running';
    this.options.clock.advance(event.atMs);
    if (!isPast && event.type === 'Market' && event.event.type === 'BarClosed')
      await this.pause(1000 / this.options.barsPerSecond);
    else if (this.events % CHUNK === 0) await this.pause(0);
  }
}
