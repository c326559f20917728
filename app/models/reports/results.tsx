/**
 * The results of trades as a distribution: columns of equal width with zero as one of their edges.
 */
import { computeMedian } from '../../trading/statistics/quantile';
import { formatCount, formatMoney, signedMoney } from '../../trading/domain/format';
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
import { ReportTable } from './table';
import { signedAxisMoney } from './axis-money';

const COLUMNS_WANTED = 14;

interface Bin {
  /**
   * Dollars; a result is in its bin from `from` to below `to`, above zero from just above `from` up
   * to `to`.
   */
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** The least of 1, 2, 2.5 and 5 times a power of ten that is at least so much. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return (
    [1, 2, 2.5, 5, 10].map((times) => times * power).find((step) => step >= least * (1 - 1e-9)) ??
    10 * power
  );
}

/**
 * Bins of equal, round width that cover all results. A result of zero counts with the losses, for
 * fees had to be paid.
 */
export function buildBins(results: readonly Mills[]): Bin[] {
  if (results.length === 0) return [];
  const dollars = results.map(toDollars);
  const [low, high] = dollars.reduce<[number, number]>(
    ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
    [0, 0],
  );
  const width = roundStep(Math.max((high - low) / COLUMNS_WANTED, 0.01));
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

/** How many won and lost, the middle, the ends. */
export function resultsSentence(results: readonly Mills[]): string {
  const sorted = [...results].sort((a, b) => a - b);
  const [worst, best] = [sorted[0], sorted.at(-1)];
  if (worst === undefined || best === undefined)
    return 'No trade was closed, so there is no distribution.';
  const [won, lost] = [
    sorted.filter((net) => net > 0).length,
    sorted.filter((net) => net < 0).length,
  ];
  const middle = toMills(Math.round(computeMedian(sorted)));
  return `Of ${formatCount(sorted.length)} closed trades ${formatCount(won)} won and ${formatCount(lost)} lost after fees, ${signedMoney(sorted.reduce((sum, net) => addMills(sum, net), NO_MILLS))} in all. The middle result is ${signedMoney(middle)}, the worst ${signedMoney(worst)}, the best ${signedMoney(best)}.`;
}

/** As a drawing, a sentence and a table. */
export function ResultsFigure({ id, results }: { id: string; results: readonly Mills[] }) {
  const text = resultsSentence(results);
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
  const xText = signedAxisMoney(span);
  const drawing: Drawing = {
    title: 'Results of trades',
    text,
    xLabel: 'Result after fees',
    xKind: 'number',
    xText,
    panels: [{ title: 'Trades', yLabel: '', yText: wholeOnly, curves: [], bars }],
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
    <Signed>{signedMoney(fromDollars(dollars))}</Signed>
  );

/** There is no half of a trade. */
const wholeOnly = (value: number): string => (Number.isInteger(value) ? formatCount(value) : '');
