// Feeds a history into the engine at its own pace or at a fixed rate.
import { type FeedPump, Pump, type PumpPorts, startPump } from './pump.server';
import type { SettableClock } from '../../trading/clock';
import type { EngineEvent } from '../../trading/engine/event';
import { iterateHistory, buildListingEvent } from '../../trading/engine/feed-events';
import type { Runner } from '../../trading/engine/runner';
import type { EpochMs } from '../../trading/domain/units';
import type { Feed, WeatherFeed } from '../../trading/ports';

interface PumpOptions extends PumpPorts {
  readonly feed: Feed;
  readonly weather: WeatherFeed | null;
  readonly runner: Pick<Runner, 'offer' | 'state'>;
  /** Feed time becomes engine time. */
  readonly clock: SettableClock;
  readonly barsPerSecond: number;
}

/** Events between two yields to the event loop while catching up. */
const CHUNK = 500;

/** Starts the pump: backfill up to engine time at once and without decisions, then bar by bar. */
export const pumpHistory = (options: PumpOptions): FeedPump => startPump(new HistoryPump(options));

class HistoryPump extends Pump {
  constructor(private readonly options: PumpOptions) {
    super(options, { market: options.feed.market, kind: 'record', hours: 'venue' });
  }

  /** History has no clock: its events carry the time. */
  protected nowMs(): EpochMs {
    return Infinity;
  }

  async run(): Promise<void> {
    const { feed, weather, runner } = this.options;
    const presentMs = runner.state().nowMs;
    for (const event of this.filterEvent(buildListingEvent(feed, presentMs))) runner.offer(event);
    for (const event of iterateHistory(feed, weather, presentMs)) {
      for (const accepted of this.filterEvent(event))
        if (await this.offerUntilTaken(accepted)) await this.waitAfter(accepted);
      if (this.isStopped) break;
    }
    this.phase = this.isStopped ? 'stopped' : 'ended';
  }

  /** After an accepted event: waits as its kind requires. */
  private async waitAfter(event: EngineEvent): Promise<void> {
    const isBackfill = event.type === 'Market' && event.isBackfill;
    this.phase = isBackfill ? 'catching up' : 'running';
    this.options.clock.advance(event.atMs);
    if (!isBackfill && event.type === 'Market' && event.event.type === 'BarClosed')
      await this.pause(1000 / this.options.barsPerSecond);
    else if (this.events % CHUNK === 0) await this.pause(0);
  }
}
