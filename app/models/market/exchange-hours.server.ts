// Which exchanges are open, and the next opening, for accounts whose prices or orders follow exchange sessions.
import { COMMODITY_KEYS } from '../../trading/domain/commodity';
import { getContract } from '../../trading/domain/contract';
import { formatCalendarLabel, formatHourMinute, getZoneName } from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import { getSession } from '../../trading/market/sessions';

interface VenueState {
  readonly venue: string;
  readonly isOpen: boolean;
  readonly opensMs: EpochMs;
}

/** One row per venue: open if any of its contracts trades. */
function listVenues(atMs: EpochMs): VenueState[] {
  const venues = new Map<string, VenueState>();
  for (const commodity of COMMODITY_KEYS) {
    const contract = getContract(commodity);
    const { isOpen, opensMs } = getSession(contract, atMs);
    const found = venues.get(contract.venue);
    if (found?.isOpen) continue;
    const isEarlier = found === undefined || isOpen || opensMs < found.opensMs;
    if (isEarlier) venues.set(contract.venue, { venue: contract.venue, isOpen, opensMs });
  }
  return [...venues.values()];
}

/** `NYMEX, CBOT open; ICE opens Thu 04:15 EST`, in the time zone of the user. */
export function formatExchangeHours(atMs: EpochMs, timeZone: string): string {
  const venues = listVenues(atMs);
  const open = venues.filter(({ isOpen }) => isOpen).map(({ venue }) => venue);
  const [next] = venues.filter(({ isOpen }) => !isOpen).sort((a, b) => a.opensMs - b.opensMs);
  const openText = open.length === 0 ? 'exchanges closed' : `${open.join(', ')} open`;
  if (!next) return openText;
  const at = `${formatCalendarLabel('weekday', next.opensMs, timeZone)} ${formatHourMinute(next.opensMs, timeZone)} ${getZoneName(next.opensMs, timeZone)}`;
  return `${openText}; ${next.venue} opens ${at}`;
}
