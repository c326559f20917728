/** Simulated futures: daily prices of contract months and the paths between midnights. */
import { assert } from '../../domain/outcome';
import type { Instrument } from '../../domain/instrument';
import { isBusinessDay } from '../../market/calendar';
import { getDayStartMs } from '../calendar';
import type { RandomStreams } from '../random-streams';
import type { PredictableModel, PredictableMove } from '../market-models';
import { type CheckpointedFold, createCheckpointedFold } from '../checkpointed-fold';
import type {
  DayPath,
  FoldedModel,
  FuturesModel,
  AsOfCycle,
  WeatherModel,
  WorldCheckpoint,
  WorldOptions,
} from '../market-models';
import { type Alpha, createAlpha } from './alpha';
import { FUTURES_CHAINS, findChainIndex } from './futures-chains';
import { type ClimatologyRow, buildClimatology } from './climatology';
import { CLIMATOLOGY } from './climatology.generated';
import { type ContractMonth, type Schedule, buildSchedule } from './contract-schedule';
import { computeDayPath, createCycleSumsCache } from './day-path';
import { computePredictableMove } from './predictable-futures-move';
import { createPricing, computeTightnessLog } from './pricing';
import { createReportJumps } from './report-jumps';
import { createResidual } from './residual';
import {
  type FuturesModels,
  type FuturesState,
  computeSettlement,
  createFold,
  getLock,
  isPriced,
} from './futures-state';
import { createTightness } from './tightness';

type FuturesMarket = FuturesModel & PredictableModel & FoldedModel;

/** Results depend only on seed and weather, not on call order. */
export const createFutures = (
  options: WorldOptions,
  random: RandomStreams,
  weather: WeatherModel,
): FuturesMarket => createFuturesFromClimatology(CLIMATOLOGY, options, random, weather);

/**
 * Same as `createFutures` with another climatology, for weather models that the stored one was not
 * measured on, or with another budget of predictability.
 */
export const createFuturesFromClimatology = (
  climatology: readonly ClimatologyRow[],
  options: WorldOptions,
  random: RandomStreams,
  weather: WeatherModel,
  alpha: Alpha = createAlpha(options.alpha),
): FuturesMarket => new SimulatedFutures(climatology, alpha, random, weather, options.checkpoint);

class SimulatedFutures implements FuturesMarket {
  private readonly parts: FuturesModels;
  private readonly lane: CheckpointedFold<FuturesState>;
  private readonly cycleSums: ReturnType<typeof createCycleSumsCache>;

  constructor(
    climatology: readonly ClimatologyRow[],
    alpha: Alpha,
    random: RandomStreams,
    weather: WeatherModel,
    checkpoint?: WorldCheckpoint,
  ) {
    const tightness = createTightness(weather, buildClimatology(climatology));
    this.cycleSums = createCycleSumsCache(tightness);
    this.parts = {
      random,
      weather,
      tightness,
      schedules: FUTURES_CHAINS.map(buildSchedule),
      alpha,
      pricing: createPricing(tightness, alpha),
      residual: createResidual(random, createReportJumps(random)),
      cycleSums: this.cycleSums,
    };
    const fold = createFold(this.parts);
    this.lane = createCheckpointedFold(
      fold.createFirst,
      fold.computeNext,
      checkpoint?.futures as readonly FuturesState[] | undefined,
    );
  }

  listInstruments(id: string, day: number): readonly Instrument[] {
    const schedule = this.getSchedule(getChainIndex(id));
    const { from, until } = schedule.getListedRange(day);
    return Array.from(
      { length: until - from },
      (_, index) => schedule.getMonth(from + index).instrument,
    );
  }

  getPath(instrument: Instrument, day: number): DayPath {
    const { chain, contract } = this.find(instrument);
    const today = this.lane.getState(day);
    assert(
      contract.lastDay >= day && isPriced(today, chain, contract.index),
      () => `${instrument.id} is not traded on day ${day} of the simulated market`,
    );
    return computeDayPath(
      this.parts,
      this.lane.getState(findSettledDay(day)),
      today,
      this.lane.getState(day + 1),
      chain,
      contract,
    );
  }

  getSettlement(instrument: Instrument, day: number): number {
    const { chain, contract } = this.find(instrument);
    const state = this.lane.getState(day);
    assert(
      isPriced(state, chain, contract.index),
      () => `${instrument.id} has no settlement on day ${day} of the simulated market`,
    );
    return computeSettlement(this.parts, state, chain, contract.index);
  }

  getLock(instrument: Instrument, day: number): -1 | 0 | 1 {
    const { chain, contract } = this.find(instrument);
    return getLock(this.lane.getState(day), chain, contract.index);
  }

  getPredictableMove(instrument: Instrument, day: number): PredictableMove {
    const { chain, contract } = this.find(instrument);
    return computePredictableMove(this.parts, this.lane.getState(day), chain, contract);
  }

  getTightness(id: string, asOf: AsOfCycle): number {
    const today = this.lane.getState(asOf.day);
    return computeTightnessLog(
      this.parts.tightness,
      getChainIndex(id),
      asOf.day,
      asOf.cycles === 0 ? today.sums : this.cycleSums(today, asOf.cycles),
    );
  }

  getScarcity(id: string, day: number): number {
    return this.lane.getState(day).residual.passing[getChainIndex(id)] ?? 0;
  }

  listCheckpoints(): readonly FuturesState[] {
    return this.lane.listCheckpoints();
  }

  forget(): void {
    this.lane.forget();
    this.cycleSums.forget();
  }

  private getSchedule(chain: number): Schedule {
    return this.parts.schedules[chain] as Schedule;
  }

  private find(instrument: Instrument): {
    readonly chain: number;
    readonly contract: ContractMonth;
  } {
    const chain = getChainIndex(instrument.id.slice(0, instrument.id.indexOf('.')));
    return { chain, contract: this.getSchedule(chain).find(instrument.id) };
  }
}

/** First day since the last trading day before `day`; at least 0. */
function findSettledDay(day: number): number {
  let settledDay = day;
  while (settledDay > 0 && !isBusinessDay(getDayStartMs(settledDay - 1))) settledDay -= 1;
  return settledDay;
}

function getChainIndex(id: string): number {
  const chain = findChainIndex(id);
  assert(
    chain >= 0,
    () =>
      `the simulated market has no futures of ${id}; it has ${FUTURES_CHAINS.map((row) => row.id).join(', ')}`,
  );
  return chain;
}
