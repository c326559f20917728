/** Histogram of trade results, with zero as a bin edge. */
import { computeMedian } from '../../trading/statistics/quantile';
import { formatCount, formatMoney, formatSignedMoney } from '../../trading/domain/format';
import {
  type Mills,
  NO_MILLS,
  addMills,
  fromDollars,
  toDollars,
  toMills,
} from '../../trading/domain/units';
import type { Drawing, DrawingBar } from './drawing-model';
import { DrawingFigure, TableDetails } from './drawing-figure';
import { Sentence, Signed } from './figure-text';
import { ReportTable } from './report-table';
import { buildSignedAxisMoney } from './axis-money';

const BINS_TARGET = 14;

interface Bin {
  /**
   * Dollars. Losing bins include `from` and exclude `to`; winning bins exclude `from` and include
   * `to`.
   */
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Smallest of 1, 2, 2.5 and 5 times a power of ten that is at least `min`. */
function computeRoundStep(min: number): number {
  const power = 10 ** Math.floor(Math.log10(min));
  return (
    [1, 2, 2.5, 5, 10].map((times) => times * power).find((step) => step >= min * (1 - 1e-9)) ??
    10 * power
  );
}

/** Bins of equal round width. A zero result counts as a loss, since fees were paid. */
export function buildBins(results: readonly Mills[]): Bin[] {
  if (results.length === 0) return [];
  const dollars = results.map(toDollars);
  const [low, high] = dollars.reduce<[number, number]>(
    ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
    [0, 0],
  );
  const width = computeRoundStep(Math.max((high - low) / BINS_TARGET, 0.01));
  const findBin = (value: number): number => Math.ceil(value / width - 1e-9) - 1;
  const counts = new Map<number, number>();
  for (const value of dollars) counts.set(findBin(value), (counts.get(findBin(value)) ?? 0) + 1);
  const [first, last] = [Math.min(...counts.keys()), Math.max(...counts.keys())];
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    from: (first + index) * width,
    to: (first + index + 1) * width,
    count: counts.get(first + index) ?? 0,
  }));
}

/** Wins, losses, total, median and extremes. */
export function formatResultsSentence(results: readonly Mills[]): string {
  const sorted = [...results].sort((a, b) => a - b);
  const [worst, best] = [sorted[0], sorted.at(-1)];
  if (worst === undefined || best === undefined) return 'No closed trades.';
  const [won, lost] = [
    sorted.filter((net) => net > 0).length,
    sorted.filter((net) => net < 0).length,
  ];
  const median = toMills(Math.round(computeMedian(sorted)));
  return `${formatCount(sorted.length)} closed trades: ${formatCount(won)} won, ${formatCount(lost)} lost after fees, total ${formatSignedMoney(sorted.reduce((sum, net) => addMills(sum, net), NO_MILLS))}. Median ${formatSignedMoney(median)}, worst ${formatSignedMoney(worst)}, best ${formatSignedMoney(best)}.`;
}

export function ResultsFigure({ id, results }: { id: string; results: readonly Mills[] }) {
  const text = formatResultsSentence(results);
  const bins = buildBins(results);
  if (bins.length === 0)
    return (
      <p>
        <Sentence>{text}</Sentence>
      </p>
    );
  const bars = bins.map(
    ({ from, to, count: height }): DrawingBar => ({
      from,
      to,
      height,
      tone: to <= 1e-9 ? 'down' : 'up',
    }),
  );
  const span = (bins.at(-1)?.to ?? 0) - (bins[0]?.from ?? 0);
  const xText = buildSignedAxisMoney(span);
  const drawing: Drawing = {
    title: 'Trade results',
    text,
    xLabel: 'Result after fees',
    xKind: 'number',
    xText,
    panels: [{ title: 'Trades', yLabel: '', yText: formatWholeNumber, curves: [], bars }],
  };
  const rows = bins.map(({ from, to, count: trades }) => [
    <>
      <BinEdge dollars={from} /> to <BinEdge dollars={to} />
    </>,
    formatCount(trades),
  ]);
  return (
    <DrawingFigure id={id} drawing={drawing}>
      <TableDetails>
        <ReportTable
          id={`${id}-bins`}
          caption="Closed trades by result"
          columns={[{ name: 'Result after fees' }, { name: 'Trades', isNumber: true }]}
          rows={rows}
        />
      </TableDetails>
    </DrawingFigure>
  );
}

const BinEdge = ({ dollars }: { dollars: number }) =>
  Math.abs(dollars) < 1e-9 ? (
    <>{formatMoney(NO_MILLS)}</>
  ) : (
    <Signed>{formatSignedMoney(fromDollars(dollars))}</Signed>
  );

/** Trade counts are whole numbers. */
const formatWholeNumber = (value: number): string =>
  Number.isInteger(value) ? formatCount(value) : '';
