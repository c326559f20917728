// What each network is asked, when, and what came: subjects, stamps and labels of a simulated
// world.
import type { PowerHub } from '../../trading/domain/contract';
import { type Instrument, priceNumber } from '../../trading/domain/instrument';
import { toTicks } from '../../trading/domain/units';
import { computeRoundTripCost } from '../../trading/signals/signal';
import { computeSigmoid } from '../../trading/networks/core/losses';
import type { PointInTimeView } from '../../trading/networks/features/point-in-time-view';
import { CASH_GAS } from '../../trading/networks/features/spike-features';
import { spotMean } from '../../trading/networks/features/strip-features';
import { overYear, yearSigma } from '../../trading/networks/features/volatility-features';
import { forecastDay } from '../../trading/networks/features/weather-features';
import { VERIFIED_LEADS } from '../../trading/networks/features/weather-record';
import { networkSpec } from '../../trading/networks/registry';
import type { NetworkId } from '../../trading/networks/network-spec';
import { cashSeries } from '../../trading/market/series-catalogue';
import { dayStartMs } from '../../trading/simulation/calendar';
import { findChain } from '../../trading/simulation/chains';
import { foreseenMove } from '../../trading/simulation/predictable-component';
import { MARKET_CELLS, type MarketCell } from '../../trading/weather/cell';
import { climateAt } from '../../trading/weather/climate-table';
import type { WorldPast } from '../../server/signals/public-data-view.server';
import { DAY_MS, HOUR_MS } from '../../trading/domain/time';

/** A row's targets, and notes for a judge. */
interface Labelled {
  readonly y: readonly number[];
  readonly note: readonly number[];
}

interface Sampler {
  /** Moment of the day at which features are stamped. */
  readonly atMs: number;
  /** A subject is asked on every so-manieth day, subjects in turn. */
  readonly everyDays: number;
  readonly notes: readonly string[];
  /**
   * Null where the row would have no label. Asked only where `view` has the figures that labels are
   * scaled by.
   */
  label(past: WorldPast, view: PointInTimeView, subject: string, day: number): Labelled | null;
}

/** How soft a label is: the chance that a move of so many deviations is no noise. */
export const SOFTNESS = 1.7;
const FIVE = 5;
const softenDeviations = (deviations: number): number => computeSigmoid(SOFTNESS * deviations);

/**
 * Notes of networks of prices, in deviations: day's move, what of it was foreseeable from news and
 * reports, and in all, the move of five days, and what going in and out costs.
 */
export const PRICE_NOTES = [
  'move',
  'foreseen from news',
  'foreseen in all',
  'move of five days',
  'round trip',
] as const;

const buildPrices = (chainName: (subject: string) => string): Sampler => ({
  atMs: 0,
  everyDays: 1,
  notes: PRICE_NOTES,
  label(past, view, subject, day) {
    const chain = chainName(subject);
    const sigma = view.marks(chain)?.sigma ?? NaN;
    if (!past.isPriced(chain, day + FIVE) || !(sigma > 0)) return null;
    const move = past.moveOver(chain, day) / sigma;
    let five = 0;
    for (let ahead = 0; ahead < FIVE; ahead += 1) five += past.moveOver(chain, day + ahead) / sigma;
    const front = past.front(chain, day);
    const { news, reports, premium, noise } = foreseenMove(past.world, front, day);
    return {
      y: [softenDeviations(move), softenDeviations(five / Math.sqrt(FIVE)), move],
      note: [
        move,
        (news + reports) / sigma,
        (news + reports + premium + noise) / sigma,
        five / Math.sqrt(FIVE),
        roundTrip(front, view, chain) / sigma,
      ],
    };
  },
});

/**
 * What going in and out costs, in the unit of a chain's moves: $/MWh of power, else a share of the
 * price.
 */
function roundTrip(front: Instrument, view: PointInTimeView, chain: string): number {
  const price = view.marks(chain)?.close ?? NaN;
  const cost = computeRoundTripCost(
    front,
    toTicks(Math.round(price / priceNumber(front, toTicks(1)))),
  );
  return findChain(chain).isPower ? cost : cost / price;
}

const WET_INCHES = 0.1;
const weather: Sampler = {
  atMs: HOUR_MS,
  everyDays: 6,
  notes: VERIFIED_LEADS.flatMap((lead) => [
    `forecast departure, ${lead} days`,
    `climate departure, ${lead} days`,
  ]),
  label(past, view, subject, day) {
    const cell = subject as MarketCell;
    const place = MARKET_CELLS.indexOf(cell);
    const [errors, rains, note]: [number[], number[], number[]] = [[], [], []];
    for (const lead of VERIFIED_LEADS) {
      const told = forecastDay(view, cell, lead);
      const came = past.world.weather.pastDay(day + lead);
      const usual = climateAt(cell, dayStartMs(day + lead));
      errors.push(((came.meanF[place] ?? NaN) - (told?.meanF ?? NaN)) / usual.sdF);
      rains.push(Number((came.rainInches[place] ?? 0) > WET_INCHES));
      note.push(
        ((told?.meanF ?? NaN) - usual.meanF) / usual.sdF,
        ((came.meanF[place] ?? NaN) - usual.meanF) / usual.sdF,
      );
    }
    return { y: [...errors, ...rains], note };
  },
};

const SPIKE_MULTIPLE = 2.5;
const MONTH = 30;
const LEAP = 1.15;

/** The dearest of the 24 hours after the first one of a day. */
function dearestHour({ world }: WorldPast, hub: string, day: number): number {
  return Math.max(
    ...world.power.spot(hub, day).subarray(1),
    world.power.spot(hub, day + 1)[0] ?? -Infinity,
  );
}

/** Whether cash gas stands 15 % higher on any of the days that are published within five days. */
function cashLeap({ vintages }: WorldPast, stampMs: number): number {
  const series = cashSeries('henry-hub');
  const now = vintages.latest(series, stampMs)?.value;
  const later = vintages
    .history(series, stampMs - DAY_MS, stampMs + FIVE * DAY_MS, stampMs + (FIVE + 1) * DAY_MS)
    .filter(({ publishedMs }) => publishedMs > stampMs);
  return now === undefined || later.length === 0
    ? NaN
    : Number(Math.max(...later.map(({ value }) => value)) > LEAP * now);
}

const spikes: Sampler = {
  atMs: HOUR_MS,
  everyDays: 2,
  notes: [],
  label(past, view, subject, day) {
    if (subject === CASH_GAS) return { y: [NaN, cashLeap(past, view.stampMs)], note: [] };
    const level = spotMean(view, subject as PowerHub, MONTH);
    return Number.isNaN(level)
      ? null
      : { y: [Number(dearestHour(past, subject, day) > SPIKE_MULTIPLE * level), NaN], note: [] };
  },
};

const volatility: Sampler = {
  atMs: 0,
  everyDays: 4,
  notes: ['log of the exponentially weighted volatility'],
  label(past, view, chain, day) {
    const year = yearSigma(view, chain);
    if (!past.isPriced(chain, day + FIVE) || !(year > 0)) return null;
    let squares = 0;
    for (let ahead = 0; ahead < FIVE; ahead += 1) squares += past.moveOver(chain, day + ahead) ** 2;
    return {
      y: [
        overYear(Math.abs(past.moveOver(chain, day)), year),
        overYear(Math.sqrt(squares / FIVE), year),
      ],
      note: [overYear(view.marks(chain)?.sigma ?? NaN, year)],
    };
  },
};

/**
 * Labels of crops come with the harvest: the walk fills them in. A harvest has one loss, and rows a
 * week apart say it twice: networks that read them learnt the few harvests by heart.
 */
const crops: Sampler = {
  atMs: HOUR_MS,
  everyDays: 25,
  notes: [],
  label: () => ({ y: [NaN], note: [] }),
};

export const SAMPLERS: Readonly<Record<NetworkId, Sampler>> = {
  WeatherNet: weather,
  CropNet: crops,
  SpikeNet: spikes,
  PowerNet: buildPrices((hub) => `ET-${hub}`),
  GasNet: buildPrices((chain) => chain),
  PetroNet: buildPrices((chain) => chain),
  AgNet: buildPrices((chain) => chain),
  VolNet: volatility,
};

/** The subjects that a network is asked about on a day. */
export function subjectsOn(id: NetworkId, day: number): readonly string[] {
  const { everyDays } = SAMPLERS[id];
  return networkSpec(id).subjects.filter((_, place) => (day + place) % everyDays === 0);
}

/** Whether a subject's prices are those of power, which are made for the first years alone. */
export const isPowerSubject = (id: NetworkId, subject: string): boolean =>
  id === 'PowerNet' || (id === 'VolNet' && findChain(subject).isPower);
