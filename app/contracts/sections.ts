// Parts of a screen that refresh on their own cadence, and the data of each.
import type { QuoteDto } from './api/quotes';
import type { DashboardPanels } from './dashboard';
import type { DataAge, DeskDto, HealthItem, ShellAlert, TradingStatusDto } from './messages';
import type { SignalsDto } from './signals';
import type { StrategiesDto } from './strategies';

/** Status on every screen. */
export interface ShellStatus {
  readonly health: readonly HealthItem[];
  readonly alerts: readonly ShellAlert[];
  /** Origin of the prices. */
  readonly dataAge: DataAge;
  readonly tradingStatus: TradingStatusDto;
  /** Notifications since the log was last open, at most 100. */
  readonly unread: number;
}

export interface SectionData {
  readonly shell: ShellStatus;
  readonly desk: DeskDto;
  readonly ticker: Pick<DashboardPanels, 'ticker' | 'heat' | 'exchanges'>;
  readonly quotes: { readonly quotes: readonly QuoteDto[]; readonly quotedMs: number };
  readonly signals: SignalsDto;
  readonly chart: DashboardPanels['chart'];
  readonly power: DashboardPanels['power'];
  readonly events: DashboardPanels['events'];
  readonly feed: DashboardPanels['feed'];
  readonly map: DashboardPanels['priceMap'];
  readonly strategies: StrategiesDto;
  readonly decisions: DashboardPanels['decisions'];
}
export type SectionName = keyof SectionData;
