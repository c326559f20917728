// Builds one part of a screen, for its own refresh.
import type { SectionData, SectionName, ShellStatus } from '../../contracts/sections';
import { listShellAlerts } from '../desk/account-alerts.server';
import { buildHealthItems, getDataAge, getTradingStatus } from '../desk/health.server';
import type { Terminal } from '../desk/terminal';
import { listQuoteDtos } from '../market/quotes.server';
import { serializeDesk } from '../portfolio/serialize-book.server';
import { serializeSignals } from '../signals/signals.server';
import {
  type PanelsRequest,
  buildChartPanel,
  buildDecisionsPanel,
  buildEventsPanel,
  buildFeedPanel,
  buildMapPanel,
  buildTickerPanel,
} from './dashboard-panels.server';
import { serializeStrategies } from './strategies.server';

interface SectionRequest extends PanelsRequest {
  readonly username: string;
  readonly nowMs: number;
}

/** Status of the process and alerts of the account, as on every screen. */
export function buildShellStatus(
  desk: Terminal,
  {
    view,
    userId,
    username,
    nowMs,
    timeZone,
  }: Pick<SectionRequest, 'view' | 'userId' | 'username' | 'nowMs' | 'timeZone'>,
): ShellStatus {
  const status = desk.status();
  return {
    health: buildHealthItems(status, nowMs, timeZone),
    alerts: listShellAlerts(desk, { view, userId, username, timeZone }),
    dataAge: getDataAge(desk.state(), view.market),
    tradingStatus: getTradingStatus(status, desk.state()),
  };
}

const SECTION_BUILDERS: {
  readonly [N in SectionName]: (
    desk: Terminal,
    request: SectionRequest,
  ) => SectionData[N] | Promise<SectionData[N]>;
} = {
  shell: buildShellStatus,
  desk: (desk, { view, userId }) => serializeDesk(desk, view, userId),
  ticker: buildTickerPanel,
  quotes: (desk, { view, commodity }) => ({
    quotes: listQuoteDtos(desk, view.market, [commodity], view.asOfMs),
    quotedMs: view.asOfMs,
  }),
  signals: (desk, { view }) => serializeSignals(desk, view),
  chart: buildChartPanel,
  events: buildEventsPanel,
  feed: buildFeedPanel,
  map: buildMapPanel,
  strategies: (desk, { view, commodity }) => serializeStrategies(desk, view, commodity),
  decisions: buildDecisionsPanel,
};

export const buildSection = (
  desk: Terminal,
  name: SectionName,
  request: SectionRequest,
): SectionData[SectionName] | Promise<SectionData[SectionName]> =>
  SECTION_BUILDERS[name](desk, request);
