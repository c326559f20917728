/** Headroom of an order under each limit, and all pre-trade checks that it fails. */
import { COMMODITIES } from '../domain/commodity';
import { computeAccountBalance } from '../domain/ledger';
import type { Order } from '../domain/order';
import type { Refusal } from '../domain/outcome';
import { type Mills, NO_MILLS, computeBasisPoints, subtractMills, toMills } from '../domain/units';
import { ENTRY_CHECKS } from './pre-trade-checks';
import { computeReservedMills, isSameGroup } from './exposure';
import type { PreTradeInput } from './pre-trade-input';
import { type LossBreaker, listLossBreakers } from './breaker-status';
import { GROUP_NAMES, RISK_LIMITS } from './limits';

const BREAKERS: Readonly<Record<LossBreaker['name'], string>> = {
  DAY_LOSS: 'Daily loss limit',
  DRAWDOWN: 'Max drawdown',
};

type LimitKey = 'commodity' | 'group' | 'gross' | 'cash' | 'margin' | LossBreaker['name'];

/** One limit in money: used before the order, added by it, and the maximum. */
interface Headroom {
  readonly key: LimitKey;
  readonly name: string;
  readonly usedMills: Mills;
  readonly addedMills: Mills;
  readonly allowedMills: Mills;
}

/** All failed pre-trade checks of an entry, in check order; empty if it passes. */
export const listRefusals = (view: PreTradeInput): readonly Refusal[] =>
  ENTRY_CHECKS.map((check) => check(view)).filter((refusal) => refusal !== null);

const computeLimit = (mills: Mills, ratio: number): Mills =>
  toMills(Math.max(0, computeBasisPoints(mills, ratio * 10_000)));

/** All money limits in the order of the pre-trade checks. */
export function listHeadroom(
  view: Pick<PreTradeInput, 'book' | 'equityMills' | 'settings' | 'feeMills' | 'margin'> & {
    readonly order: Pick<Order, 'commodity' | 'reservedMills'>;
  },
): readonly Headroom[] {
  const { book, order, equityMills, settings, feeMills } = view;
  const limits = RISK_LIMITS[settings.riskLevel];
  const { displayName, group } = COMMODITIES[order.commodity];
  const toHeadroom = (key: LimitKey, name: string, usedMills: Mills, ratio: number): Headroom => ({
    key,
    name,
    usedMills,
    addedMills: order.reservedMills,
    allowedMills: computeLimit(equityMills, ratio),
  });
  const balance = computeAccountBalance(book.balances);
  return [
    toHeadroom(
      'commodity',
      `Notional of ${displayName}`,
      computeReservedMills(book, (key) => key === order.commodity),
      limits.commodityRatioMax,
    ),
    toHeadroom(
      'group',
      `Notional of ${GROUP_NAMES[group]}`,
      computeReservedMills(book, isSameGroup(order.commodity)),
      limits.groupRatioMax,
    ),
    toHeadroom(
      'gross',
      'Notional of all positions',
      computeReservedMills(book, () => true),
      limits.grossRatioMax,
    ),
    {
      key: 'cash',
      name: `Cash usage (${Math.round(limits.cashRatioMin * 100)}% reserve)`,
      usedMills: subtractMills(balance, book.balances.available),
      addedMills: toMills(order.reservedMills + feeMills),
      allowedMills: subtractMills(balance, computeLimit(balance, limits.cashRatioMin)),
    },
    ...(view.margin
      ? [
          {
            key: 'margin' as const,
            name: 'Initial margin within equity',
            ...view.margin,
            allowedMills: toMills(Math.max(0, equityMills)),
          },
        ]
      : []),
    ...listLossBreakers(book, settings, equityMills).map(({ name, lostMills, allowedMills }) => ({
      key: name,
      name: BREAKERS[name],
      usedMills: lostMills,
      addedMills: NO_MILLS,
      allowedMills,
    })),
  ];
}
