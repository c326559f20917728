/** Published spot prices: not tradable, shown beside the quotes of futures. */
import type { CommodityKey } from '../domain/commodity';
import type { PowerHub } from '../domain/contract';
import type { EpochMs } from '../domain/units';
import type { DailyClose } from '../weather/correlations';
import type { PowerPricesReader } from './sources/power-prices-reader';

/** A price of minutes, of an hour sold the day before, or of a day. */
type SpotKind = 'real-time' | 'day-ahead' | 'daily';

export interface SpotPrice {
  readonly kind: SpotKind;
  /** Of the hub or product, such as `NYISO` or `WTI`. */
  readonly name: string;
  readonly commodity: CommodityKey;
  /** Region of the price map, such as `NYISO` or `Henry Hub`. */
  readonly region: string;
  readonly hub: PowerHub | null;
  /** In the quoted unit of the commodity. */
  readonly price: number;
  /** Change from the day before, in the quoted unit; null for prices of minutes and hours. */
  readonly change: number | null;
  /** Start of the interval or day that the price is for. */
  readonly startsMs: EpochMs;
  readonly endsMs: EpochMs;
  /** In words, such as `day-ahead price of this hour`. */
  readonly description: string;
  readonly publisher: string;
  readonly isStale: boolean;
}

export interface SpotReader {
  /** Newest prices, in order of the price map; `nowMs` decides which hour is this one and what is stale. */
  listSpotPrices(nowMs: EpochMs): readonly SpotPrice[];
  /**
   * Daily spot prices of [fromMs, untilMs) for a root symbol, such as `ET-NYISO` or `NG`; none
   * where nothing is published.
   */
  listDailyPrices(chain: string, fromMs: EpochMs, untilMs: EpochMs): readonly DailyClose[];
  readonly power: PowerPricesReader;
  /** Publisher of each hub. */
  readonly hubSources: Readonly<Record<PowerHub, SpotPublisher>>;
  /** Publisher of daily prices of a hub. */
  readonly dailyHubSource: SpotPublisher;
}

interface SpotPublisher {
  readonly attribution: string;
  readonly licence: string;
  /** Usual time from an interval to its real-time price. */
  readonly delayMs: number;
}
