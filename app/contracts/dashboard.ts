// Types of the dashboard's ticker, panels and feed.
import type { CalendarStripDto } from './calendar-page';
import type { ContractChartDto } from './contract-chart';
import type { CurveChartDto } from './curve-page';
import type { PriceMapDto } from './maps';
import type { IntelligenceDto } from './api/weather-intelligence';
import type { DataAge } from './messages';
import type { PowerPanelDto } from './power-prices';
import type { CommodityKey } from '../trading/domain/commodity';

export interface TickerItem {
  readonly text: string;
  readonly tone: 'up' | 'down' | 'flat' | 'warn';
}

/** A decision or a rejected order, with its reason. */
export interface DecisionDto {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'decision' | 'refusal';
  /** Action and subject. */
  readonly title: string;
  readonly reason: string;
  /** Playbook and price at the decision; null without one. */
  readonly seen: string | null;
}

/** Recent closes as a small line with a text summary. */
export interface SparklineDto {
  readonly symbol: string;
  /** SVG path in a frame of 80 x 20. */
  readonly path: string;
  readonly text: string;
}

export interface FeedDto {
  /** Null if the feed failed. */
  readonly items: readonly IntelligenceDto[] | null;
  /** True while weather history loads after a start. */
  readonly isLoading: boolean;
  /** Why the list is empty. */
  readonly reason: string | null;
  readonly source: string;
  /** Origin of the weather data. */
  readonly dataAge: DataAge;
}

/** Steps of the guided start that the user has done. */
export interface FirstStepsDto {
  readonly hasRun: boolean;
  readonly hasChosen: boolean;
  readonly hasSaved: boolean;
}

/** Move of the day of a commodity, for the row of ten. */
export interface HeatDto {
  readonly commodity: CommodityKey;
  /** Change from prior close; null without a quote. Electricity: mean of its hubs. */
  readonly changePercent: number | null;
  readonly quoteCount: number;
  /** True if a quote of it is too old for an entry. */
  readonly isStale: boolean;
}

/** Prices by region, and the curve that stands in the map's place where few regions have a price. */
export interface PriceMapPanelDto extends PriceMapDto {
  readonly curve: { readonly sentence: string; readonly chart: CurveChartDto } | null;
}

export interface DashboardPanels {
  /** Chart of the held contract of the commodity, or of its active month; null without a quote. */
  readonly chart: ContractChartDto | null;
  /** Spot prices of electricity; null for other commodities and where the market has futures of it. */
  readonly power: PowerPanelDto | null;
  readonly events: CalendarStripDto;
  readonly heat: readonly HeatDto[];
  /** Open exchanges and the next opening; null in a simulation that has prices at all hours. */
  readonly exchanges: string | null;
  readonly ticker: readonly TickerItem[];
  readonly priceMap: PriceMapPanelDto;
  readonly feed: FeedDto;
  readonly decisions: readonly DecisionDto[];
  readonly sparklines: readonly SparklineDto[];
}
