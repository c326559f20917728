// Positions of traders in the futures of a chain, as the CFTC publishes them each Friday.
import type { TraderPositionsDto } from '../../contracts/curve-page';
import {
  formatCalendarLabel,
  formatCount,
  formatDate,
  formatIsoTime,
  formatSignedNumber,
} from '../../trading/domain/format';
import { DAY_MS } from '../../trading/domain/time';
import type { SeriesValue } from '../../trading/market/vintage';
import type { WeatherSource } from '../../trading/weather/weather-source';
import { buildSeriesChart } from '../charts/series-chart.server';
import type { Terminal } from '../desk/terminal';
import type { CurveChain } from './curve-chain';

const WEEK_MS = 7 * DAY_MS;
const WEEKS_SHOWN = 52;

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
  const newest = histories.flatMap(({ values }) => values.at(-1) ?? []);
  const last = newest.reduce<SeriesValue | null>(
    (latest, value) => (latest && latest.validMs >= value.validMs ? latest : value),
    null,
  );
  return {
    source: 'CFTC Commitments of Traders',
    asOf: last && formatIsoTime(last.publishedMs),
    nowMs: source.nowMs(),
    day: last && formatDate(last.validMs, 'UTC'),
    groups: histories.flatMap(({ group, values }) => serializeGroup(group, values)),
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

function serializeGroup(
  { name, isNet }: (typeof GROUPS)[number],
  values: readonly SeriesValue[],
): TraderPositionsDto['groups'] {
  const [last, before] = [values.at(-1), values.at(-2)];
  if (!last) return [];
  const change = before ? last.value - before.value : null;
  return [{ name, isNet, contracts: last.value, change }];
}

/** Net positions of managed money and of producers; null with fewer than two common weeks. */
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
