// Geometry of horizontal money bars with a common zero line.
import { extent, tickStep } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { BarShape } from '../../contracts/bar-shape';
import type { Tick } from '../../contracts/chart-shape';
import { formatDollars, formatSignedMoney } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { formatAxisDollars } from './axis-dollars';
import { roundCoordinate } from './curve-path';

interface BarInput {
  readonly key: string;
  readonly name: string;
  readonly note?: string;
  /** Dollars. */
  readonly value: number;
  /** Amount shown as a thin line in the row, with its name; dollars. */
  readonly marker?: { readonly name: string; readonly value: number };
}

const TICKS = 4;
/** Labels nearer to an end than this are aligned to it; percent. */
const END_REACH = 8;
/** Minimum distance of two labels, percent: the axis may be narrow. */
const LABEL_GAP = 35;

const getAnchor = (at: number): Tick['anchor'] =>
  at < END_REACH ? 'start' : at > 100 - END_REACH ? 'end' : 'middle';

/** Rows keep their order. `isSigned`: amounts carry a plus or minus. */
export function buildBarChart(
  rows: readonly BarInput[],
  summary: string,
  isSigned: boolean,
): BarShape {
  const [low = 0, high = 0] = extent(
    rows.flatMap(({ value, marker }) => [value, ...(marker ? [marker.value] : [])]),
  );
  const isEmpty = low === 0 && high === 0;
  const scale = scaleLinear(isEmpty ? [0, 1] : [Math.min(0, low), Math.max(0, high)], [0, 100]);
  scale.nice(TICKS);
  const [first = 0, last = 0] = scale.domain();
  const values = isEmpty
    ? [0]
    : [first, 0, last].filter(
        (value, index, all) =>
          all.indexOf(value) === index &&
          (value === 0 || Math.abs(scale(value) - scale(0)) >= LABEL_GAP),
      );
  const step = tickStep(first, last, TICKS);
  const zero = roundCoordinate(scale(0));
  const formatAmount = (dollars: number): string =>
    isSigned ? formatSignedMoney(fromDollars(dollars)) : formatDollars(dollars);
  return {
    zero,
    summary,
    rows: rows.map(({ key, name, note, value, marker }) => {
      const at = scale(value);
      return {
        key,
        name,
        note: note ?? null,
        left: roundCoordinate(Math.min(at, zero)),
        width: roundCoordinate(Math.abs(at - zero)),
        tone: value > 0 ? 'up' : value < 0 ? 'down' : 'flat',
        text: formatAmount(value),
        marker: marker
          ? {
              at: roundCoordinate(scale(marker.value)),
              text: `${marker.name} ${formatAmount(marker.value)}`,
            }
          : null,
      };
    }),
    ticks: values.map((value): Tick => {
      const at = roundCoordinate(scale(value));
      return { at, text: formatAxisDollars(value, step), anchor: getAnchor(at), isMain: true };
    }),
  };
}
