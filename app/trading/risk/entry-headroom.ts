/**
 * How much room an order leaves below each limit of the gate, and everything that the gate has
 * against it.
 */
import { COMMODITIES } from '../domain/commodity';
import { accountBalanceMills } from '../domain/ledger';
import type { Order } from '../domain/order';
import type { Refusal } from '../domain/outcome';
import { type Mills, NO_MILLS, computeBasisPoints, subtractMills, toMills } from '../domain/units';
import { ENTRY_CHECKS } from './checks';
import { heldBackMills, sameGroup } from './exposure';
import type { GateView } from './gate-view';
import { type LossBreaker, lossBreakers } from './headroom';
import { GROUP_NAMES, RISK_LIMITS } from './limits';

const BREAKERS: Readonly<Record<LossBreaker['name'], string>> = {
  DAY_LOSS: 'Loss of the day',
  DRAWDOWN: 'Fall from the peak',
};

/** A limit in money: what is used before the order, what the order adds, what is allowed. */
interface Headroom {
  readonly name: string;
  readonly usedMills: Mills;
  readonly addedMills: Mills;
  readonly allowedMills: Mills;
}

/** All that the gate has against an entry, in the order of its checks; empty when it would pass. */
export const allRefusals = (view: GateView): readonly Refusal[] =>
  ENTRY_CHECKS.map((check) => check(view)).filter((refusal) => refusal !== null);

const computeShare = (mills: Mills, ratio: number): Mills =>
  toMills(Math.max(0, computeBasisPoints(mills, ratio * 10_000)));

/** Every limit in money, in the order in which the gate asks them. */
export function listHeadroom(
  view: Pick<GateView, 'book' | 'equityMills' | 'settings' | 'feeMills' | 'margin'> & {
    readonly order: Pick<Order, 'commodity' | 'reservedMills'>;
  },
): readonly Headroom[] {
  const { book, order, equityMills, settings, feeMills } = view;
  const limits = RISK_LIMITS[settings.riskLevel];
  const { displayName, group } = COMMODITIES[order.commodity];
  const row = (name: string, usedMills: Mills, ratio: number): Headroom => ({
    name,
    usedMills,
    addedMills: order.reservedMills,
    allowedMills: computeShare(equityMills, ratio),
  });
  const balance = accountBalanceMills(book.balances);
  return [
    row(
      `Notional of ${displayName}`,
      heldBackMills(book, (key) => key === order.commodity),
      limits.commodityRatioMax,
    ),
    row(
      `Notional of ${GROUP_NAMES[group]}`,
      heldBackMills(book, sameGroup(order.commodity)),
      limits.groupRatioMax,
    ),
    row(
      'Notional of all positions',
      heldBackMills(book, () => true),
      limits.grossRatioMax,
    ),
    {
      name: 'Cash spent, a part staying free',
      usedMills: subtractMills(balance, book.balances.available),
      addedMills: toMills(order.reservedMills + feeMills),
      allowedMills: subtractMills(balance, computeShare(balance, limits.cashRatioMin)),
    },
    ...(view.margin
      ? [
          {
            name: 'Initial margin within equity',
            ...view.margin,
            allowedMills: toMills(Math.max(0, equityMills)),
          },
        ]
      : []),
    ...lossBreakers(book, settings, equityMills).map(({ name, lostMills, allowedMills }) => ({
      name: BREAKERS[name],
      usedMills: lostMills,
      addedMills: NO_MILLS,
      allowedMills,
    })),
  ];
}
