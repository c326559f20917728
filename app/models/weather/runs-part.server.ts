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
import type { EarlierRun, RecentRuns } from '../../trading/weather/recent-runs';
import { type HeldPosition, combineSides } from './held-positions.server';
import { buildRunChart, formatRunDay, formatRunHour, getRunTone } from './run-chart.server';
import { roundTo } from './serialize-weather.server';

const formatDay = (day: string | number): string =>
  formatCalendarLabel('day', new Date(day).getTime(), 'UTC');
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

const formatNoMoves = (largestChange: number | null): string =>
  `No market effect: largest regional change ${formatSignedNumber(largestChange, 1)} degree days (needs ${DEGREE_DAYS_MEDIUM}, in season).`;

const formatSpan = (from: string | number, until: string | number): string =>
  `${formatDay(from)} to ${formatDay(until)}`;

/** The change since the last run, over the days of these two runs. */
function buildHeadline(
  { sinceLastRun }: DegreeDaysDto,
  { regions }: RecentRunsDto,
  last: EarlierRun | null,
): Pick<RunsPart, 'tone' | 'headline' | 'where'> {
  if (!sinceLastRun || !last)
    return { tone: 'flat', headline: 'No earlier run to compare with.', where: '' };
  const tone = getRunTone(sinceLastRun);
  const span = formatSpan(last.fromMs, last.untilMs);
  return {
    tone,
    headline: `${TONE_WORDS[tone]}: ${formatSignedNumber(sinceLastRun.total, 1)} gas-weighted degree days, ${span}.`,
    where: tone === 'flat' ? '' : formatWhere(findLargestChange(regions, tone), span),
  };
}

/** Null without a run. */
export function buildRunsPart(
  degreeDays: DegreeDaysDto | null,
  found: RecentRuns | null,
  held: readonly HeldPosition[],
): RunsPart | null {
  const recent = degreeDays?.recentRuns;
  const newest = recent?.runs.at(-1);
  if (!degreeDays || !recent || !newest || !found) return null;
  const span = formatSpan(recent.from, recent.until);
  const { normal } = recent;
  const moves = listMovedMarkets(recent, held);
  const vsNormal =
    normal === null
      ? ''
      : `, ${formatSignedNumber(roundTo(newest.total - normal, 1), 1)} vs normal ${formatNumber(normal, 1)}`;
  return {
    ...buildHeadline(degreeDays, recent, found.last),
    moves,
    noMoves: moves.length > 0 || found.last === null ? null : formatNoMoves(found.largestChange),
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
