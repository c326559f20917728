// Strategy list of a commodity: playbooks, recommendation ranks, and the active one.
import { group } from 'd3-array';
import type { PlaybookDto, RecordDto, StrategiesDto } from '../../contracts/strategies';
import type { NotOffered, Terminal } from '../desk/terminal';
import { createViewCache } from '../desk/view-cache';
import type { DeskView } from '../../trading/desk-view';
import type { CommodityKey } from '../../trading/domain/commodity';
import {
  MISSING,
  formatCount,
  formatNumber,
  formatPercent,
  formatSignedNumber,
  formatSignedPercent,
} from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import { findActiveHalt } from '../../trading/engine/playbook-halts';
import { recommendPlaybook, resolvePlaybook } from '../../trading/engine/active-playbook';
import { formatOutside } from '../../trading/strategies/families/day-window';
import { GRADE_TEXTS } from '../../trading/strategies/grade';
import {
  findBestRecord,
  getSeason,
  isInSeason,
  orderPlaybooks,
} from '../../trading/strategies/playbook-order';
import {
  type TrackRecord,
  findTrackRecord,
  formatAccountDollars,
  formatTrackRecord,
} from '../../trading/strategies/track-record';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import { findPlaybookRow } from '../../trading/strategies/playbooks/catalog';

const cacheStrategies = createViewCache<StrategiesDto>();

/** What an account has chosen. */
interface Choice {
  readonly playbookId: string | null;
  readonly activePlaybookId: string | null;
}
const NO_CHOICE: Choice = { playbookId: null, activePlaybookId: null };

/** Strategies of a commodity as an account may choose them; accounts with the same choice share them. */
export function serializeStrategies(
  desk: Terminal,
  view: DeskView,
  commodity: CommodityKey,
): StrategiesDto {
  const choice = view.commodities.find((row) => row.commodity === commodity) ?? NO_CHOICE;
  const { playbookId, activePlaybookId } = choice;
  return cacheStrategies(
    desk.state(),
    `${view.market} ${view.asOfMs} ${commodity} ${playbookId ?? ''} ${activePlaybookId ?? ''}`,
    () => buildStrategies(desk, view, commodity, choice),
  );
}

function buildStrategies(
  desk: Terminal,
  view: Pick<DeskView, 'market' | 'asOfMs'>,
  commodity: CommodityKey,
  { playbookId, activePlaybookId: ruleId }: Choice,
): StrategiesDto {
  const rows = orderPlaybooks(desk.listPlaybooks(commodity), view.asOfMs);
  const best = findBestRecord(rows);
  const byDefault = resolvePlaybook(desk.state(), view.market, commodity, null);
  const { rankings, reasoning } = recommendPlaybook(
    desk.state().markets[view.market],
    commodity,
    view.asOfMs,
  );
  const ranks = new Map(rankings.map(({ strategy, rank }) => [strategy, rank]));
  const serializePlaybook = (row: PlaybookRow): PlaybookDto => ({
    id: row.id,
    name: row.name,
    description: row.description,
    icon: row.icon,
    riskLevel: row.riskLevel,
    timeframe: row.timeframe,
    text: row.text,
    expectedReturn: `${row.expectedReturn.low}-${row.expectedReturn.high}%`,
    record: serializeRecord(findTrackRecord(row)),
    measured: formatTrackRecord(findTrackRecord(row)),
    rank: ranks.get(row.id) ?? null,
    isBestRecord: row === best,
    outOfSeason: formatClosedSeason(row, view.asOfMs),
    isChosen: row.id === playbookId,
    isInForce: row.id === ruleId,
    halted: findActiveHalt(desk.state(), view.market, commodity, row.id)?.reason ?? null,
    canBacktest: findPlaybookRow(commodity, row.id) !== null,
  });
  return {
    commodity,
    playbooks: rows.map(serializePlaybook),
    reasoning: rows.some(({ id }) => ranks.has(id)) ? reasoning : null,
    defaultText: `${
      byDefault.id === null
        ? `nothing (${byDefault.reason})`
        : (rows.find(({ id }) => id === byDefault.id)?.name ?? byDefault.id)
    }${desk.state().markets[view.market]?.hasUnprovenInputs ? CHOICE_ONLY : ''}`,
    notOffered: groupNotOffered(desk.listNotOffered(commodity)),
  };
}

/** Strategies by reason, in the order of their first one. */
function groupNotOffered(rows: readonly NotOffered[]): StrategiesDto['notOffered'] {
  const groups = group(rows, ({ reason }) => reason);
  return [...groups].map(([reason, found]) => ({ reason, names: found.map(({ name }) => name) }));
}

const CHOICE_ONLY =
  '; strategies that use weather or reports trade only when you choose them, because their records are of simulated weather';

function formatClosedSeason(row: PlaybookRow, nowMs: EpochMs): string | null {
  const season = getSeason(row);
  return season === null || isInSeason(row, nowMs) ? null : formatOutside(season, nowMs);
}

/** Records are committed with the program: each is formatted once. */
const formattedRecords = new WeakMap<TrackRecord, RecordDto>();

function serializeRecord(record: TrackRecord | null): RecordDto | null {
  if (record === null) return null;
  const formatted = formattedRecords.get(record) ?? formatRecord(record);
  formattedRecords.set(record, formatted);
  return formatted;
}

const formatRecord = (record: TrackRecord): RecordDto => ({
  grade: record.grade,
  trades: record.trades,
  accountPercents: record.accountPercents,
  returnsText: formatReturns(record),
  rangeText: formatRange(record),
  medianPercent: record.medianPercent,
  medianDollars: formatAccountDollars(record.medianPercent),
  worstYearPercent: record.worstYearPercent,
  edgeAndCost: `${formatBasisPoints(formatSignedNumber(record.edgeBp, 1))} / ${formatBasisPoints(formatNumber(record.costBp, 1))}`,
  turnover: `${formatNumber(record.turnover, 1)} times equity`,
  details: formatDetails(record),
});

const formatBasisPoints = (text: string): string => (text === MISSING ? MISSING : `${text} bp`);

const formatSimulations = ({ worlds, years }: TrackRecord): string =>
  `${worlds} simulations of ${formatCount(years)} years`;

const formatReturns = (record: TrackRecord): string =>
  `Account returns a year in ${formatSimulations(record)}: ${record.accountPercents
    .map((percent) => formatSignedPercent(percent))
    .join(', ')}`;

function formatRange(record: TrackRecord): string {
  const { accountPercents } = record;
  const [low, high] = [Math.min(...accountPercents), Math.max(...accountPercents)];
  return `${formatSimulations(record)}: ${formatSignedPercent(low)} to ${formatSignedPercent(high)}; the upright mark is zero`;
}

function formatDetails(record: TrackRecord): string {
  const configurations = record.trials === 1 ? 'configuration' : 'configurations';
  return [
    `Grade ${record.grade}: ${GRADE_TEXTS[record.grade]}.`,
    `${formatCount(record.trades)} trades (${formatNumber(record.tradesPerYear, 1)} a year).`,
    `Sharpe ratio ${formatNumber(record.sharpe, 2)}; deflated Sharpe ${formatNumber(record.deflatedSharpe, 2)}, the probability of exceeding the hurdle of ${formatNumber(record.hurdleSharpe, 2)} (luck in ${formatCount(record.trials)} ${configurations} of its family).`,
    `Max drawdown ${formatPercent(record.drawdownPercent)}.`,
    'Returns are net profit over the $25,000 account, simple.',
  ].join(' ');
}
