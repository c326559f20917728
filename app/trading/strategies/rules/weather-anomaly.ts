/**
 * WXA: trades weather that is unusual for its day of the year, in the direction in which the price should answer.
 * It knows the readings published by the end of a bar; it refuses to run without them, and to judge by years still to come.
 */
import { z } from 'zod';
import { dateText, dayName, isInWindow } from '../calendar-window';
import { type Climatology, anomalyScore, daysNeeded, emptyClimatology, observeReading } from '../climatology';
import { type TrueRange, EMPTY_RANGE, foldRange, rangeOf } from '../indicators';
import { FLAT, type Rule, type RuleBar, type RuleState, type Target } from '../strategy';
import { figure, signed, strengthBeyond } from '../wording';
import { WindowParams } from './seasonal';

export const WeatherAnomalyParams = z.strictObject({
  /** Series that are added up, e.g. heating and cooling degree days. */
  series: z.array(z.string().min(1)).min(1).max(4),
  /** Days averaged into one reading: 1 for temperatures, more for rain, of which one dry day says nothing. */
  averageDays: z.int().min(1).max(90),
  /** Days to each side of the date that make its normal. */
  n: z.int().min(3).max(45),
  /** Entry threshold in standard deviations from normal. */
  e: z.number().positive().max(10),
  /** Bars that a target stands at most. */
  hold: z.int().min(1).max(5000),
  /** +1 where more of it lifts the price, -1 where it lowers it. */
  responseSign: z.union([z.literal(1), z.literal(-1)]),
  /** Part of the year in which the weather moves the price; absent for all of it. */
  window: WindowParams.optional(),
});
export type WeatherAnomalyParams = z.infer<typeof WeatherAnomalyParams>;

export interface WeatherAnomalyState extends RuleState {
  readonly climatology: Climatology;
  readonly trueRange: TrueRange;
  readonly side: Target['side'];
  readonly barsHeld: number;
  /** False after a full holding until the anomaly has once been small: one anomaly is one trade. */
  readonly isArmed: boolean;
}

type Stand = Pick<WeatherAnomalyState, 'side' | 'barsHeld' | 'isArmed'>;
const AWAY: Stand = { side: 'FLAT', barsHeld: 0, isArmed: true };

/** The sum of the series, or null when one of them has no reading yet. */
function readingOf(params: WeatherAnomalyParams, bar: RuleBar): number | null {
  let sum = 0;
  for (const name of params.series) {
    const value = bar.weather[name];
    if (value === undefined) return null;
    sum += value;
  }
  return sum;
}

/** Enters at |z| >= e on the response's side; leaves after `hold` bars or turns on an opposite z. */
function standAfter(params: WeatherAnomalyParams, stand: Stand, score: number): Stand {
  const isLarge = Math.abs(score) >= params.e;
  const wanted = score * params.responseSign > 0 ? 'LONG' : 'SHORT';
  if (stand.side !== 'FLAT' && isLarge && wanted !== stand.side) return { side: wanted, barsHeld: 1, isArmed: true };
  if (stand.side !== 'FLAT') {
    const isOver = stand.barsHeld >= params.hold;
    return isOver ? { side: 'FLAT', barsHeld: 0, isArmed: !isLarge } : { ...stand, barsHeld: stand.barsHeld + 1 };
  }
  if (isLarge && stand.isArmed) return { side: wanted, barsHeld: 1, isArmed: true };
  return { ...AWAY, isArmed: stand.isArmed || !isLarge };
}

function describe(params: WeatherAnomalyParams, stand: Stand, climatology: Climatology, score: number, range: number | null): Target {
  const { mean, days } = climatology.normal;
  const said = `${params.series.join(' + ')} ${figure(climatology.value)} is ${signed(score)} sigma from its normal ${figure(mean)} (${days} earlier days)`;
  if (stand.side === 'FLAT') {
    const wait = stand.isArmed ? `${params.e.toFixed(2)} either way` : `less than ${params.e.toFixed(2)} before the next entry, having held its ${params.hold} bars`;
    return FLAT(`${said}; waits for ${wait}`, range);
  }
  return { side: stand.side, strength: strengthBeyond(score, params.e), range, reason: `${said}: ${stand.side.toLowerCase()}, bar ${stand.barsHeld} of ${params.hold}` };
}

/** Why there is nothing to judge at this bar, or null. */
function waitReason(params: WeatherAnomalyParams, climatology: Climatology, bar: RuleBar, score: number | null): string | null {
  if (params.window && !isInWindow(params.window, bar.endsMs)) {
    return `${dateText(bar.endsMs)} is outside ${dayName(params.window.from)} to ${dayName(params.window.to)}; waits for ${dayName(params.window.from)}`;
  }
  if (score !== null) return null;
  const { days } = climatology.normal;
  if (days >= daysNeeded(params.n)) return `${params.series.join(' + ')} does not vary at this time of the year; waits for a reading off its normal`;
  return `waits for ${daysNeeded(params.n)} earlier days within ${params.n} of this date, has ${days}`;
}

export const weatherAnomaly: Rule<WeatherAnomalyParams, WeatherAnomalyState> = {
  family: 'WXA',
  init: (params) => ({ ...AWAY, target: FLAT(`no input: no reading of ${params.series.join(' + ')} yet`), climatology: emptyClimatology(params.averageDays), trueRange: EMPTY_RANGE }),
  fold(params, state, bar) {
    const trueRange = foldRange(state.trueRange, bar);
    const range = rangeOf(trueRange);
    const reading = readingOf(params, bar);
    if (reading === null) return { ...state, ...AWAY, trueRange, target: FLAT(`no input: no reading of ${params.series.join(' + ')} yet`, range) };
    const climatology = observeReading(state.climatology, bar.endsMs, reading, params.n);
    const score = anomalyScore(climatology, params.n);
    const wait = waitReason(params, climatology, bar, score);
    if (wait !== null || score === null) return { ...AWAY, climatology, trueRange, target: FLAT(wait ?? '', range) };
    const stand = standAfter(params, state, score);
    return { ...stand, climatology, trueRange, target: describe(params, stand, climatology, score, range) };
  },
};
