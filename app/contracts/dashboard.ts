// Types of the dashboard's ticker, panels and feed.
import type { PriceMapDto } from './maps';
import type { IntelligenceDto } from './api/weather';

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
}

export interface DashboardPanels {
  readonly ticker: readonly TickerItem[];
  readonly priceMap: PriceMapDto;
  readonly feed: FeedDto;
  readonly decisions: readonly DecisionDto[];
  readonly sparklines: readonly SparklineDto[];
}
