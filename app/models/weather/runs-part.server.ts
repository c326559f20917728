// Degree days of the last model runs: headline, chart, and the markets that the change moves.
import { greatest } from 'd3-array';
import type { MovedMarket, RunTone, RunsPart } from '../../contracts/weather-page';
import type { DegreeDaysDto, RecentRunsDto } from '../../contracts/api/almanac';
import {
  formatCalendarLabel,
  formatCount,
  formatNumber,
  formatSignedNumber,
} from '../../trading/domain/format';
import { getMarketName } from '../../trading/domain/market-name';
import { DEGREE_DAYS_MEDIUM } from '../../trading/weather/intelligence';
import { type HeldPosition, combineSides } from './held-positions.server';
import { buildRunChart, formatRunDay, formatRunHour, getRunTone } from './run-chart.server';
import { roundTo } from './serialize-weather.server';

const formatDay = (date: string): string => formatCalendarLabel('day', Date.parse(date), 'UTC');
const formatRun = (issuedAt: string): string =>
  `${formatRunDay(Date.parse(issuedAt))} ${formatRunHour(Date.parse(issuedAt))}`;

const TONE_WORDS: Readonly<Record<RunTone, string>> = {
  colder: 'Colder than the last run',
  warmer: 'Warmer than the last run',
  flat: 'Unchanged since the last run',
};

type RegionChange = RecentRunsDto['regions'][number];

/** Region with the largest change of the same direction as the total. */
const findLargestChange = (
  regions: RecentRunsDto['regions'],
  tone: RunTone,
): RegionChange | undefined =>
  greatest(
    regions.filter(({ change }) => (tone === 'colder' ? change < 0 : change > 0)),
    ({ change }) => Math.abs(change),
  );

const formatWhere = (found: RegionChange | undefined, span: string): string =>
  found
    ? `Largest in the ${found.region}: mean temperature ${formatNumber(Math.abs(found.change), 1)} °F ${found.change < 0 ? 'lower' : 'higher'}, ${span}.`
    : '';

/** The moved markets, with the side of the own positions; a hub is a market. */
const listMovedMarkets = (
  { moves }: RecentRunsDto,
  held: readonly HeldPosition[],
): readonly MovedMarket[] =>
  moves.map(({ commodity, hub, direction }) => ({
    name: getMarketName(commodity, hub),
    commodity,
    direction,
    held: combineSides(
      held.filter((position) => position.commodity === commodity && position.hub === hub),
    ),
  }));

const NO_MOVES = `No market moves: that takes ${DEGREE_DAYS_MEDIUM} heating or cooling degree days in one of its regions, in season.`;

/** Null without a run. */
export function buildRunsPart(
  degreeDays: DegreeDaysDto | null,
  held: readonly HeldPosition[],
): RunsPart | null {
  const recent = degreeDays?.recentRuns;
  const newest = recent?.runs.at(-1);
  if (!degreeDays || !recent || !newest) return null;
  const tone = getRunTone(newest, recent.runs.at(-2));
  const span = `${formatDay(recent.from)} to ${formatDay(recent.until)}`;
  const { normal } = recent;
  const moves = listMovedMarkets(recent, held);
  const change =
    newest.change === null
      ? 'No earlier run to compare with.'
      : `${TONE_WORDS[tone]}: ${formatSignedNumber(newest.change, 1)} gas-weighted degree days, ${span}.`;
  const vsNormal =
    normal === null
      ? ''
      : `, ${formatSignedNumber(roundTo(newest.total - normal, 1), 1)} vs normal ${formatNumber(normal, 1)}`;
  return {
    tone,
    headline: change,
    where: tone === 'flat' ? '' : formatWhere(findLargestChange(recent.regions, tone), span),
    moves,
    noMoves: moves.length > 0 || newest.change === null ? null : NO_MOVES,
    span,
    sinceLastRun: degreeDays.sinceLastRun?.total ?? null,
    sinceDayAgo: degreeDays.sinceDayAgo?.total ?? null,
    chart: buildRunChart(
      recent,
      normal,
      `${formatCount(recent.runs.length)} runs over the same ${formatCount(recent.days)} days, ${span}: ${formatNumber(newest.total, 1)} gas-weighted degree days in the run of ${formatRun(newest.issuedAt)}${vsNormal}.`,
    ),
    rows: recent.runs
      .map(({ issuedAt, heating, cooling, total, change: by }) => ({
        issuedAt,
        run: formatRun(issuedAt),
        heating,
        cooling,
        total,
        change: by,
      }))
      .reverse(),
  };
}
