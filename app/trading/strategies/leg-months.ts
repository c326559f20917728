/**
 * Which listed contract is a leg of a spread.
 * It knows months by place and by name; it refuses months that are rolled already.
 */
import { type Instrument, chainOf } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import type { MonthPick, SpreadLegs } from './playbook';

const MONTHS: Readonly<Record<Extract<MonthPick, string>, string>> = { Jan: '01', Mar: '03', Apr: '04', May: '05', Jul: '07', Sep: '09', Nov: '11', Dec: '12' };

const delivery = ({ contract }: Instrument): string => contract?.delivery ?? '';

/** The month of a chain that is meant, of those that may be entered at a moment: by place from the next one to be rolled, or the first of a name, delivered after `after` where that can be had. Null where none is listed. */
export function legMonth(instruments: readonly Instrument[], chain: string, pick: MonthPick, atMs: EpochMs, after = ''): Instrument | null {
  const months = instruments.filter((one) => chainOf(one) === chain && (one.contract?.rollMs ?? Infinity) > atMs).sort((a, b) => delivery(a).localeCompare(delivery(b)));
  if (typeof pick === 'number') return months[pick - 1] ?? null;
  const named = months.filter((one) => delivery(one).slice(5, 7) === MONTHS[pick]);
  return named.find((one) => delivery(one) > after) ?? named[0] ?? null;
}

/** The chain of a leg: `{hub}` stands for the hub of the chain in which the spread is decided. */
export const legChain = (chain: string, decidedIn: string): string => chain.replace('{hub}', decidedIn.replace('ET-', ''));

/** Both legs of a spread that is decided in a chain; null while one of them is not listed. */
export function legMonths(instruments: readonly Instrument[], { first, second }: SpreadLegs, decidedIn: string, atMs: EpochMs): readonly [first: Instrument, second: Instrument] | null {
  const near = legMonth(instruments, legChain(first.chain, decidedIn), first.month, atMs);
  const far = near && legMonth(instruments, legChain(second.chain, decidedIn), second.month, atMs, delivery(near));
  return near && far && near.id !== far.id ? [near, far] : null;
}
