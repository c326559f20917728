// The hourly index of one hub over the days of a study, in the hub's own hours.
import { POWER_HUBS, type PowerHub } from '../../trading/domain/contract';
import type { PowerPart } from '../../trading/simulation/parts';
import type { HubStudy } from './study';

export const STUDY_HUBS = POWER_HUBS;

/**
 * Hours that each hub's standard time is behind UTC; the summer hour is left out, as the shapes of
 * a day are read over years.
 */
const HUB_LAG_HOURS: Readonly<Record<PowerHub, number>> = {
  NYISO: 5,
  ERCOT: 6,
  CAISO: 8,
  PJM: 5,
  MISO: 5,
};

const HOURS_PER_DAY = 24;

export interface HubReader {
  readonly study: HubStudy;
  take(day: number): void;
}

export function readHub(
  power: Pick<PowerPart, 'spot'>,
  hub: PowerHub,
  dayCount: number,
): HubReader {
  const prices = new Float64Array(dayCount * HOURS_PER_DAY).fill(NaN);
  const lag = HUB_LAG_HOURS[hub];
  const hours = Uint8Array.from(prices, (_, hour) => (hour - lag + HOURS_PER_DAY) % HOURS_PER_DAY);
  const dates = Int32Array.from(prices, (_, hour) => Math.floor((hour - lag) / HOURS_PER_DAY));
  return {
    study: { hub, prices, hours, dates },
    take: (day) => prices.set(power.spot(hub, day), day * HOURS_PER_DAY),
  };
}
