// P&L of a what-if order at each price from its stop to its target.
import { scaleLinear } from 'd3-scale';
import type { Tick } from '../../contracts/chart-shape';
import type { PayoffShape } from '../../contracts/what-if';
import { formatDollars, formatNumber } from '../../trading/domain/format';
import { type Instrument, computeValueMills, toPriceText } from '../../trading/domain/instrument';
import { type Lots, type Ticks, toCentDollars, toTicks } from '../../trading/domain/units';
import { formatAxisDollars, getTickStep } from '../charts/axis-dollars';
import { roundCoordinate } from '../charts/curve-path';

const WIDTH = 1000;
const HEIGHT = 160;
const Y_TICKS = 4;
/** Prices beyond stop and target, as a share of their distance. */
const MARGIN = 0.08;

interface PayoffOrder {
  readonly instrument: Instrument;
  readonly side: 'BUY' | 'SELL';
  readonly lots: Lots;
  readonly entryTicks: Ticks;
  readonly stopTicks: Ticks | null;
  readonly targetTicks: Ticks | null;
}

/** P&L of a filled order at a price, in dollars; before costs. */
export const computeOrderProfit = (
  { instrument, side, lots, entryTicks }: PayoffOrder,
  ticks: Ticks,
): number =>
  toCentDollars(
    computeValueMills(
      instrument,
      toTicks(side === 'BUY' ? ticks - entryTicks : entryTicks - ticks),
      lots,
    ),
  );

/** Null without a stop. Without a target the line ends one stop distance beyond the entry. */
export function buildPayoff(order: PayoffOrder): PayoffShape | null {
  const { instrument, entryTicks, stopTicks, targetTicks } = order;
  if (stopTicks === null) return null;
  const toProfit = (ticks: Ticks): number => computeOrderProfit(order, ticks);
  const endTicks = targetTicks ?? toTicks(2 * entryTicks - stopTicks);
  const room = MARGIN * Math.abs(endTicks - stopTicks);
  const x = scaleLinear(
    [Math.min(stopTicks, endTicks) - room, Math.max(stopTicks, endTicks) + room],
    [0, WIDTH],
  );
  const y = scaleLinear([toProfit(stopTicks), toProfit(endTicks)], [HEIGHT, 0]).nice(Y_TICKS);
  const zero = y(0);
  const toPoint = (ticks: Ticks): string =>
    `${roundCoordinate(x(ticks))},${roundCoordinate(y(toProfit(ticks)))}`;
  const buildTriangle = (ticks: Ticks): string =>
    `M${toPoint(entryTicks)}L${toPoint(ticks)}V${roundCoordinate(zero)}Z`;
  const buildMark = (
    name: 'Stop' | 'Entry' | 'Target',
    ticks: Ticks,
  ): PayoffShape['marks'][number] => ({
    name,
    x: roundCoordinate((100 * x(ticks)) / WIDTH),
    y: roundCoordinate((100 * y(toProfit(ticks))) / HEIGHT),
    price: toPriceText(instrument, ticks),
    profit: toProfit(ticks),
  });
  const ticks = y.ticks(Y_TICKS);
  const loss = Math.abs(toProfit(stopTicks));
  const gain = targetTicks === null ? null : toProfit(targetTicks);
  return {
    width: WIDTH,
    height: HEIGHT,
    line: `M${toPoint(stopTicks)}L${toPoint(endTicks)}`,
    loss: buildTriangle(stopTicks),
    gain: buildTriangle(endTicks),
    zero: roundCoordinate((100 * zero) / HEIGHT),
    marks: [
      buildMark('Stop', stopTicks),
      buildMark('Entry', entryTicks),
      ...(gain === null ? [] : [buildMark('Target', endTicks)]),
    ],
    yTicks: ticks.map(
      (value): Tick => ({
        at: roundCoordinate((100 * y(value)) / HEIGHT),
        text: formatAxisDollars(value, getTickStep(ticks)),
        anchor: 'end',
        isMain: true,
      }),
    ),
    summary:
      gain === null
        ? `Loses ${formatDollars(loss)} at the stop; the strategy sets no target. Before costs.`
        : `Loses ${formatDollars(loss)} at the stop, makes ${formatDollars(gain)} at the target${loss > 0 ? `: ${formatNumber(gain / loss, 1)} to 1` : ''}. Before costs.`,
  };
}
