// Degree days of the last model runs: headline, chart, and the markets that the change moves.
import type { MovedMarket, RunTone, RunsPart } from '../../contracts/weather-page';
import type { DegreeDaysDto, RecentRunsDto } from '../../contracts/api/almanac';
import {
  formatCalendarLabel,
  formatCount,
  formatNumber,
  formatSignedNumber,
} from '../../trading/domain/format';
import { DAY_MS } from '../../trading/domain/time';
import { dedupeEffects, listEffects, reverseEffects } from '../../trading/weather/responses';
import { WEATHER_REGIONS, type WeatherRegion } from '../../trading/weather/places';
import { type HeldPosition, findHeldSide } from './held-positions.server';
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

/** Region with the largest change of the same direction as the total. */
function findWorstRegion(
  regions: RecentRunsDto['regions'],
  tone: RunTone,
): RecentRunsDto['regions'][number] | null {
  const same = regions.filter(({ change }) => (tone === 'colder' ? change < 0 : change > 0));
  return same.reduce<RecentRunsDto['regions'][number] | null>(
    (worst, each) => (worst && Math.abs(worst.change) >= Math.abs(each.change) ? worst : each),
    null,
  );
}

const isRegion = (name: string): name is WeatherRegion =>
  WEATHER_REGIONS.some((region) => region === name);

/** Effects in season of the regions that changed as the total did. */
function listMoves(
  { regions, from }: RecentRunsDto,
  tone: RunTone,
  held: readonly HeldPosition[],
): MovedMarket[] {
  if (tone === 'flat') return [];
  const fromMs = Date.parse(from);
  const effects = regions
    .filter(({ change }) => (tone === 'colder' ? change < 0 : change > 0))
    .flatMap(({ region }) => {
      if (!isRegion(region)) return [];
      const [cold, heat] = [
        listEffects(region, 'cold', fromMs),
        listEffects(region, 'heat', fromMs),
      ];
      return tone === 'colder'
        ? [...cold, ...reverseEffects(heat)]
        : [...heat, ...reverseEffects(cold)];
    });
  return dedupeEffects(effects).map(({ commodity, direction }) => ({
    commodity,
    direction,
    held: findHeldSide(held, commodity),
  }));
}

/** Sum of the normals of the days that all runs cover; null where one is missing. */
function sumNormals({ days }: DegreeDaysDto, { from, until }: RecentRunsDto): number | null {
  return days
    .filter(({ date }) => date >= from && date <= until)
    .reduce<
      number | null
    >((sum, { heatingNormal, coolingNormal }) => (sum === null || heatingNormal === null || coolingNormal === null ? null : sum + heatingNormal + coolingNormal), 0);
}

function formatWhere(region: RecentRunsDto['regions'][number] | null): string {
  if (!region) return '';
  const size = formatNumber(Math.abs(region.change), 1);
  return `Largest in the ${region.region}: ${size} °F a day ${region.change < 0 ? 'colder' : 'warmer'}.`;
}

/** Newest total minus that of the run issued `ms` earlier; null without that run. */
function computeChangeSince(runs: RecentRunsDto['runs'], ms: number): number | null {
  const newest = runs.at(-1);
  const older = runs.find(
    ({ issuedAt }) => newest && Date.parse(newest.issuedAt) - Date.parse(issuedAt) === ms,
  );
  return newest && older ? roundTo(newest.total - older.total, 1) : null;
}

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
  const normal = roundTo(sumNormals(degreeDays, recent), 1);
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
    where: tone === 'flat' ? '' : formatWhere(findWorstRegion(recent.regions, tone)),
    moves: listMoves(recent, tone, held),
    span,
    sinceLastRun: newest.change,
    sinceDayAgo: computeChangeSince(recent.runs, DAY_MS),
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
    regions: recent.regions,
  };
}
