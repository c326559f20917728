// Sampling of each network: subjects, timestamps and labels on a simulated path.
import type { PowerHub } from '../../trading/domain/contract';
import { type Instrument, toPriceNumber } from '../../trading/domain/instrument';
import { toTicks } from '../../trading/domain/units';
import { computeRoundTripCost } from '../../trading/domain/contract';
import { computeSigmoid } from '../../trading/networks/core/losses';
import type { PointInTimeView } from '../../trading/networks/features/point-in-time-view';
import { CASH_GAS } from '../../trading/networks/features/spike-features';
import { computeSpotMean } from '../../trading/networks/features/strip-features';
import {
  computeLogRatio,
  computeYearSigma,
} from '../../trading/networks/features/volatility-features';
import { findForecastDay } from '../../trading/networks/features/weather-features';
import { VERIFIED_LEADS } from '../../trading/networks/features/weather-record';
import { getNetworkSpec } from '../../trading/networks/registry';
import type { NetworkId } from '../../trading/networks/network-spec';
import { getCashSeries } from '../../trading/market/series-catalog';
import { getDayStartMs } from '../../trading/simulation/calendar';
import { CHAINS, findChain } from '../../trading/simulation/chains';
import { getPredictableMove } from '../../trading/simulation/predictable-move';
import { MARKET_CELLS, type MarketCell } from '../../trading/weather/cell';
import { getClimate } from '../../trading/weather/climate-table';
import type { PublicDataView } from '../../server/signals/public-data-view.server';
import {
  BENCHMARK_DAYS,
  computeBenchmarkProbabilities,
} from '../../trading/signals/benchmark-probabilities';
import { DAY_MS, HOUR_MS } from '../../trading/domain/time';

/** Targets and evaluation notes of a row. */
interface Label {
  readonly y: readonly number[];
  readonly note: readonly number[];
}

interface Sampler {
  /** Time of day of the features, ms. */
  readonly atMs: number;
  /** Days between two rows of a subject; subjects alternate. */
  readonly everyDays: number;
  readonly notes: readonly string[];
  /** Null when the row has no label. `view` must have the figures that labels are scaled by. */
  buildLabel(
    dataView: PublicDataView,
    view: PointInTimeView,
    subject: string,
    day: number,
  ): Label | null;
}

/**
 * Label softness: slope of the sigmoid from a move in standard deviations to the probability that
 * it is no noise.
 */
export const SOFTNESS = 1.7;
const HORIZON_DAYS = 5;
const softenDeviations = (deviations: number): number => computeSigmoid(SOFTNESS * deviations);

/**
 * Notes of price networks, in standard deviations: daily move, its predictable part from public
 * data (news, consensus bias, reports and premia), the total predictable part, five-day move,
 * round-trip cost. Then the probabilities of a rise of the two benchmarks.
 */
export const PRICE_NOTES = [
  'move',
  'predictable from public data',
  'predictable in all',
  'move of five days',
  'round trip',
  'momentum',
  'seasonal',
] as const;

/** Benchmark probabilities as they are issued with a signal. */
export function computePastBenchmarks(
  view: PointInTimeView,
  chain: string,
): ReturnType<typeof computeBenchmarkProbabilities> {
  return computeBenchmarkProbabilities(
    view.getMarks(chain)?.listMoves(BENCHMARK_DAYS) ?? [],
    view.stampMs,
  );
}

const createPriceSampler = (chainName: (subject: string) => string): Sampler => ({
  atMs: 0,
  everyDays: 1,
  notes: PRICE_NOTES,
  buildLabel(dataView, view, subject, day) {
    const chain = chainName(subject);
    const sigma = view.getMarks(chain)?.sigma ?? NaN;
    if (!dataView.isPriced(chain, day + HORIZON_DAYS) || !(sigma > 0)) return null;
    // A limit price cannot be traded, and the rest of a cut move follows on the next day.
    if (dataView.isLimitLocked(chain, day)) return null;
    const move = dataView.getMove(chain, day) / sigma;
    let five = 0;
    for (let lead = 0; lead < HORIZON_DAYS; lead += 1)
      five += dataView.getMove(chain, day + lead) / sigma;
    const frontContract = dataView.getFrontMonth(chain, day);
    const { news, bias, reports, premium, trend, noise } = getPredictableMove(
      dataView.world,
      frontContract,
      day,
    );
    const { momentum, seasonal } = computePastBenchmarks(view, chain);
    const publicPart = news + bias + reports + premium;
    return {
      y: [softenDeviations(move), softenDeviations(five / Math.sqrt(HORIZON_DAYS)), move],
      note: [
        move,
        publicPart / sigma,
        (publicPart + trend + noise) / sigma,
        five / Math.sqrt(HORIZON_DAYS),
        computeRoundTrip(frontContract, view, chain) / sigma,
        momentum,
        seasonal,
      ],
    };
  },
});

/**
 * Round-trip cost in the unit of a chain's moves: $/MWh for power, else a fraction of the price.
 */
function computeRoundTrip(frontContract: Instrument, view: PointInTimeView, chain: string): number {
  const price = view.getMarks(chain)?.close ?? NaN;
  const cost = computeRoundTripCost(
    frontContract,
    toTicks(Math.round(price / toPriceNumber(frontContract, toTicks(1)))),
  );
  return findChain(chain).isPower ? cost : cost / price;
}

const WET_INCHES = 0.1;
const weatherSampler: Sampler = {
  atMs: HOUR_MS,
  everyDays: 6,
  notes: VERIFIED_LEADS.flatMap((lead) => [
    `forecast departure, ${lead} days`,
    `climate departure, ${lead} days`,
  ]),
  buildLabel(dataView, view, subject, day) {
    const cell = subject as MarketCell;
    const index = MARKET_CELLS.indexOf(cell);
    const [errors, rains, note]: [number[], number[], number[]] = [[], [], []];
    for (const lead of VERIFIED_LEADS) {
      const forecast = findForecastDay(view, cell, lead);
      const observed = dataView.world.weather.getPastDay(day + lead);
      const normal = getClimate(cell, getDayStartMs(day + lead));
      errors.push(((observed.meanF[index] ?? NaN) - (forecast?.meanF ?? NaN)) / normal.sdF);
      rains.push(Number((observed.rainInches[index] ?? 0) > WET_INCHES));
      note.push(
        ((forecast?.meanF ?? NaN) - normal.meanF) / normal.sdF,
        ((observed.meanF[index] ?? NaN) - normal.meanF) / normal.sdF,
      );
    }
    return { y: [...errors, ...rains], note };
  },
};

const SPIKE_MULTIPLE = 2.5;
const MONTH_DAYS = 30;
const CASH_SPIKE_RATIO = 1.15;

/** Highest of the 24 hourly prices after the first hour of a day. */
function findMaxHourPrice({ world }: PublicDataView, hub: string, day: number): number {
  return Math.max(
    ...world.power.getSpotPrices(hub, day).subarray(1),
    world.power.getSpotPrices(hub, day + 1)[0] ?? -Infinity,
  );
}

/** 1 when cash gas rises by 15% or more within the next five published days, else 0. */
function labelCashSpike({ vintages }: PublicDataView, stampMs: number): number {
  const series = getCashSeries('henry-hub');
  const now = vintages.findLatest(series, stampMs)?.value;
  const later = vintages
    .listHistory(
      series,
      stampMs - DAY_MS,
      stampMs + HORIZON_DAYS * DAY_MS,
      stampMs + (HORIZON_DAYS + 1) * DAY_MS,
    )
    .filter(({ publishedMs }) => publishedMs > stampMs);
  return now === undefined || later.length === 0
    ? NaN
    : Number(Math.max(...later.map(({ value }) => value)) > CASH_SPIKE_RATIO * now);
}

const spikeSampler: Sampler = {
  atMs: HOUR_MS,
  everyDays: 2,
  notes: [],
  buildLabel(dataView, view, subject, day) {
    if (subject === CASH_GAS) return { y: [NaN, labelCashSpike(dataView, view.stampMs)], note: [] };
    const level = computeSpotMean(view, subject as PowerHub, MONTH_DAYS);
    return Number.isNaN(level)
      ? null
      : {
          y: [Number(findMaxHourPrice(dataView, subject, day) > SPIKE_MULTIPLE * level), NaN],
          note: [],
        };
  },
};

const volatilitySampler: Sampler = {
  atMs: 0,
  everyDays: 4,
  notes: ['log of the exponentially weighted volatility'],
  buildLabel(dataView, view, chain, day) {
    const year = computeYearSigma(view, chain);
    if (!dataView.isPriced(chain, day + HORIZON_DAYS) || !(year > 0)) return null;
    let squares = 0;
    for (let lead = 0; lead < HORIZON_DAYS; lead += 1)
      squares += dataView.getMove(chain, day + lead) ** 2;
    return {
      y: [
        computeLogRatio(Math.abs(dataView.getMove(chain, day)), year),
        computeLogRatio(Math.sqrt(squares / HORIZON_DAYS), year),
      ],
      note: [computeLogRatio(view.getMarks(chain)?.sigma ?? NaN, year)],
    };
  },
};

/**
 * Crop labels are set at harvest. A harvest has one loss, so weekly rows would let the network
 * memorize harvests.
 */
const cropSampler: Sampler = {
  atMs: HOUR_MS,
  everyDays: 25,
  notes: [],
  buildLabel: () => ({ y: [NaN], note: [] }),
};

export const SAMPLERS: Readonly<Record<NetworkId, Sampler>> = {
  WeatherNet: weatherSampler,
  CropNet: cropSampler,
  SpikeNet: spikeSampler,
  PowerNet: createPriceSampler((hub) => `ET-${hub}`),
  GasNet: createPriceSampler((chain) => chain),
  PetroNet: createPriceSampler((chain) => chain),
  AgNet: createPriceSampler((chain) => chain),
  VolNet: volatilitySampler,
};

/** Subjects sampled on a day. */
export function listSubjects(id: NetworkId, day: number): readonly string[] {
  const { everyDays } = SAMPLERS[id];
  return getNetworkSpec(id).subjects.filter((_, index) => (day + index) % everyDays === 0);
}

const POWER_CHAINS = CHAINS.filter(({ isPower }) => isPower).map(({ id }) => id);

/**
 * True for a subject whose strip prices are labels; they are simulated for the first years only.
 * PowerNet names its subjects by hub, other networks by chain.
 */
export const isPowerSubject = (id: NetworkId, subject: string): boolean =>
  id === 'PowerNet' || POWER_CHAINS.includes(subject);
