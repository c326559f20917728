/**
 * SEAS: holds one side inside a part of the year, while an optional filter on price agrees.
 * It knows the date of a bar and its last closes; it refuses any forecast of its own.
 */
import { z } from 'zod';
import { type CalendarWindow, dateText, dayName, isInWindow, placeOfDay } from '../calendar-window';
import { type Ring, type TrueRange, EMPTY_RANGE, emptyRing, foldRange, isFull, pushValue, rangeOf, scoreIn } from '../indicators';
import { FLAT, type Rule, type RuleBar, type RuleState, type Target } from '../strategy';
import { collecting, signed } from '../wording';

const DayOfYear = z.string().refine((text) => placeOfDay(text) >= 0, { error: 'a day of the year is written MM-DD, e.g. 10-15' });

export const WindowParams = z.strictObject({ from: DayOfYear, to: DayOfYear });

export const SeasonalParams = z.strictObject({
  window: WindowParams,
  dir: z.enum(['LONG', 'SHORT']),
  /** Allows entry and holding only while the close's z over n bars lies between the two; null for no bound. */
  filter: z
    .strictObject({ n: z.int().min(2).max(2000), zMin: z.number().nullable(), zMax: z.number().nullable() })
    .refine((filter) => (filter.zMin ?? -Infinity) < (filter.zMax ?? Infinity), { error: 'zMin must be below zMax', path: ['zMin'] })
    .optional(),
});
export type SeasonalParams = z.infer<typeof SeasonalParams>;

export interface SeasonalState extends RuleState {
  readonly closes: Ring;
  readonly trueRange: TrueRange;
}

/** A date has no degree: a season that stands always stands half way. */
const SEASON_STRENGTH = 0.5;

const windowText = (window: CalendarWindow): string => `${dayName(window.from)} to ${dayName(window.to)}`;

/** Why the filter keeps the rule out, or null when it agrees or there is none. */
function filterFault(params: SeasonalParams, closes: Ring, close: number): string | null {
  const filter = params.filter;
  if (!filter) return null;
  if (!isFull(closes)) return collecting(closes.values.length, filter.n);
  const score = scoreIn(closes, close);
  if (filter.zMin !== null && score < filter.zMin) return `z over ${filter.n} bars is ${signed(score)}; waits for at least ${signed(filter.zMin)}`;
  if (filter.zMax !== null && score > filter.zMax) return `z over ${filter.n} bars is ${signed(score)}; waits for at most ${signed(filter.zMax)}`;
  return null;
}

function targetAt(params: SeasonalParams, closes: Ring, bar: RuleBar, range: number | null): Target {
  const date = dateText(bar.endsMs);
  const season = windowText(params.window);
  if (!isInWindow(params.window, bar.endsMs)) return FLAT(`${date} is outside ${season}; waits for ${dayName(params.window.from)}`, range);
  const fault = filterFault(params, closes, bar.close);
  if (fault !== null) return FLAT(`${date} is inside ${season}, but ${fault}`, range);
  return { side: params.dir, strength: SEASON_STRENGTH, range, reason: `${date} is inside ${season}: ${params.dir.toLowerCase()} until its end` };
}

export const seasonal: Rule<SeasonalParams, SeasonalState> = {
  family: 'SEAS',
  init: (params) => ({ target: FLAT(`waits for ${windowText(params.window)}, has 0 bars`), closes: emptyRing(params.filter?.n ?? 1), trueRange: EMPTY_RANGE }),
  fold(params, state, bar) {
    const closes = pushValue(state.closes, bar.close);
    const trueRange = foldRange(state.trueRange, bar);
    return { closes, trueRange, target: targetAt(params, closes, bar, rangeOf(trueRange)) };
  },
};
