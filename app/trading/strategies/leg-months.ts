/**
 * Which months of a chain the legs of a spread are: counted from the active one, or the first
 * listed month of a name.
 */
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
 * Whether both legs leave when one of their months ends: named ones are a year apart, and two of
 * one chain would meet in one month. All others are rolled leg by leg.
 */
export const endsTogether = ({ first, second }: SpreadLegs): boolean =>
  first.chain === second.chain ||
  typeof first.month === 'string' ||
  typeof second.month === 'string';

/** Of the months that are listed at a moment those that may be held, the active one first. */
export const heldMonths = (listed: readonly Instrument[], atMs: EpochMs): readonly Instrument[] =>
  listed.filter((month) => getRollMs(month) > atMs).sort((a, b) => getRollMs(a) - getRollMs(b));

/**
 * The month that a pick means at a moment, of the months of one chain that are listed then; null
 * where there is none.
 * A name means the first such month, or the first whose delivery lies after `after` (YYYY-MM-DD)
 * where that one is listed.
 */
export function legMonth(
  listed: readonly Instrument[],
  pick: MonthPick,
  atMs: EpochMs,
  after = '',
): Instrument | null {
  const held = heldMonths(listed, atMs);
  if (typeof pick === 'number') return held[pick - 1] ?? null;
  const named = held.filter((month) => getDelivery(month).slice(5, 7) === MONTH_NUMBERS[pick]);
  return named.find((month) => getDelivery(month) > after) ?? named[0] ?? null;
}

/**
 * Both months of a spread at a moment, by the months that each chain lists then; null while one is
 * missing.
 * Two named months of one chain are a season apart: the second is the one after the first, as the
 * inputs `spread/<chain>/<first>-<second>` have it.
 */
export function legMonths(
  legs: SpreadLegs,
  listedOf: (chain: string) => readonly Instrument[],
  atMs: EpochMs,
): { readonly first: Instrument; readonly second: Instrument } | null {
  const first = legMonth(listedOf(legs.first.chain), legs.first.month, atMs);
  if (!first) return null;
  const second = legMonth(
    listedOf(legs.second.chain),
    legs.second.month,
    atMs,
    legs.first.chain === legs.second.chain ? getDelivery(first) : '',
  );
  return second && { first, second };
}
