// Shapes of the dashboard's ticker, panels and feed.
import type { PriceMapDto } from './maps';
import type { IntelligenceDto } from './api/weather';

export interface TickerItem {
  readonly text: string;
  readonly tone: 'up' | 'down' | 'flat' | 'warn';
}

/** What the desk decided or refused, and why. */
export interface DecisionDto {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'decision' | 'refusal';
  /** The deed and what it is about. */
  readonly title: string;
  readonly reason: string;
  /** The playbook and the price that was seen; null where there was none. */
  readonly seen: string | null;
}

/** The closes of a chain as a small line, and in words. */
export interface SparklineDto {
  readonly symbol: string;
  /** A path in a frame of 80 by 20. */
  readonly path: string;
  readonly text: string;
}

export interface FeedDto {
  /** Null where the feed could not be made. */
  readonly items: readonly IntelligenceDto[] | null;
  /** The desk has only just started and still reads the past of the weather. */
  readonly isLoading: boolean;
  /** Why there are none. */
  readonly reason: string | null;
  readonly source: string;
}

export interface DashboardPanels {
  readonly ticker: readonly TickerItem[];
  readonly priceMap: PriceMapDto;
  readonly feed: FeedDto;
  readonly decisions: readonly DecisionDto[];
  readonly sparklines: readonly SparklineDto[];
}
