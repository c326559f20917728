/** What costs took on the way from the gross to the net result: drawn, told and listed. */
import { formatMoney, formatPercent, signedMoney } from '../../trading/domain/format';
import { type Mills, addMills, negateMills, toDollars } from '../../trading/domain/units';
import { costSharePercent } from '../../trading/portfolio/statistics/cost-share';
import type { Drawing, DrawingBar } from './drawing-model';
import { DrawingFigure } from './drawing-figure';
import { Signed } from './figure-text';
import type { CostSplit } from './model';
import { ReportTable } from './table';
import { axisMoney } from './axis-money';

const HOWS = {
  gross: 'what the positions made at the market\u2019s own prices',
  fees: 'paid to the venue and the broker, both sides',
  friction: 'spread and slippage: fill prices against the middle of the market',
  net: 'gross less both',
} as const;

/**
 * What was paid and what it took of a gain, in a sentence; the share is that of the statistics,
 * which know none of a loss.
 */
export function costsSentence({
  grossMills,
  feesMills,
  frictionMills,
  netMills,
}: CostSplit): string {
  const costsMills = addMills(feesMills, frictionMills);
  if (costsMills === 0) return 'Nothing was paid: nothing was traded, or trading was free.';
  const share = costSharePercent({ costsMills, grossMills });
  const part =
    share !== null
      ? `Costs were ${formatPercent(share)} of the gross profit`
      : grossMills < 0
        ? 'They made a gross loss larger'
        : 'There was no gross result to take them from';
  return `Of ${signedMoney(grossMills)} gross, costs took ${formatMoney(costsMills)}: ${formatMoney(feesMills)} fees and ${formatMoney(frictionMills)} spread and slippage, which left ${signedMoney(netMills)}. ${part}.`;
}

/** As a drawing, a sentence and a table. Throws RangeError when gross less costs is not net. */
export function CostsFigure({ id, split }: { id: string; split: CostSplit }) {
  const { grossMills, feesMills, frictionMills, netMills } = split;
  if (addMills(grossMills, negateMills(feesMills), negateMills(frictionMills)) !== netMills) {
    throw new RangeError(
      `costs do not add up: gross ${grossMills} less fees ${feesMills} and friction ${frictionMills} is not net ${netMills} mills; hand over amounts of the same run`,
    );
  }
  const steps: readonly (readonly [name: string, amount: Mills, how: string])[] = [
    ['Gross', grossMills, HOWS.gross],
    ['Fees', negateMills(feesMills), HOWS.fees],
    ['Friction', negateMills(frictionMills), HOWS.friction],
    ['Net', netMills, HOWS.net],
  ];
  const bars = steps.map(
    ([, amount], place): DrawingBar => ({
      from: place + 0.15,
      to: place + 0.85,
      height: toDollars(amount),
      tone: amount > 0 ? 'up' : amount < 0 ? 'down' : 'flat',
    }),
  );
  const yText = axisMoney(Math.max(...bars.map(({ height }) => Math.abs(height))));
  const drawing: Drawing = {
    title: 'From gross to net',
    text: costsSentence(split),
    xLabel: '',
    xKind: 'number',
    xMarks: steps.map(([name], place) => ({ at: place + 0.5, text: name })),
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
          <Signed>{signedMoney(amount)}</Signed>,
          how,
        ])}
      />
    </>
  );
}
