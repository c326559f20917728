/** Days on which a venue keeps other hours than its own: closed, or shortened. */
import type { Venue } from '../domain/contract-row';
import { type DayMs, type Holiday, holidayOn, isBusinessDay } from './calendar';
import { DAY_MS } from '../domain/time';

/**
 * `early`: sessions that would close later on the day end so many minutes after its midnight, in
 * the zone of the venue's plan.
 */
type VenueDay =
  | { readonly kind: 'closed' }
  | { readonly kind: 'early'; readonly closesMinute: number };

const CLOSED: VenueDay = { kind: 'closed' };
const buildEarlyClose = (hour: number, minute: number): VenueDay => ({
  kind: 'early',
  closesMinute: hour * 60 + minute,
});

type Eve = 'day after Thanksgiving' | 'Christmas Eve' | 'eve of Independence Day';

interface VenueRules {
  /** Holidays on which the venue trades for part of the day; it is closed on all others. */
  readonly halts: Partial<Readonly<Record<Holiday, VenueDay>>>;
  readonly eves: Partial<Readonly<Record<Eve, VenueDay>>>;
}

/** 14:30 New York; what is traded before the halt belongs to the next business day. */
const ENERGY_HALT = buildEarlyClose(14, 30);

const RULES: Readonly<Record<Venue, VenueRules>> = {
  NYMEX: {
    halts: {
      'Martin Luther King': ENERGY_HALT,
      Presidents: ENERGY_HALT,
      Memorial: ENERGY_HALT,
      Juneteenth: ENERGY_HALT,
      Independence: ENERGY_HALT,
      Labor: ENERGY_HALT,
      Thanksgiving: ENERGY_HALT,
    },
    eves: {
      'day after Thanksgiving': buildEarlyClose(13, 45),
      'Christmas Eve': buildEarlyClose(13, 45),
    },
  },
  CBOT: {
    halts: {},
    eves: {
      'day after Thanksgiving': buildEarlyClose(12, 5),
      'Christmas Eve': buildEarlyClose(12, 5),
      'eve of Independence Day': buildEarlyClose(12, 5),
    },
  },
  'ICE US': {
    halts: {},
    eves: {
      'day after Thanksgiving': buildEarlyClose(12, 30),
      'Christmas Eve': buildEarlyClose(12, 30),
    },
  },
};

/** Which shortened day a business day is, if any. An eve on a weekend or a holiday is none. */
function eveOn(day: DayMs): Eve | null {
  const date = new Date(day);
  const monthDay = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  if (holidayOn(day - DAY_MS) === 'Thanksgiving') return 'day after Thanksgiving';
  if (!isBusinessDay(day)) return null;
  if (monthDay === 1224) return 'Christmas Eve';
  return monthDay === 703 ? 'eve of Independence Day' : null;
}

/** How a venue departs from its hours on a day; null when it does not. */
export function venueDay(venue: Venue, day: DayMs): VenueDay | null {
  const holiday = holidayOn(day);
  if (holiday !== null) return RULES[venue].halts[holiday] ?? CLOSED;
  const eve = eveOn(day);
  return eve === null ? null : (RULES[venue].eves[eve] ?? null);
}
