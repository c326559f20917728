/**
 * The futures of the simulated world: prices of contract months as functions of seed and day, with
 * the paths between midnights.
 */
import { assert } from '../../domain/outcome';
import type { Instrument } from '../../domain/instrument';
import type { Chance } from '../random-streams';
import type { Foreseeing, Foreseen } from '../parts';
import { type Lane, createCheckpointedFold } from '../checkpointed-fold';
import type { DayPath, FuturesPart, Knowledge, WeatherPart, WorldOptions } from '../parts';
import { createAlpha } from './alpha';
import { CHAINS, chainIndex } from './chains';
import { type ClimatologyRow, buildClimatology } from './climatology';
import { CLIMATOLOGY } from './climatology.generated';
import { type ContractMonthly, type Schedule, buildSchedule } from './contracts';
import { type PathParts, dayPath, rememberCycleSums } from './day-path';
import { computeForeseen } from './foreseen-futures';
import { createPricing, tightnessLog } from './pricing';
import { createReportJumps } from './report-days';
import { createResidual } from './residual';
import { type FuturesState, createFold, isPriced, computeSettlement } from './state';
import { createTightness } from './tightness';

/** Futures with the part of their moves that their own state foretells. */
type FuturesMarket = FuturesPart & Foreseeing;

/**
 * The futures of a world over its weather. Two of one seed and one weather agree on every value, in
 * whatever order they are asked.
 */
export const createFutures = (
  options: WorldOptions,
  chance: Chance,
  weather: WeatherPart,
): FuturesMarket => futuresAbout(CLIMATOLOGY, options, chance, weather);

/** The same about another climatology, for weathers that the kept one was not measured on. */
export const futuresAbout = (
  climatology: readonly ClimatologyRow[],
  options: WorldOptions,
  chance: Chance,
  weather: WeatherPart,
): FuturesMarket => new SimulatedFutures(climatology, options, chance, weather);

class SimulatedFutures implements FuturesMarket {
  private readonly parts: PathParts;
  private readonly lane: Lane<FuturesState>;
  private readonly cycleSums: ReturnType<typeof rememberCycleSums>;

  constructor(
    climatology: readonly ClimatologyRow[],
    { alpha }: WorldOptions,
    chance: Chance,
    weather: WeatherPart,
  ) {
    const tightness = createTightness(weather, buildClimatology(climatology));
    this.cycleSums = rememberCycleSums(tightness);
    this.parts = {
      chance,
      weather,
      tightness,
      schedules: CHAINS.map(buildSchedule),
      alpha: createAlpha(alpha),
      pricing: createPricing(tightness),
      residual: createResidual(chance, createReportJumps(chance)),
      cycleSums: this.cycleSums,
    };
    const fold = createFold(this.parts);
    this.lane = createCheckpointedFold(fold.first, fold.next);
  }

  listed(id: string, day: number): readonly Instrument[] {
    const schedule = this.schedule(getChainIndex(id));
    const { from, until } = schedule.listed(day);
    return Array.from({ length: until - from }, (_, index) => schedule.at(from + index).instrument);
  }

  path(instrument: Instrument, day: number): DayPath {
    const { chain, contract } = this.find(instrument);
    const today = this.lane.at(day);
    assert(
      contract.lastDay >= day && isPriced(today, chain, contract.index),
      () => `${instrument.id} is not traded on day ${day} of the simulated world`,
    );
    return dayPath(this.parts, today, this.lane.at(day + 1), chain, contract);
  }

  settlement(instrument: Instrument, day: number): number {
    const { chain, contract } = this.find(instrument);
    const state = this.lane.at(day);
    assert(
      isPriced(state, chain, contract.index),
      () => `${instrument.id} has no settlement on day ${day} of the simulated world`,
    );
    return computeSettlement(this.parts, state, chain, contract.index);
  }

  foreseen(instrument: Instrument, day: number): Foreseen {
    const { chain, contract } = this.find(instrument);
    return computeForeseen(this.parts, this.lane.at(day), chain, contract);
  }

  tightness(id: string, known: Knowledge): number {
    const today = this.lane.at(known.day);
    return tightnessLog(
      this.parts.tightness,
      getChainIndex(id),
      known.day,
      known.cycles === 0 ? today.sums : this.cycleSums(today, known.cycles),
    );
  }

  forget(): void {
    this.lane.forget();
    this.cycleSums.forget();
  }

  private schedule(chain: number): Schedule {
    return this.parts.schedules[chain] as Schedule;
  }

  private find(instrument: Instrument): {
    readonly chain: number;
    readonly contract: ContractMonthly;
  } {
    const chain = getChainIndex(instrument.id.slice(0, instrument.id.indexOf('.')));
    return { chain, contract: this.schedule(chain).find(instrument.id) };
  }
}

function getChainIndex(id: string): number {
  const chain = chainIndex(id);
  assert(
    chain >= 0,
    () =>
      `the simulated world has no futures of ${id}; it has ${CHAINS.map((row) => row.id).join(', ')}`,
  );
  return chain;
}
