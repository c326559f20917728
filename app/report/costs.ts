/**
 * What costs took on the way from the gross to the net result: drawn, told and listed.
 * It knows the four amounts; it refuses amounts that do not add up.
 */
import { money, moneyThousands, percent, signedMoney } from '../trading/domain/format';
import { type Mills, absMills, addMills, fromDollars, negateMills, toDollars } from '../trading/domain/units';
import { type Bar, drawInPage } from './drawing';
import { signed, told } from './figure-text';
import { type Markup, html } from './markup';
import type { CostSplit } from './model';
import { table } from './table';

const HOWS = {
  gross: 'what the positions made at the market\u2019s own prices',
  fees: 'paid to the venue and the broker, both sides',
  friction: 'spread and slippage: fill prices against the middle of the market',
  net: 'gross less both',
} as const;

/** Costs in percent of the size of the gross result; null when that is zero. */
export const costShare = ({ grossMills, feesMills, frictionMills }: CostSplit): number | null =>
  grossMills === 0 ? null : (addMills(feesMills, frictionMills) / absMills(grossMills)) * 100;

export function costsSentence(split: CostSplit): string {
  const costs = addMills(split.feesMills, split.frictionMills);
  const share = costShare(split);
  const part = share === null ? 'There was no gross result to take them from' : `Costs were ${percent(share)} of the ${split.grossMills < 0 ? 'gross loss, which they made larger' : 'gross profit'}`;
  return costs === 0 ? 'Nothing was paid: nothing was traded, or trading was free.' : `Of ${signedMoney(split.grossMills)} gross, costs took ${money(costs)}: ${money(split.feesMills)} fees and ${money(split.frictionMills)} spread and slippage, which left ${signedMoney(split.netMills)}. ${part}.`;
}

const WIDE_DOLLARS = 2000;

/** Drawn, told and listed. Throws RangeError when gross less costs is not net. */
export function costsFigure(id: string, split: CostSplit): Markup {
  const { grossMills, feesMills, frictionMills, netMills } = split;
  if (addMills(grossMills, negateMills(feesMills), negateMills(frictionMills)) !== netMills) {
    throw new RangeError(`costs do not add up: gross ${grossMills} less fees ${feesMills} and friction ${frictionMills} is not net ${netMills} mills; hand over amounts of the same run`);
  }
  const steps: readonly (readonly [name: string, amount: Mills, how: string])[] = [
    ['Gross', grossMills, HOWS.gross], ['Fees', negateMills(feesMills), HOWS.fees], ['Friction', negateMills(frictionMills), HOWS.friction], ['Net', netMills, HOWS.net],
  ];
  const bars = steps.map(([, amount], place): Bar => ({ from: place + 0.15, to: place + 0.85, height: toDollars(amount), tone: amount > 0 ? 'up' : amount < 0 ? 'down' : 'flat' }));
  const isWide = bars.some(({ height }) => Math.abs(height) >= WIDE_DOLLARS);
  const yText = (dollars: number): string => (isWide ? moneyThousands : money)(fromDollars(dollars));
  const text = costsSentence(split);
  const drawing = {
    title: 'From gross to net', text, xLabel: '', xKind: 'number' as const, xMarks: steps.map(([name], place) => ({ at: place + 0.5, text: name })),
    panels: [{ title: 'Dollars', yLabel: '', yText, curves: [], bars, levels: [0] }],
  };
  return html`<figure>${drawInPage(drawing, id)}<figcaption><p>${told(text)}</p></figcaption></figure>
${table({ id: `${id}-table`, caption: 'From gross to net', columns: [{ name: 'Amount' }, { name: 'Dollars', isNumber: true }, { name: 'What it is', isText: true }], rows: steps.map(([name, amount, how]) => [name, signed(signedMoney(amount)), how]) })}`;
}
