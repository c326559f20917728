/** Selects the contract months of spread legs: by position from the front month, or by name. */
import type { Instrument } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import type { MonthPick, SpreadLegs } from './playbook';

const MONTH_NUMBERS: Readonly<Record<Extract<MonthPick, string>, string>> = {
  Jan: '01',
  Mar: '03',
  Apr: '04',
  May: '05',
  Jul: '07',
  Sep: '09',
  Nov: '11',
  Dec: '12',
};

const getRollMs = ({ contract }: Instrument): EpochMs => contract?.rollMs ?? Infinity;
const getDelivery = ({ contract }: Instrument): string => contract?.delivery ?? '';

/**
 * True when both legs close at the end of either month: named months, or two months of one chain.
 * Other spreads roll leg by leg.
 */
export const mustCloseTogether = ({ first, second }: SpreadLegs): boolean =>
  first.chain === second.chain ||
  typeof first.month === 'string' ||
  typeof second.month === 'string';

/** Tradable months at a time, front month first. */
export const listTradableMonths = (
  listed: readonly Instrument[],
  atMs: EpochMs,
): readonly Instrument[] =>
  listed.filter((month) => getRollMs(month) > atMs).sort((a, b) => getRollMs(a) - getRollMs(b));

/**
 * The month of a pick among the listed months of a chain; null for none.
 * A name selects the first such month, or the first with delivery after `after` (YYYY-MM-DD) when
 * one is listed.
 */
export function findLegMonth(
  listed: readonly Instrument[],
  pick: MonthPick,
  atMs: EpochMs,
  after = '',
): Instrument | null {
  const tradable = listTradableMonths(listed, atMs);
  if (typeof pick === 'number') return tradable[pick - 1] ?? null;
  const named = tradable.filter((month) => getDelivery(month).slice(5, 7) === MONTH_NUMBERS[pick]);
  return named.find((month) => getDelivery(month) > after) ?? named[0] ?? null;
}

/**
 * Both months of a spread; null while one is missing.
 * For two named months of one chain, the second is the next one after the first, as in the inputs
 * `spread/<chain>/<first>-<second>`.
 */
export function findLegMonths(
  legs: SpreadLegs,
  listMonths: (chain: string) => readonly Instrument[],
  atMs: EpochMs,
): { readonly first: Instrument; readonly second: Instrument } | null {
  const first = findLegMonth(listMonths(legs.first.chain), legs.first.month, atMs);
  if (!first) return null;
  const second = findLegMonth(
    listMonths(legs.second.chain),
    legs.second.month,
    atMs,
    legs.first.chain === legs.second.chain ? getDelivery(first) : '',
  );
  return second && { first, second };
}
