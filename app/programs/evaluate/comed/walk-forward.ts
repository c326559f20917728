// Walk-forward evaluation: each day is forecast from earlier days only.
import { HOURS } from './hours';
import type { ComedInputs } from './inputs';
import type { DayForecast, Member } from './member';

interface WalkInput {
  readonly inputs: ComedInputs;
  readonly z: Float64Array;
  /** Forecast days: history indices in [from, until). */
  readonly from: number;
  readonly until: number;
}

/** Returns scaled prices, 24 per day. `onDay` is called after each day. */
export function walkForward(
  member: Member,
  { inputs, z, from, until }: WalkInput,
  onDay: () => void = () => undefined,
): Float64Array {
  const forecasts = new Float64Array((until - from) * HOURS);
  let forecast: DayForecast | null = null;
  for (let index = from; index < until; index += 1) {
    if (forecast === null || (index - from) % member.refitDays === 0) {
      const first = Math.max(inputs.first, index - member.windowDays);
      const places = Array.from({ length: index - first }, (_, offset) => first + offset);
      forecast = member.fit({ inputs, places, z });
    }
    forecasts.set(forecast(index), (index - from) * HOURS);
    onDay();
  }
  return forecasts;
}
