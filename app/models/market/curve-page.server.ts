// Curve page: sentence, chart of three lines, and table rows.
import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { CurveDto, CurveMonthDto } from '../../contracts/api/curve';
import type { Tick } from '../../contracts/chart-shape';
import type { CurveChartDto, CurveLineDto, CurvePageDto } from '../../contracts/curve-page';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatDate,
  formatNumber,
  formatSignedNumber,
  formatSignedPercent,
} from '../../trading/domain/format';
import { buildLinePath, roundCoordinate } from '../charts/curve-path';
import { buildCalendarStrip } from './calendar.server';
import { buildCurve } from './curve.server';
import type { CurveChain } from './curve-chain';
import { buildTraderPositions } from './trader-positions.server';

const WIDTH = 1000;
const HEIGHT = 240;
const Y_TICKS = 5;
/** Labels below the frame; a phone shows every other one. */
const X_LABELS_MAX = 8;

const KINDS = {
  contango: 'Contango: the last month costs more than the first',
  backwardation: 'Backwardation: the last month costs less than the first',
  flat: 'Flat curve: the last month costs as much as the first',
} as const;

type CurveDesk = Parameters<typeof buildCurve>[0] & Parameters<typeof buildCalendarStrip>[0];
type CurvePageDesk = CurveDesk & Parameters<typeof buildTraderPositions>[0];

/** Page of one chain. */
export function buildCurvePage(
  desk: CurvePageDesk,
  market: string,
  chain: CurveChain,
  timeZone: string,
): CurvePageDto {
  const curve = buildCurve(desk, market, chain);
  return {
    curve,
    sentence: formatShape(curve),
    chart: buildCurveChart(curve, timeZone),
    strip: buildCalendarStrip(desk, { market, commodity: curve.commodity, timeZone }),
    positions: buildTraderPositions(desk, market, chain),
    timeZone,
  };
}

/** Chart and sentence alone; null with fewer than two prices. */
export function buildCurvePreview(
  desk: CurveDesk,
  market: string,
  chain: CurveChain,
  timeZone: string,
): { readonly sentence: string; readonly chart: CurveChartDto } | null {
  const curve = buildCurve(desk, market, chain);
  const chart = buildCurveChart(curve, timeZone);
  return chart && { sentence: formatShape(curve), chart };
}

/** The shape of a curve in one sentence, from the first month to the last. */
function formatShape({ commodity, shape, unit, reason }: CurveDto): string {
  if (shape === null) return reason ?? 'No curve: fewer than two months have a price.';
  const { priceDecimals } = COMMODITIES[commodity];
  const { kind, from, until, difference, percent } = shape;
  const percentText = percent === null ? '' : ` (${formatSignedPercent(percent, 1)})`;
  return `${KINDS[kind]}; ${until} against ${from}: ${formatSignedNumber(difference, priceDecimals)} ${unit}${percentText}.`;
}

interface LineValues {
  readonly key: CurveLineDto['key'];
  readonly name: string;
  readonly values: readonly (number | null)[];
}

function listLines(
  { months, asOf, weekAgoAt, yearAgoAt }: CurveDto,
  timeZone: string,
): readonly LineValues[] {
  const listPrices = (getPrice: (month: CurveMonthDto) => number | null) => months.map(getPrice);
  // Past prices are those of a UTC midnight.
  const format = (iso: string | null): string =>
    iso === null ? '' : `, ${formatDate(Date.parse(iso), 'UTC')}`;
  const lines: readonly LineValues[] = [
    {
      key: 'today',
      name: `Today, ${formatDate(Date.parse(asOf), timeZone)}`,
      values: listPrices(({ last }) => (last === null ? null : Number(last))),
    },
    {
      key: 'week',
      name: `Week ago${format(weekAgoAt)}`,
      values: listPrices(({ weekAgo }) => weekAgo),
    },
    {
      key: 'year',
      name: `Year ago, same months ahead${format(yearAgoAt)}`,
      values: listPrices(({ yearAgo }) => yearAgo),
    },
  ];
  return lines.filter(({ values }) => values.some((value) => value !== null));
}

/** Null with fewer than two months. Months stand at equal distances. */
function buildCurveChart(curve: CurveDto, timeZone: string): CurveChartDto | null {
  const { months, commodity } = curve;
  const lines = listLines(curve, timeZone);
  const [low, high] = extent(
    lines.flatMap(({ values }) => values.filter((value) => value !== null)),
  );
  if (months.length < 2 || low === undefined || high === undefined) return null;
  const indices = [...months.keys()];
  const x = scaleLinear([0, months.length - 1], [0, WIDTH]);
  const y = scaleLinear(low === high ? [low - 1, high + 1] : [low, high], [HEIGHT, 0]).nice(
    Y_TICKS,
  );
  const toPercent = (value: number): number => roundCoordinate((100 * y(value)) / HEIGHT);
  const decimals = COMMODITIES[commodity].priceDecimals;
  const [bottom = 0, top = 0] = y.domain();
  return {
    width: WIDTH,
    height: HEIGHT,
    lines: lines.map(({ key, name, values }) => ({
      key,
      name,
      path: buildLinePath(indices, values, { x, y }),
      points: values.flatMap((value, index) =>
        value === null
          ? []
          : [
              {
                x: roundCoordinate(x(index) / (WIDTH / 100)),
                y: toPercent(value),
                text: `${months[index]?.contract ?? ''}, ${name}: ${formatNumber(value, decimals)}`,
              },
            ],
      ),
    })),
    yTicks: y
      .ticks(Y_TICKS)
      .map((value) => ({
        at: toPercent(value),
        text: y.tickFormat(Y_TICKS)(value).replaceAll('-', '\u2212'),
        anchor: 'end',
        isMain: true,
      })),
    xTicks: buildMonthTicks(months),
    zeroAt: bottom < 0 && top > 0 ? toPercent(0) : null,
    summary: formatSummary(curve, lines, decimals),
  };
}

/** Codes of the months at equal steps, the first and the last among them. */
function buildMonthTicks(months: readonly CurveMonthDto[]): readonly Tick[] {
  const last = months.length - 1;
  const labels = Math.min(months.length, X_LABELS_MAX);
  const places = new Set(
    Array.from({ length: labels }, (_, step) => Math.round((step * last) / (labels - 1))),
  );
  return [...places].map((index, step) => ({
    at: roundCoordinate((100 * index) / last),
    text: formatMonthLabel(months[index]),
    anchor: index === 0 ? 'start' : index === last ? 'end' : 'middle',
    isMain: index === 0 || index === last || (step % 3 === 0 && step < labels - 2),
  }));
}

/** The code of a month; of a weekly strip its first day. */
const formatMonthLabel = (month: CurveMonthDto | undefined): string =>
  /-\d{8}$/.test(month?.contract ?? '')
    ? (month?.delivery ?? '').slice(5)
    : (month?.contract ?? '');

function formatSummary(
  { unit, months }: CurveDto,
  lines: readonly LineValues[],
  decimals: number,
): string {
  const parts = lines.map(({ name, values }) => {
    const priced = values.filter((value) => value !== null);
    return `${name}: ${formatNumber(priced[0] ?? null, decimals)} to ${formatNumber(priced.at(-1) ?? null, decimals)}`;
  });
  return `${months.length} months, first to last price in ${unit}. ${parts.join('; ')}.`;
}
