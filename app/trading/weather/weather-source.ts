/** Weather, series, reports and closes of one market, independent of the feed. */
import type { EpochMs } from '../domain/units';
import type { PublishedReport } from '../market/report';
import type { SpotReader } from '../market/spot-price';
import type { VintageReader } from '../market/vintage';
import type { WeatherReader } from './archive-reader';
import type { DailyClose } from './correlations';
import type { StormReader } from './storms';

/** Forecast runs by which skill is measured, and their publisher for display. */
export interface SkillRuns extends Pick<WeatherReader, 'listDailyRuns'> {
  readonly source: string;
}

export interface WeatherSource {
  /** Market id of quotes. */
  readonly market: string;
  /** Publisher for display, e.g. `simulated`. */
  readonly source: string;
  nowMs(): EpochMs;
  readonly weather: WeatherReader;
  /** Absent where those of `weather` are all. Days of a run may begin after its day of issue. */
  readonly skillRuns?: SkillRuns;
  /** Absent where no hurricane center is read. */
  readonly storms?: StormReader;
  readonly series: VintageReader;
  /** Known daily closes of a front price in order, adjusted for rolls: `NG`, `CORN`, `ET-ERCOT`. */
  closes(chain: string): readonly DailyClose[];
  /** Changes when stored closes of the past change; absent where closes only grow. */
  getPricesVersion?(): number;
  /** Published spot prices; null where the market has futures of everything. */
  readonly spot: SpotReader | null;
  /** Reports published in [fromMs, untilMs), up to now. */
  reports(fromMs: EpochMs, untilMs: EpochMs): readonly PublishedReport[];
}
