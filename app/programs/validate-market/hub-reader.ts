// Hourly prices of one hub in local hours, with gas and temperature, and returns of its strip.
import { POWER_HUBS, type PowerHub } from '../../trading/domain/contract';
import { assert } from '../../trading/domain/outcome';
import { DAY_MS } from '../../trading/domain/time';
import { WORLD_EPOCH_MS } from '../../trading/simulation/calendar';
import { getHubIndex, getHubRow } from '../../trading/simulation/power/hubs';
import { computeLogReturn, listUnrolledContracts } from './chain-reader';
import type { WorldParts } from './open-world';
import type { HubStudy } from './study';

export const STUDY_HUBS = POWER_HUBS;

const HOURS_PER_DAY = 24;

export interface HubReader {
  readonly study: HubStudy;
  /** Reads the hours of a UTC day. */
  take(day: number): void;
  /** Reads the strip's close of a business day, the settlement at the following midnight. */
  takeStrip(dayIndex: number, day: number): void;
}

export function createHubReader(
  { power, futures, weather }: WorldParts,
  hub: PowerHub,
  dayCount: number,
  businessDayCount: number,
): HubReader {
  const { cell, lagHours } = getHubRow(getHubIndex(hub));
  const prices = new Float64Array(dayCount * HOURS_PER_DAY).fill(NaN);
  // Standard time; daylight saving is ignored.
  const hours = Uint8Array.from(
    prices,
    (_, hour) => (hour - lagHours + HOURS_PER_DAY) % HOURS_PER_DAY,
  );
  const dates = Int32Array.from(
    prices,
    (_, hour) => WORLD_EPOCH_MS / DAY_MS + Math.floor((hour - lagHours) / HOURS_PER_DAY),
  );
  const study: HubStudy = {
    hub,
    prices,
    hours,
    dates,
    gas: prices.slice(),
    temperatureF: prices.slice(),
    stripReturns: new Float64Array(businessDayCount).fill(NaN),
  };
  let previousCloseDay: number | null = null;
  return {
    study,
    take(day) {
      const first = day * HOURS_PER_DAY;
      prices.set(power.getSpotPrices(hub, day), first);
      study.temperatureF.set(weather.getHours(cell, day).temperatureF, first);
      const frontMonth = futures.listInstruments('NG', day)[0];
      assert(frontMonth, () => `no month of NG is listed on day ${day}`);
      study.gas.fill(futures.getSettlement(frontMonth, day), first, first + HOURS_PER_DAY);
    },
    takeStrip(dayIndex, day) {
      const strip = listUnrolledContracts(power, `ET-${hub}`, day)[0];
      if (strip && previousCloseDay !== null)
        study.stripReturns[dayIndex] = computeLogReturn(
          power.getSettlement(strip, previousCloseDay),
          power.getSettlement(strip, day + 1),
        );
      previousCloseDay = day + 1;
    },
  };
}
