/** Costs from gross to net: drawing, sentence and table. */
import { formatMoney, formatPercent, formatSignedMoney } from '../../trading/domain/format';
import { type Mills, addMills, negateMills, toDollars } from '../../trading/domain/units';
import { computeCostPercent } from '../../trading/portfolio/statistics/cost-share';
import type { Drawing, DrawingBar } from './drawing-model';
import { DrawingFigure } from './drawing-figure';
import { Signed } from './figure-text';
import type { CostSplit } from './report-model';
import { ReportTable } from './report-table';
import { buildAxisMoney } from './axis-money';

const EXPLANATIONS = {
  gross: 'P&L at mid prices',
  fees: 'exchange and broker fees, entry and exit',
  friction: 'spread and slippage: fill prices against mid',
  net: 'gross minus fees and friction',
} as const;

/** One sentence on costs; their share of gross is null for a gross loss. */
export function formatCostsSentence({
  grossMills,
  feesMills,
  frictionMills,
  netMills,
}: CostSplit): string {
  const costsMills = addMills(feesMills, frictionMills);
  if (costsMills === 0) return 'No costs: no trades, or trading was free.';
  const percent = computeCostPercent({ costsMills, grossMills });
  const costShareText =
    percent !== null
      ? `Costs were ${formatPercent(percent)} of the gross profit`
      : grossMills < 0
        ? 'Costs increased a gross loss'
        : 'The gross result is zero';
  return `Gross ${formatSignedMoney(grossMills)}, costs ${formatMoney(costsMills)} (${formatMoney(feesMills)} fees, ${formatMoney(frictionMills)} spread and slippage), net ${formatSignedMoney(netMills)}. ${costShareText}.`;
}

/** Throws RangeError if gross minus costs is not net. */
export function CostsFigure({ id, split }: { id: string; split: CostSplit }) {
  const { grossMills, feesMills, frictionMills, netMills } = split;
  if (addMills(grossMills, negateMills(feesMills), negateMills(frictionMills)) !== netMills) {
    throw new RangeError(
      `costs do not add up: gross ${grossMills} less fees ${feesMills} and friction ${frictionMills} is not net ${netMills} mills; expected amounts of one run`,
    );
  }
  const steps: readonly (readonly [name: string, amount: Mills, how: string])[] = [
    ['Gross', grossMills, EXPLANATIONS.gross],
    ['Fees', negateMills(feesMills), EXPLANATIONS.fees],
    ['Friction', negateMills(frictionMills), EXPLANATIONS.friction],
    ['Net', netMills, EXPLANATIONS.net],
  ];
  const bars = steps.map(
    ([, amount], index): DrawingBar => ({
      from: index + 0.15,
      to: index + 0.85,
      height: toDollars(amount),
      tone: amount > 0 ? 'up' : amount < 0 ? 'down' : 'flat',
    }),
  );
  const yText = buildAxisMoney(Math.max(...bars.map(({ height }) => Math.abs(height))));
  const drawing: Drawing = {
    title: 'From gross to net',
    text: formatCostsSentence(split),
    xLabel: '',
    xKind: 'number',
    xMarks: steps.map(([name], index) => ({ at: index + 0.5, text: name })),
    panels: [{ title: 'Dollars', yLabel: '', yText, curves: [], bars, levels: [0] }],
  };
  return (
    <>
      <DrawingFigure id={id} drawing={drawing} />
      <ReportTable
        id={`${id}-table`}
        caption="From gross to net"
        columns={[
          { name: 'Amount' },
          { name: 'Dollars', isNumber: true },
          { name: 'What it is', isText: true },
        ]}
        rows={steps.map(([name, amount, how]) => [
          name,
          <Signed>{formatSignedMoney(amount)}</Signed>,
          how,
        ])}
      />
    </>
  );
}
