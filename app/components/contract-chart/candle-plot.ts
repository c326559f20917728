// Geometry of a candle chart. Bars stand at equal distances; the forecast to their right has a time
// scale of its own.
import type {
  Candle,
  CandleFill,
  ChartEventKind,
  ContractChartData,
  PriceLevel,
} from '../../contracts/contract-chart-data';
import type { Tick } from '../../contracts/chart-shape';
import { buildRoundAxis } from '../../contracts/round-axis';
import { findLastBefore } from '../../trading/domain/bar-interval';
import {
  formatCalendarLabel,
  formatDate,
  formatNumber,
  formatHourMinute,
  formatTimeOfDay,
} from '../../trading/domain/format';
import { DAY_MS, HOUR_MS } from '../../trading/domain/time';

/** Units of the drawing: one bar is 10 wide, the plot 300 high. */
const SLOT = 10;
const HALF_BODY = 3;
export const PLOT_HEIGHT = 300;
/** Width of the forecast, and of the free space without one, by the number of bars. */
const FAN_FRACTION = 0.14;
const FREE_FRACTION = 0.02;
/** Free space above and below the prices. */
const PADDING = 0.06;
const Y_TICKS = 6;
/** Minimum distance between labels, percent of the width: wide and narrow screens. */
const LABEL_GAP = 7;
const LABEL_GAP_NARROW = 22;
/** Levels nearer than this have their names on opposite sides of their lines; percent. */
const NAME_GAP = 6;
/** More events are drawn without letters. */
const LETTERS_MAX = 16;

export interface LevelLine extends PriceLevel {
  /** Percent from the top; null beyond the drawn prices. */
  readonly y: number | null;
  readonly text: string;
  readonly isBelow: boolean;
}

export interface FillPoint {
  readonly x: number;
  readonly y: number;
  readonly side: CandleFill['side'];
  readonly texts: readonly string[];
}

export interface EventPoint {
  /** Position in bars from the left. */
  readonly slot: number;
  readonly kind: ChartEventKind;
  readonly letter: string;
  readonly text: string;
}

export interface CandlePlot {
  readonly width: number;
  /** Wicks and bodies of bars that closed at or above their open, and below it. */
  readonly rising: string;
  readonly falling: string;
  readonly fan: { readonly path: string; readonly low: Tick; readonly high: Tick } | null;
  readonly yTicks: readonly Tick[];
  readonly xTicks: readonly Tick[];
  readonly levels: readonly LevelLine[];
  readonly fills: readonly FillPoint[];
  readonly events: readonly (EventPoint & { readonly x: number })[];
  readonly last: { readonly y: number; readonly text: string };
}

export const EVENT_LETTERS: Readonly<Record<ChartEventKind, string>> = {
  'EIA gas storage': 'S',
  'EIA petroleum': 'P',
  'crop report': 'C',
  'OPEC meeting': 'O',
  roll: 'R',
  expiry: 'X',
};

const roundTo = (value: number, decimals = 1): number => Number(value.toFixed(decimals));

type PriceData = Pick<ContractChartData, 'bars' | 'fills' | 'levels' | 'showsStop' | 'fan'>;

/** Lowest and highest drawn price: bars, fills and forecast, and levels that lie near them. */
export function findPriceRange({
  bars,
  fills,
  levels,
  showsStop,
  fan,
}: PriceData): readonly [number, number] {
  const own = [
    ...bars.flatMap(([, , high, low]) => [high, low]),
    ...fills.map(({ price }) => price),
    ...(fan ? [fan.low, fan.high] : []),
    ...levels.flatMap(({ kind, price }) => (showsStop && kind === 'stop' ? [price] : [])),
  ];
  const [low, high] = [Math.min(...own), Math.max(...own)];
  const reach = high - low || Math.abs(high) * 0.01 || 1;
  const near = levels
    .map(({ price }) => price)
    .filter((price) => price >= low - reach && price <= high + reach);
  const [min, max] = [Math.min(low, ...near), Math.max(high, ...near)];
  const free = (max - min || reach) * PADDING;
  return [min - free, max + free];
}

/** Names the levels beyond the drawn prices; empty if there are none. */
export function formatHiddenLevels(data: PriceData & Pick<ContractChartData, 'decimals'>): string {
  const [low, high] = findPriceRange(data);
  const texts = data.levels
    .filter(({ price }) => price < low || price > high)
    .map(
      ({ name, price }) =>
        `${name} ${formatNumber(price, data.decimals)} ${price > high ? 'above' : 'below'}`,
    );
  return texts.length === 0 ? '' : `Beyond the chart: ${texts.join(', ')}.`;
}

/** Width of the space to the right of the bars, in bars. */
export const countFreeSlots = ({ bars, fan }: ContractChartData): number =>
  Math.max(fan ? 3 : 1, Math.round(bars.length * (fan ? FAN_FRACTION : FREE_FRACTION)));

export function buildCandlePlot(data: ContractChartData): CandlePlot {
  const { bars, decimals, fan } = data;
  const freeSlots = countFreeSlots(data);
  const width = (bars.length + freeSlots) * SLOT;
  const [low, high] = findPriceRange(data);
  const toY = (price: number): number => roundTo(((high - price) / (high - low)) * PLOT_HEIGHT);
  const percentY = (price: number): number => roundTo(((high - price) / (high - low)) * 100, 2);
  const percentX = (units: number): number => roundTo((units / width) * 100, 2);
  const axis = buildRoundAxis(low, high, Y_TICKS);
  const axisDecimals = Math.min(decimals, axis.decimals);
  const close = bars.at(-1)?.[4] ?? 0;
  const toTick = (price: number): Tick => ({
    at: percentY(price),
    text: formatNumber(price, decimals),
    anchor: 'end',
    isMain: true,
  });
  const lastX = (bars.length - 0.5) * SLOT;
  return {
    width,
    rising: bars
      .map((bar, index) => (bar[4] >= bar[1] ? drawCandle(bar, index, toY) : ''))
      .join(''),
    falling: bars
      .map((bar, index) => (bar[4] < bar[1] ? drawCandle(bar, index, toY) : ''))
      .join(''),
    fan: fan && {
      path: `M${lastX},${toY(close)}L${width},${toY(fan.high)}V${toY(fan.low)}Z`,
      low: toTick(fan.low),
      high: toTick(fan.high),
    },
    yTicks: axis.values.map((value) => ({
      at: percentY(value),
      text: formatNumber(value, axisDecimals),
      anchor: 'start',
      isMain: true,
    })),
    xTicks: listTimeTicks(data, percentX),
    levels: placeLevels(data, [low, high], percentY),
    fills: groupFills(data, percentX, percentY),
    events: placeEvents(data).map((event) => ({ ...event, x: percentX(event.slot * SLOT) })),
    last: { y: percentY(close), text: formatNumber(close, decimals) },
  };
}

function drawCandle(
  [, open, high, low, close]: Candle,
  index: number,
  toY: (price: number) => number,
): string {
  const x = index * SLOT + SLOT / 2;
  const [top, bottom] = [toY(Math.max(open, close)), toY(Math.min(open, close))];
  const wicks = `${toY(high) < top ? `M${x},${toY(high)}V${top}` : ''}${toY(low) > bottom ? `M${x},${bottom}V${toY(low)}` : ''}`;
  return `${wicks}M${x - HALF_BODY},${top}h${2 * HALF_BODY}V${bottom}h${-2 * HALF_BODY}z`;
}

function placeLevels(
  { levels, decimals }: ContractChartData,
  [low, high]: readonly [number, number],
  percentY: (price: number) => number,
): LevelLine[] {
  const sorted = [...levels].sort((a, b) => b.price - a.price);
  return sorted.map((level, index) => {
    const isInside = level.price >= low && level.price <= high;
    const before = sorted[index - 1];
    return {
      ...level,
      y: isInside ? percentY(level.price) : null,
      text: `${level.name} ${formatNumber(level.price, decimals)}`,
      isBelow: before !== undefined && percentY(level.price) - percentY(before.price) < NAME_GAP,
    };
  });
}

/** Fills of the same bar, side and price share one marker. */
function groupFills(
  { fills }: ContractChartData,
  percentX: (units: number) => number,
  percentY: (price: number) => number,
): FillPoint[] {
  const points = new Map<string, FillPoint>();
  for (const { bar, side, price, text } of fills) {
    const key = `${bar} ${side} ${price}`;
    const found = points.get(key);
    points.set(key, {
      x: percentX((bar + 0.5) * SLOT),
      y: percentY(price),
      side,
      texts: [...(found?.texts ?? []), text],
    });
  }
  return [...points.values()];
}

/** Position of a time in bars: within its bar, or within the forecast. */
function findSlot(
  { bars, barMs, fan, nowMs }: ContractChartData,
  freeSlots: number,
  atMs: number,
): number {
  if (atMs > nowMs && fan)
    return bars.length + freeSlots * Math.min(1, (atMs - nowMs) / (fan.atMs - nowMs));
  const index = findLastBefore(bars, atMs, ([startsMs]) => startsMs);
  const startsMs = bars[index]?.[0] ?? atMs;
  return index + Math.min(1, Math.max(0, (atMs - startsMs) / barMs));
}

/** Events by position in bars; only few have letters, except roll and expiry. */
export function placeEvents(data: ContractChartData): EventPoint[] {
  const freeSlots = countFreeSlots(data);
  const hasLetters = data.events.length <= LETTERS_MAX;
  return data.events.map(({ kind, atMs, text }) => ({
    slot: findSlot(data, freeSlots, atMs),
    kind,
    letter: hasLetters || kind === 'roll' || kind === 'expiry' ? EVENT_LETTERS[kind] : '',
    text,
  }));
}

interface TimeLabel {
  readonly index: number;
  readonly text: string;
}

const HOUR_STEPS = [1, 2, 3, 4, 6, 12];
const LABELS_MAX = 9;
const MONTHLY_FROM = 60;

/** First bar of each stretch with a name of its own; the first stretch may have begun earlier. */
function listStretches(
  bars: readonly Candle[],
  getName: (startsMs: number) => string,
  formatText: (startsMs: number) => string,
): TimeLabel[] {
  const names = bars.map(([startsMs]) => getName(startsMs));
  return bars.flatMap(([startsMs], index) =>
    index > 0 && names[index - 1] !== names[index] ? [{ index, text: formatText(startsMs) }] : [],
  );
}

function listTimeLabels({ bars, barMs, timeZone }: ContractChartData): TimeLabel[] {
  if (barMs >= DAY_MS)
    return bars.length > MONTHLY_FROM
      ? listStretches(
          bars,
          (ms) => formatDate(ms, 'UTC').slice(0, 7),
          (ms) => formatMonth(ms),
        )
      : listStretches(
          bars,
          (ms) => String(Math.floor((ms + 3 * DAY_MS) / (7 * DAY_MS))),
          (ms) => formatCalendarLabel('day', ms, 'UTC'),
        );
  const spanMs = (bars.at(-1)?.[0] ?? 0) - (bars[0]?.[0] ?? 0);
  if (spanMs > 2 * DAY_MS)
    return listStretches(
      bars,
      (ms) => formatDate(ms, timeZone),
      (ms) => formatCalendarLabel('day', ms, timeZone),
    );
  if (spanMs <= 2 * HOUR_MS)
    return listStretches(bars, String, (ms) => formatHourMinute(ms, timeZone));
  const step =
    HOUR_STEPS.find((hours) => spanMs / (hours * HOUR_MS) <= LABELS_MAX) ?? HOUR_STEPS.at(-1) ?? 1;
  return listStretches(
    bars,
    (ms) =>
      `${formatDate(ms, timeZone)} ${Math.floor(Number(formatTimeOfDay(ms, timeZone).slice(0, 2)) / step)}`,
    (ms) => formatHourMinute(ms, timeZone),
  );
}

/** Month of a daily bar; January with its year. */
function formatMonth(ms: number): string {
  const month = formatCalendarLabel('day', ms, 'UTC').slice(0, 3);
  return month === 'Jan' ? `Jan ${formatDate(ms, 'UTC').slice(0, 4)}` : month;
}

/** Labels from the newest back, dropping those that would overlap. */
function listTimeTicks(data: ContractChartData, percentX: (units: number) => number): Tick[] {
  const ticks: Tick[] = [];
  let [next, nextMain] = [Infinity, Infinity];
  for (const { index, text } of [...listTimeLabels(data)].reverse()) {
    const at = percentX(index * SLOT);
    if (next - at < LABEL_GAP || at < 2) continue;
    const isMain = nextMain - at >= LABEL_GAP_NARROW;
    ticks.unshift({ at, text, anchor: 'middle', isMain });
    next = at;
    if (isMain) nextMain = at;
  }
  return ticks;
}
