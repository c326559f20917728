// A member walked forward: each day is forecast from the days before it alone.
import type { Inputs } from './inputs';
import { HOURS } from './history';
import type { DayForecast, Member } from './member';

interface Walk {
  readonly inputs: Inputs;
  readonly z: Float64Array;
  /** Days to forecast: places from `from` up to, and without, `until`. */
  readonly from: number;
  readonly until: number;
}

/** Scaled prices of all days of the walk, 24 a day. `onDay` hears of each day that is done. */
export function walkForward(
  member: Member,
  { inputs, z, from, until }: Walk,
  onDay: () => void = () => undefined,
): Float64Array {
  const out = new Float64Array((until - from) * HOURS);
  let forecast: DayForecast | null = null;
  for (let place = from; place < until; place += 1) {
    if (forecast === null || (place - from) % member.refitDays === 0) {
      const places = Array.from({ length: place - inputs.first }, (_, back) => inputs.first + back);
      forecast = member.fit({ inputs, places, z });
    }
    out.set(forecast(place), (place - from) * HOURS);
    onDay();
  }
  return out;
}
