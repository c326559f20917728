/** Venue holidays and early closes. */
import type { Venue } from '../domain/contract-row';
import { type DayMs, type Holiday, findHoliday, isBusinessDay } from './calendar';
import { DAY_MS } from '../domain/time';

/** `early`: sessions end at this minute after local midnight of the venue zone. */
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
  /** Holidays with a shortened session; closed on all others. */
  readonly halts: Partial<Readonly<Record<Holiday, VenueDay>>>;
  readonly eves: Partial<Readonly<Record<Eve, VenueDay>>>;
}

/** 14:30 New York; trades belong to the next business day. */
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

/** Early-close day, if any; none on weekends and holidays. */
function findEve(day: DayMs): Eve | null {
  const date = new Date(day);
  const monthDay = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  if (findHoliday(day - DAY_MS) === 'Thanksgiving') return 'day after Thanksgiving';
  if (!isBusinessDay(day)) return null;
  if (monthDay === 1224) return 'Christmas Eve';
  return monthDay === 703 ? 'eve of Independence Day' : null;
}

/** Special hours of a venue on a day; null for none. */
export function findVenueDay(venue: Venue, day: DayMs): VenueDay | null {
  const holiday = findHoliday(day);
  if (holiday !== null) return RULES[venue].halts[holiday] ?? CLOSED;
  const eve = findEve(day);
  return eve === null ? null : (RULES[venue].eves[eve] ?? null);
}
