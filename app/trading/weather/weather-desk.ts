/** All that the desk reads of the weather of one market, whatever feed it comes from. */
import type { EpochMs } from '../domain/units';
import type { PublishedReport } from '../market/report';
import type { VintageReader } from '../market/vintage';
import type { WeatherReader } from './archive-reader';
import type { DailyClose } from './correlations';

export interface WeatherDesk {
  /** The market whose weather it is, as quotes name it. */
  readonly market: string;
  /** Who publishes the weather, for a person, such as `simulated`. */
  readonly source: string;
  nowMs(): EpochMs;
  readonly weather: WeatherReader;
  readonly series: VintageReader;
  /**
   * Daily closes of a chain's front price known now, in order, without the jumps of its rolls:
   * `NG`, `CORN`, `ET-ERCOT`.
   */
  closes(chain: string): readonly DailyClose[];
  /** Reports published in [fromMs, untilMs), none later than now. */
  reports(fromMs: EpochMs, untilMs: EpochMs): readonly PublishedReport[];
}
