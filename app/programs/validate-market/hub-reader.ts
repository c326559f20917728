// Hourly prices of one hub, in local hours.
import { POWER_HUBS, type PowerHub } from '../../trading/domain/contract';
import type { PowerModel } from '../../trading/simulation/market-models';
import type { HubStudy } from './study';

export const STUDY_HUBS = POWER_HUBS;

/** Hours behind UTC (standard time; daylight saving is ignored). */
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

export function createHubReader(
  power: Pick<PowerModel, 'getSpotPrices'>,
  hub: PowerHub,
  dayCount: number,
): HubReader {
  const prices = new Float64Array(dayCount * HOURS_PER_DAY).fill(NaN);
  const lagHours = HUB_LAG_HOURS[hub];
  const hours = Uint8Array.from(
    prices,
    (_, hour) => (hour - lagHours + HOURS_PER_DAY) % HOURS_PER_DAY,
  );
  const dates = Int32Array.from(prices, (_, hour) => Math.floor((hour - lagHours) / HOURS_PER_DAY));
  return {
    study: { hub, prices, hours, dates },
    take: (day) => prices.set(power.getSpotPrices(hub, day), day * HOURS_PER_DAY),
  };
}
