// Positions of traders in the futures of a chain, as the CFTC publishes them each Friday.
import { greatest } from 'd3-array';
import type { TraderPositionsDto } from '../../contracts/curve-page';
import {
  formatCalendarLabel,
  formatCount,
  formatDate,
  formatIsoTime,
  formatSignedNumber,
} from '../../trading/domain/format';
import { DAY_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';
import type { SeriesValue } from '../../trading/market/vintage';
import type { WeatherSource } from '../../trading/weather/weather-source';
import { buildSeriesChart } from '../charts/series-chart.server';
import type { Terminal } from '../desk/terminal';
import type { CurveChain } from './curve-chain';

const WEEK_MS = 7 * DAY_MS;
const WEEKS_SHOWN = 52;
/** A report is of the day beside Tuesday where that is a holiday, so two of them are up to nine days apart. */
const WEEK_MAX_MS = 9 * DAY_MS;

/** Groups of the report, by the last part of the names of their series. */
const GROUPS = [
  { id: 'managed-money-net', name: 'Managed money, net', isNet: true },
  { id: 'producer-net', name: 'Producers and merchants, net', isNet: true },
  { id: 'open-interest', name: 'Open interest', isNet: false },
] as const;

/** Null for power, and in a market whose sources publish no positions, such as the simulated one. */
export function buildTraderPositions(
  desk: Pick<Terminal, 'findWeather' | 'publicData'>,
  market: string,
  { chain, hub }: Pick<CurveChain, 'chain' | 'hub'>,
): TraderPositionsDto | null {
  const source = desk.findWeather(market);
  if (!source || desk.publicData === null || hub !== null) return null;
  const histories = GROUPS.map((group) => ({ group, values: listWeeks(source, chain, group.id) }));
  const last = greatest(
    histories.flatMap(({ values }) => values.at(-1) ?? []),
    ({ validMs }) => validMs,
  );
  return {
    source: 'CFTC Commitments of Traders',
    asOf: last ? formatIsoTime(last.publishedMs) : null,
    nowMs: source.nowMs(),
    day: last ? formatDate(last.validMs, 'UTC') : null,
    groups: histories.flatMap(({ group, values }) => serializeGroup(group, values, last?.validMs)),
    chart: buildPositionChart(histories.map(({ values }) => values)),
  };
}

function listWeeks(
  { series, nowMs }: WeatherSource,
  chain: string,
  group: string,
): readonly SeriesValue[] {
  const knownMs = nowMs();
  return series.listHistory(
    `positions/${chain}/${group}`,
    knownMs - WEEKS_SHOWN * WEEK_MS,
    knownMs + 1,
    knownMs,
  );
}

/** Empty for a group that the newest report lacks. */
function serializeGroup(
  { name, isNet }: (typeof GROUPS)[number],
  values: readonly SeriesValue[],
  newestMs: EpochMs | undefined,
): TraderPositionsDto['groups'] {
  const [last, before] = [values.at(-1), values.at(-2)];
  if (last?.validMs !== newestMs || !last) return [];
  const isWeekAgo = before !== undefined && last.validMs - before.validMs <= WEEK_MAX_MS;
  const change = isWeekAgo ? last.value - before.value : null;
  return [{ name, isNet, contracts: last.value, change }];
}

/** Net positions of managed money and of producers; null with fewer than two weeks. */
function buildPositionChart([money = [], producers = []]: readonly (readonly SeriesValue[])[]) {
  const producersByDay = new Map(producers.map(({ validMs, value }) => [validMs, value]));
  const last = money.at(-1);
  if (!last || money.length < 2) return null;
  const side = last.value >= 0 ? 'long' : 'short';
  return buildSeriesChart({
    xs: money.map(({ validMs }) => validMs),
    lines: [
      { name: 'Managed money', look: 'main', values: money.map(({ value }) => value) },
      {
        name: 'Producers and merchants',
        look: 'norm',
        values: money.map(({ validMs }) => producersByDay.get(validMs) ?? null),
      },
    ],
    xText: (ms) => formatCalendarLabel('day', ms, 'UTC'),
    yText: (value) => formatSignedNumber(value, 0),
    summary: `Managed money is net ${side} by ${formatCount(Math.abs(last.value))} contracts on ${formatDate(last.validMs, 'UTC')}.`,
  });
}
