// Builds one part of a screen, for its own refresh.
import type { SectionData, SectionName } from '../../contracts/sections';
import { type ShellRequest, buildShellStatus } from '../desk/shell-status.server';
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
  buildPowerPanel,
  buildTickerPanel,
} from './dashboard-panels.server';
import { serializeStrategies } from './strategies.server';

interface SectionRequest extends PanelsRequest, ShellRequest {}

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
  power: buildPowerPanel,
  events: buildEventsPanel,
  feed: buildFeedPanel,
  map: buildMapPanel,
  strategies: (desk, { view, commodity }) => serializeStrategies(desk, view, commodity),
  decisions: buildDecisionsPanel,
};

/** Null for an unknown name. */
export const findSectionName = (name: string | undefined): SectionName | null =>
  name !== undefined && Object.hasOwn(SECTION_BUILDERS, name) ? (name as SectionName) : null;

export const buildSection = (
  desk: Terminal,
  name: SectionName,
  request: SectionRequest,
): SectionData[SectionName] | Promise<SectionData[SectionName]> =>
  SECTION_BUILDERS[name](desk, request);
