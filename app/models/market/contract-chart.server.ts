// Candle chart of a contract for one user: bars, fills, levels of the position, and the signal.
import type { ContractChartDto } from '../../contracts/contract-chart';
import {
  CHART_RANGES,
  type Candle,
  type CandleFill,
  type ChartRange,
  type ContractChartData,
  type DatedEvent,
  type ForecastFan,
  type PriceLevel,
} from '../../contracts/contract-chart-data';
import type { Terminal } from '../desk/terminal';
import { createViewCache } from '../desk/view-cache';
import { type ContractFill, listContractFills } from '../positions/fill.server';
import { listSignals } from '../signals/signals.server';
import type { DeskView, PositionRow } from '../../trading/desk-view';
import {
  BAR_INTERVAL_MS,
  type BarInterval,
  findLastBefore,
  formatBarTime,
} from '../../trading/domain/bar-interval';
import { getBookId } from '../../trading/domain/book';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatAge,
  formatDateTime,
  formatNumber,
  formatPrice,
  formatSignedNumber,
  formatSignedPercent,
  formatSize,
} from '../../trading/domain/format';
import { type Instrument, getChain, getCode, toPriceNumber } from '../../trading/domain/instrument';
import type { Bar } from '../../trading/domain/quote';
import { DAY_MS, HOUR_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';
import {
  type BarHistory,
  type BarReader,
  getBarStartMs,
  getOldestBarMs,
} from '../../trading/market/bar-reader';
import { listCalendarEvents } from '../../trading/market/event-calendar';

interface RangeRow {
  readonly interval: BarInterval;
  readonly spanMs: number;
  readonly barName: string;
  /** The time that the bars cover where none is missing at its start. */
  readonly span: string;
}

const RANGES: Readonly<Record<ChartRange, RangeRow>> = {
  '1D': { interval: '15m', spanMs: DAY_MS, barName: '15-minute bars', span: 'in 24 hours' },
  '1W': { interval: '1h', spanMs: 7 * DAY_MS, barName: 'hourly bars', span: 'in 7 days' },
  '1M': { interval: '1d', spanMs: 30 * DAY_MS, barName: 'daily bars', span: 'in 30 days' },
  '1Y': { interval: '1d', spanMs: 365 * DAY_MS, barName: 'daily bars', span: 'in 365 days' },
};
const DEFAULT_RANGE: ChartRange = '1W';

/** More markers would hide the candles; the newest are shown. */
const FILLS_MAX = 60;
/** A page waits this long for bars that are not ready, then shows those that are. */
const WAIT_MS = 1200;
/** Bars shown before the entry of a position. */
const LEAD_FRACTION = 0.15;
const LOADING = 'History is loading: older bars appear after a reload.';

/** A position whose life the chart shows. */
interface ChartedPosition {
  readonly id: string;
  readonly openedMs: EpochMs;
  readonly closedMs: EpochMs | null;
}

interface ContractChartRequest {
  readonly desk: Terminal;
  readonly userId: string;
  readonly view: DeskView;
  readonly instrument: Instrument;
  /** Value of the range parameter; an unknown one selects the default. */
  readonly range: string | null;
  /** Address of the same page with another range. */
  readonly linkTo: (range: string) => string;
  /** Zone of all times and of the time axis. */
  readonly timeZone: string;
  /** Adds the range since its entry, which is then the default, and shows only its fills. */
  readonly position?: ChartedPosition;
}

const SINCE_ENTRY = 'entry';

interface Window extends RangeRow {
  readonly name: string;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
}

const toRange = (text: string | null): ChartRange | null =>
  CHART_RANGES.find((range) => range === text) ?? null;

/** The finest bars of which the life of a position has at most about 200. */
function buildEntryWindow({ openedMs, closedMs }: ChartedPosition, nowMs: EpochMs): Window {
  const endMs = closedMs ?? nowMs;
  const heldMs = Math.max(2 * HOUR_MS, endMs - openedMs);
  const interval: BarInterval = heldMs <= 2 * DAY_MS ? '15m' : heldMs <= 10 * DAY_MS ? '1h' : '1d';
  const lengthMs = BAR_INTERVAL_MS[interval];
  const leadMs = Math.max(4 * lengthMs, heldMs * LEAD_FRACTION);
  const { barName } =
    Object.values(RANGES).find((row) => row.interval === interval) ?? RANGES['1D'];
  return {
    name: SINCE_ENTRY,
    interval,
    barName,
    span: closedMs === null ? 'since shortly before the entry' : 'around the holding time',
    spanMs: heldMs,
    fromMs: openedMs - leadMs,
    untilMs: closedMs === null ? nowMs + 1 : Math.min(nowMs + 1, closedMs + leadMs),
  };
}

function buildWindow(
  { range, position }: Pick<ContractChartRequest, 'range' | 'position'>,
  nowMs: EpochMs,
): Window {
  const selected = toRange(range);
  if (position && selected === null) return buildEntryWindow(position, nowMs);
  const name = selected ?? DEFAULT_RANGE;
  const row = RANGES[name];
  return { ...row, name, fromMs: nowMs - row.spanMs, untilMs: nowMs + 1 };
}

/** A history without the wanted bars shows the shortest it has. */
function fitWindow(window: Window, reader: BarReader, instrument: Instrument): Window | null {
  const intervals = reader.listIntervals(instrument);
  if (intervals.includes(window.interval)) return window;
  const [interval] = intervals;
  const row = Object.values(RANGES).find((one) => one.interval === interval);
  return interval && row ? { ...window, interval, barName: row.barName } : null;
}

/** Chart of each view and request; null while its older bars are loading. */
const cacheChart = createViewCache<{ chart: ContractChartDto | null }>();

/** Chart of a contract; without a history its note has the reason. */
export async function buildContractChart(request: ContractChartRequest): Promise<ContractChartDto> {
  const { view, instrument, range, linkTo, timeZone, position } = request;
  const key = JSON.stringify([instrument.id, range, linkTo(''), timeZone, position]);
  const cached = cacheChart(view, key, () => ({ chart: null }));
  if (cached.chart !== null) return cached.chart;
  const chart = await drawChart(request);
  if (chart.note !== LOADING) cached.chart = chart;
  return chart;
}

async function drawChart(request: ContractChartRequest): Promise<ContractChartDto> {
  const { desk, view, instrument } = request;
  const { nowMs } = desk.state();
  const reader = desk.findBars(view.market);
  const wanted = buildWindow(request, nowMs);
  const window = reader && fitWindow(wanted, reader, instrument);
  const head = { ...buildHead(request, wanted, window ?? wanted), data: null, summary: '' };
  if (!reader || !window)
    return { ...head, note: `The market ${view.market} has no price history.` };
  const { bars, isLoading } = await readWindow(reader, instrument, window, nowMs);
  if (bars.length === 0)
    return { ...head, note: isLoading ? LOADING : 'No trade of this contract in this time.' };
  const data = buildData(request, bars, window, nowMs);
  return {
    ...head,
    note: isLoading ? LOADING : null,
    summary: formatSummary(request, bars, window, data),
    data,
  };
}

/** Title, unit and links. */
function buildHead(
  { instrument, linkTo, position }: ContractChartRequest,
  wanted: Window,
  { barName, interval }: Window,
): Omit<ContractChartDto, 'data' | 'note' | 'summary'> {
  const { displayName, priceUnit } = COMMODITIES[instrument.commodity];
  const code = getCode(instrument);
  return {
    contract: code,
    title: `${displayName} ${code}`,
    href: buildChartPath(code),
    priceUnit,
    barName,
    barsHref: `/api/bars?contract=${encodeURIComponent(code)}&interval=${interval}`,
    ranges: [
      ...(position ? [{ name: SINCE_ENTRY, text: 'Since entry' }] : []),
      ...CHART_RANGES.map((name) => ({ name, text: name })),
    ].map(({ name, text }) => ({ text, href: linkTo(name), isCurrent: name === wanted.name })),
  };
}

function buildData(
  request: ContractChartRequest,
  bars: readonly Bar[],
  window: Window,
  nowMs: EpochMs,
): ContractChartData {
  const { instrument, position, timeZone } = request;
  const fan = position?.closedMs ? null : findFan(request);
  return {
    bars: bars.map((bar) => toCandle(instrument, bar)),
    decimals: instrument.tick.decimals,
    fills: listFills(request, bars, window),
    levels: listLevels(request, bars),
    showsStop: position !== undefined,
    fan,
    events: listEvents(request, bars[0]?.startsMs ?? nowMs, fan?.atMs ?? window.untilMs),
    barMs: BAR_INTERVAL_MS[window.interval],
    timeZone,
    nowMs,
  };
}

/** Address of the page of a contract or root symbol. */
export const buildChartPath = (name: string): string => `/chart/${encodeURIComponent(name)}`;

async function readWindow(
  reader: BarReader,
  instrument: Instrument,
  { interval, fromMs, untilMs }: Window,
  nowMs: EpochMs,
): Promise<BarHistory> {
  const query = {
    instrument,
    interval,
    fromMs: Math.max(getBarStartMs(fromMs, interval), getOldestBarMs(nowMs, interval)),
    untilMs,
  };
  await reader.waitForBars(query, WAIT_MS);
  return reader.read(query);
}

const toCandle = (instrument: Instrument, bar: Bar): Candle => [
  bar.startsMs,
  toPriceNumber(instrument, bar.openTicks),
  toPriceNumber(instrument, bar.highTicks),
  toPriceNumber(instrument, bar.lowTicks),
  toPriceNumber(instrument, bar.closeTicks),
];

const findBar = (bars: readonly Bar[], atMs: EpochMs): number =>
  findLastBefore(bars, atMs, ({ startsMs }) => startsMs);

function listFills(
  { desk, userId, view, instrument, position }: ContractChartRequest,
  bars: readonly Bar[],
  { untilMs }: Window,
): CandleFill[] {
  const fromMs = bars[0]?.startsMs ?? untilMs;
  const rows = listContractFills(desk.db, {
    userId,
    bookId: getBookId(userId, view.mode),
    epoch: view.epoch,
    instrumentId: instrument.id,
    positionId: position?.id ?? null,
    fromMs,
    untilMs,
    limit: FILLS_MAX,
  });
  return rows.flatMap((row) => {
    const bar = findBar(bars, row.atMs);
    return bar < 0 ? [] : [{ ...serializeFill(instrument, row), bar }];
  });
}

const PURPOSES = { ENTRY: 'entry', EXIT: 'exit', STOP: 'stop', TARGET: 'target' } as const;

const serializeFill = (
  instrument: Instrument,
  { atMs, side, purpose, lots, priceTicks }: ContractFill,
): Omit<CandleFill, 'bar'> => ({
  side,
  atMs,
  price: toPriceNumber(instrument, priceTicks),
  text: `${side} ${formatSize(instrument, lots)} at ${formatPrice(instrument, priceTicks)} (${PURPOSES[purpose]})`,
});

const findOpenRow = ({ view, instrument, position }: ContractChartRequest): PositionRow | null =>
  view.positions.find((row) =>
    position ? row.position.id === position.id : row.instrument.id === instrument.id,
  ) ?? null;

/** Average entry, stop and target of the open position in the contract. */
function listLevels(request: ContractChartRequest, bars: readonly Bar[]): PriceLevel[] {
  const row = findOpenRow(request);
  if (!row || bars.length === 0) return [];
  const levels = [
    { kind: 'entry', name: 'Entry', price: row.entryPrice },
    { kind: 'stop', name: 'Stop', price: row.stop?.price ?? null },
    { kind: 'target', name: 'Target', price: row.target?.price ?? null },
  ] as const;
  return levels.flatMap(({ price, ...level }) => (price === null ? [] : [{ ...level, price }]));
}

/** The 80% interval of the active signal of this contract; null without one. */
function findFan({ desk, view, instrument }: ContractChartRequest): ForecastFan | null {
  const signal = listSignals(desk, view).find(({ contract }) => contract === getCode(instrument));
  return signal ? { low: signal.low, high: signal.high, atMs: Date.parse(signal.expiresAt) } : null;
}

/** Reports of the commodity, and roll and expiry of this and earlier months, in order of time. */
function listEvents(
  { desk, view, instrument, timeZone }: ContractChartRequest,
  fromMs: EpochMs,
  untilMs: EpochMs,
): DatedEvent[] {
  const months = Object.values(desk.state().listings[view.market] ?? {}).filter(
    (one) => getChain(one) === getChain(instrument),
  );
  return listCalendarEvents({ fromMs, untilMs, months, kinds: ['report', 'roll', 'expiry'] })
    .filter(({ commodities }) => commodities.includes(instrument.commodity))
    .flatMap(({ kind, report, atMs, title }) => {
      const drawnKind = report ?? (kind === 'roll' || kind === 'expiry' ? kind : null);
      const text = `${title}, ${formatDateTime(atMs, timeZone)}`;
      return drawnKind === null ? [] : [{ kind: drawnKind, atMs, text }];
    });
}

/** Time from the first to the last bar; with its start where the window has no earlier bar. */
function formatSpan(
  { startsMs }: Bar,
  { endsMs }: Bar,
  { fromMs, span }: Window,
  chart: ContractChartData,
): string {
  if (startsMs - fromMs <= 2 * chart.barMs) return span;
  const length = formatAge(Math.min(endsMs, chart.nowMs) - startsMs);
  return `since ${formatBarTime(startsMs, chart)} (${length})`;
}

const formatFan = (
  { low, high, atMs }: ForecastFan,
  { decimals, timeZone }: ContractChartData,
): string =>
  `AI signal: 80% range until ${formatDateTime(atMs, timeZone)}: ${formatNumber(low, decimals)}\u2013${formatNumber(high, decimals)}.`;

function formatSummary(
  { instrument }: ContractChartRequest,
  bars: readonly Bar[],
  window: Window,
  chart: ContractChartData,
): string {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return '';
  const toPrice = (ticks: number): number => toPriceNumber(instrument, ticks);
  const { decimals } = instrument.tick;
  const [open, close] = [toPrice(first.openTicks), toPrice(last.closeTicks)];
  const low = toPrice(Math.min(...bars.map(({ lowTicks }) => lowTicks)));
  const high = toPrice(Math.max(...bars.map(({ highTicks }) => highTicks)));
  const change = formatSignedNumber(close - open, decimals);
  const percent =
    open === 0 ? '' : ` (${formatSignedPercent(((close - open) / Math.abs(open)) * 100)})`;
  const { priceUnit } = COMMODITIES[instrument.commodity];
  const range = `${formatNumber(close, decimals)} ${priceUnit}, ${change}${percent} ${formatSpan(first, last, window, chart)}; low ${formatNumber(low, decimals)}, high ${formatNumber(high, decimals)}.`;
  return chart.fan === null ? range : `${range} ${formatFan(chart.fan, chart)}`;
}
