// Spot prices of the power hubs: a card with a chart for each, and the day-ahead hours as a table.
import type { PowerHourRow, PowerHubCard, PowerPanelDto } from '../../contracts/power-prices';
import type { SeriesShape } from '../../contracts/series-shape';
import { POWER_HUBS, type PowerHub } from '../../trading/domain/contract';
import {
  formatAge,
  formatCalendarLabel,
  formatCount,
  formatDollars,
  formatIsoTime,
  formatSentence,
  formatSignedPercent,
  formatHourMinute,
  getZoneName,
} from '../../trading/domain/format';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';
import { getMoment, getWallTime } from '../../trading/market/local-time';
import { getDemandSeries } from '../../trading/market/series-catalog';
import type { PowerMarket } from '../../trading/market/sources/reading';
import type { PowerPrice } from '../../trading/market/sources/power-prices-reader';
import type { SpotPrice, SpotReader } from '../../trading/market/spot-price';
import type { VintageReader } from '../../trading/market/vintage';
import { computeMean } from '../../trading/statistics/sample';
import { formatAxisDollars } from '../charts/axis-dollars';
import { buildSeriesChart } from '../charts/series-chart.server';

/** Step of the charts: real-time prices of less are averaged. */
const STEP_MS = 15 * MINUTE_MS;
/** A chart has five labels: at full hours, if it is a multiple of four hours long. */
const LABEL_STEP_MS = 4 * HOUR_MS;
interface PowerRequest {
  readonly spot: SpotReader;
  /** Published series, of which demand is shown. */
  readonly series: VintageReader;
  readonly nowMs: EpochMs;
  readonly timeZone: string;
  /** Midnight before now in the time zone. */
  readonly fromMs: EpochMs;
  /** End of all charts. */
  readonly untilMs: EpochMs;
}

/** Builds the panel. Charts and table begin at midnight in the time zone. */
export function buildPowerPrices(
  { spot, series }: Pick<PowerRequest, 'spot' | 'series'>,
  nowMs: EpochMs,
  timeZone: string,
): PowerPanelDto {
  const fromMs = getMoment(getWallTime(nowMs, timeZone).dayMs, 0, timeZone);
  const untilMs = findChartEnd(spot, nowMs, fromMs);
  const request = { spot, series, nowMs, timeZone, fromMs, untilMs };
  const newest = spot.listSpotPrices(nowMs);
  return {
    cards: POWER_HUBS.map((hub) =>
      buildCard(hub, newest.find((price) => price.hub === hub) ?? null, request),
    ),
    hours: listHours(request),
    zone: getZoneName(nowMs, timeZone),
  };
}

/** End of the last published hour of any hub, in whole steps of the labels. */
function findChartEnd(spot: SpotReader, nowMs: EpochMs, fromMs: EpochMs): EpochMs {
  const ends = POWER_HUBS.flatMap(
    (hub) => listToday(hub, 'day-ahead', { spot, fromMs }).at(-1)?.endsMs ?? [],
  );
  return fromMs + Math.ceil((Math.max(nowMs, ...ends) - fromMs) / LABEL_STEP_MS) * LABEL_STEP_MS;
}

const listToday = (
  hub: PowerHub,
  market: PowerMarket,
  { spot, fromMs }: Pick<PowerRequest, 'spot' | 'fromMs'>,
): readonly PowerPrice[] => spot.power.listPrices(hub, market, fromMs, fromMs + 2 * DAY_MS);

function buildCard(hub: PowerHub, newest: SpotPrice | null, request: PowerRequest): PowerHubCard {
  const { spot, nowMs, timeZone } = request;
  const isDaily = newest?.kind === 'daily';
  const { attribution, licence, delayMs } = isDaily ? spot.dailyHubSource : spot.hubSources[hub];
  const dayAhead = listToday(hub, 'day-ahead', request);
  const hourPrice = findHourPrice(dayAhead, nowMs);
  const isHourShown = hourPrice !== null && newest?.kind === 'real-time';
  return {
    hub,
    price: newest && formatDollars(newest.price),
    note: newest
      ? describeSpan(newest, timeZone)
      : 'No price has arrived yet. Data Health shows the reason.',
    dayAhead: isHourShown ? formatDollars(hourPrice) : null,
    isStale: newest?.isStale ?? false,
    isDaily,
    demand: describeDemand(hub, request),
    credit: `${attribution}; about ${formatAge(delayMs)} late. ${licence}`,
    chart: buildChart(hub, dayAhead, request),
  };
}

/** What a price is, and the day or the hours that it is for. */
const describeSpan = (
  { kind, description, startsMs, endsMs }: SpotPrice,
  timeZone: string,
): string =>
  formatSentence(
    kind === 'daily'
      ? `${description} of ${formatCalendarLabel('day', startsMs, 'UTC')}; prices of hours need the key of PJM`
      : `${description}, ${formatHourMinute(startsMs, timeZone)} to ${formatHourMinute(endsMs, timeZone)}`,
  );

/** Null without an hour of the last day. */
function describeDemand(hub: PowerHub, { series, nowMs, timeZone }: PowerRequest): string | null {
  const newest = series.findLatest(getDemandSeries(hub), nowMs);
  if (!newest || nowMs - newest.validMs > DAY_MS) return null;
  const { series: id, validMs, value } = newest;
  const before = series.findAsOf(id, validMs - 7 * DAY_MS, nowMs);
  const change =
    before && before.value > 0
      ? `, ${formatSignedPercent((100 * (value - before.value)) / before.value, 1)} in a week`
      : '';
  const from = formatHour(validMs, timeZone);
  const until = formatHourMinute(validMs + HOUR_MS, timeZone);
  return `Demand ${formatCount(Math.round(value))} MW${change}, ${from} to ${until} (EIA)`;
}

/** Day-ahead hours as steps until the last published one, and real-time prices until now. */
function buildChart(
  hub: PowerHub,
  dayAhead: readonly PowerPrice[],
  request: PowerRequest,
): SeriesShape | null {
  const { timeZone, fromMs, untilMs } = request;
  const realTime = listToday(hub, 'real-time', request);
  const steps = (untilMs - fromMs) / STEP_MS;
  const xs = Array.from({ length: steps + 1 }, (_, step) => fromMs + step * STEP_MS);
  return buildSeriesChart({
    xs,
    lines: [
      { name: 'Real-time', look: 'main', values: xs.map((ms) => averageStep(realTime, ms)) },
      { name: 'Day-ahead', look: 'norm', values: xs.map((ms) => findHourPrice(dayAhead, ms)) },
    ],
    xText: (ms) => formatHourMinute(ms, timeZone),
    yText: formatAxisDollars,
    summary: summarizeDay(hub, dayAhead, request),
  });
}

function averageStep(prices: readonly PowerPrice[], fromMs: EpochMs): number | null {
  const found = prices.filter(({ startsMs, endsMs }) =>
    endsMs - startsMs > STEP_MS
      ? startsMs <= fromMs && fromMs < endsMs
      : startsMs >= fromMs && startsMs < fromMs + STEP_MS,
  );
  return found.length === 0 ? null : computeMean(found.map((price) => price.dollarsPerMwh));
}

const findHourPrice = (hours: readonly PowerPrice[], atMs: EpochMs): number | null =>
  hours.find(({ startsMs, endsMs }) => startsMs <= atMs && atMs < endsMs)?.dollarsPerMwh ?? null;

function summarizeDay(
  hub: PowerHub,
  dayAhead: readonly PowerPrice[],
  { timeZone }: PowerRequest,
): string {
  const ordered = [...dayAhead].sort((a, b) => a.dollarsPerMwh - b.dollarsPerMwh);
  const [low, high] = [ordered[0], ordered.at(-1)];
  if (!low || !high) return `${hub}: no day-ahead price is published yet.`;
  const describePrice = ({ dollarsPerMwh, startsMs }: PowerPrice): string =>
    `${formatDollars(dollarsPerMwh)} at ${formatHour(startsMs, timeZone)}`;
  return `${hub} day-ahead: lowest ${describePrice(low)}, highest ${describePrice(high)}.`;
}

const formatHour = (atMs: EpochMs, timeZone: string): string =>
  `${formatCalendarLabel('day', atMs, timeZone)} ${formatHourMinute(atMs, timeZone)}`;

/** Hours with a day-ahead price at any hub, in order of time. */
function listHours(request: PowerRequest): readonly PowerHourRow[] {
  const hubs = POWER_HUBS.map((hub) => listToday(hub, 'day-ahead', request));
  const starts = [...new Set(hubs.flat().map(({ startsMs }) => startsMs))].sort((a, b) => a - b);
  return starts.map((startsMs) => ({
    startsAt: formatIsoTime(startsMs),
    label: formatHour(startsMs, request.timeZone),
    prices: hubs.map((prices) => {
      const price = findHourPrice(prices, startsMs);
      return price === null ? null : formatDollars(price);
    }),
  }));
}
