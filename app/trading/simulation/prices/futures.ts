/**
 * The futures of the simulated world: prices of contract months as functions of seed and day, with the paths between midnights.
 * It knows nine chains over a weather; it refuses contracts that are not listed on the day, and to remember what it cannot make again.
 */
import { assert } from '../../domain/outcome';
import type { Instrument } from '../../domain/instrument';
import type { Chance } from '../chance';
import { foldLane } from '../lane';
import type { DayPath, FuturesPart, WeatherPart, WorldOptions } from '../parts';
import { alphaOf } from './alpha';
import { CHAINS, chainIndex } from './chains';
import { type ClimatologyRow, climatologyOf } from './climatology';
import { CLIMATOLOGY } from './climatology.generated';
import { type ContractMonthly, scheduleOf } from './contracts';
import { dayPath } from './day-path';
import { createPricing, tightnessLog } from './pricing';
import { createReportJumps } from './report-days';
import { createResidual } from './residual';
import { type FoldParts, createFold, placeOf } from './state';
import { createTightness } from './tightness';

interface Place {
  readonly chain: number;
  readonly contract: ContractMonthly;
}

/** The futures of a world over its weather. Two of one seed and one weather agree on every value, in whatever order they are asked. */
export const createFutures = (options: WorldOptions, chance: Chance, weather: WeatherPart): FuturesPart => futuresAbout(CLIMATOLOGY, options, chance, weather);

/** The same about another climatology, for weathers that the kept one was not measured on. */
export function futuresAbout(climatology: readonly ClimatologyRow[], options: WorldOptions, chance: Chance, weather: WeatherPart): FuturesPart {
  const tightness = createTightness(weather, climatologyOf(climatology));
  const schedules = CHAINS.map(scheduleOf);
  const parts: FoldParts = {
    chance, weather, tightness, schedules, alpha: alphaOf(options.alpha), pricing: createPricing(tightness), residual: createResidual(chance, createReportJumps(chance)),
  };
  const fold = createFold(parts);
  const lane = foldLane(fold.first, fold.next);
  const chainOf = (id: string): number => {
    const chain = chainIndex(id);
    assert(chain >= 0, `the simulated world has no futures of ${id}; it has ${CHAINS.map((row) => row.id).join(', ')}`);
    return chain;
  };
  const find = (instrument: Instrument): Place => {
    const chain = chainOf(instrument.id.slice(0, instrument.id.indexOf('.')));
    return { chain, contract: (schedules[chain] as (typeof schedules)[number]).find(instrument.id) };
  };
  return {
    listed(id, day) {
      const schedule = schedules[chainOf(id)] as (typeof schedules)[number];
      const { from, until } = schedule.listed(day);
      return Array.from({ length: until - from }, (_, index) => schedule.at(from + index).instrument);
    },
    path(instrument, day): DayPath {
      const { chain, contract } = find(instrument);
      const today = lane.at(day);
      assert(contract.lastDay >= day && placeOf(today, chain, contract.index) >= 0, `${instrument.id} is not traded on day ${day} of the simulated world`);
      return dayPath(parts, today, lane.at(day + 1), chain, contract);
    },
    settlement(instrument, day) {
      const { chain, contract } = find(instrument);
      const state = lane.at(day);
      const place = placeOf(state, chain, contract.index);
      assert(place >= 0, `${instrument.id} has no settlement on day ${day} of the simulated world`);
      return state.settlements[place] ?? 0;
    },
    tightness: (id, known) => tightnessLog(tightness, chainOf(id), known.day, tightness.sums(lane.at(known.day).stocks, known)),
    forget: lane.forget,
  };
}
