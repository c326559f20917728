/**
 * The simulated market: weather, futures, power and published series as pure functions of seed and
 * time.
 */
import { POWER_HUBS } from '../domain/contract';
import type { Instrument } from '../domain/instrument';
import { toPriceNumber } from '../domain/instrument';
import { assert } from '../domain/outcome';
import type { Bar, Quote } from '../domain/quote';
import type { EpochMs, Ticks } from '../domain/units';
import type { CurvePoint } from '../market/curve-source';
import type { WeatherReading } from '../ports';
import { WORLD_EPOCH_MS, getDay, getDayStartMs } from './calendar';
import { CHAINS, findChain } from './chains';
import { type RandomStreams, createRandomStreams } from './random-streams';
import { type Ladder, computeHalfSpreadTicks, buildLadder, buildQuote } from './market-depth';
import { createDayNormals } from './intraday-noise';
import { CHECKPOINT_DAYS } from './checkpointed-fold';
import type {
  DayPath,
  FoldedModel,
  FuturesModel,
  PowerModel,
  PublishingModel,
  SeriesModel,
  WeatherModel,
  WorldCheckpoint,
  WorldOptions,
} from './market-models';
import { createPower } from './power/power';
import { createFutures } from './prices/futures';
import { createSeries } from './series/series';
import { type Tape, type TapeTick, createTape } from './tape';
import { createWeather } from './weather/weather';
import { computeUsWeather } from './us-weather';
import { DAY_MS, MINUTE_MS } from '../domain/time';

export interface World {
  readonly weather: WeatherModel;
  readonly futures: FuturesModel;
  readonly power: PowerModel;
  readonly series: SeriesModel;
  /** The front and the next month of every chain. */
  listInstrumentsAt(atMs: EpochMs): readonly Instrument[];
  /** All months of a chain listed that day, in order of delivery. */
  listMonthsAt(chain: string, atMs: EpochMs): readonly Instrument[];
  /** Contract by id, listed now or earlier. Throws for an id that was never listed. */
  getInstrument(id: string): Instrument;
  /** First midnight at which a contract is listed and has a price. */
  listedFromMs(instrument: Pick<Instrument, 'id'>): EpochMs;
  /** Futures curve: all listed months of a chain with prices, in order of delivery. */
  curveAt(chain: string, atMs: EpochMs): readonly CurvePoint[];
  /** Price at the minute at or before a moment, quoted units, before rounding and limits. */
  midAt(instrument: Pick<Instrument, 'id'>, atMs: EpochMs): number;
  /** Last price in ticks. */
  lastAt(instrument: Pick<Instrument, 'id'>, atMs: EpochMs): Ticks;
  /** Limit side of the last price, BOTH during a pause; null while both sides trade. */
  lockAt(instrument: Pick<Instrument, 'id'>, atMs: EpochMs): TapeTick['lock'];
  /**
   * Quote at a moment. The last price changes every five seconds; a minute's last tick is its
   * close. After expiry the last price is the settlement.
   */
  quoteAt(instrument: Pick<Instrument, 'id'>, atMs: EpochMs): Quote;
  ladderAt(instrument: Pick<Instrument, 'id'>, atMs: EpochMs, levels: number): Ladder;
  /** One bar over whole minutes, from the first minute's open to the last minute's close. */
  barAt(instrument: Pick<Instrument, 'id'>, startMs: EpochMs, lengthMs: number): Bar;
  /**
   * Degree days and rain of the UTC day starting at `validMs`, published at noon UTC of the next
   * day.
   */
  listReadings(market: string, validMs: EpochMs): readonly WeatherReading[];
  /**
   * Computes all states up to a moment; results stay the same. Series published in the last
   * `storedDays` of it stay in memory and in checkpoints.
   */
  foldTo(atMs: EpochMs, storedDays?: number): void;
  /** States from which a market with the same options continues, for WorldOptions. */
  takeCheckpoint(): WorldCheckpoint;
  /** Drops all caches; results stay the same. */
  forget(): void;
}

const READING_DELAY_MS = 1.5 * DAY_MS;
/** Longest listing of a month, in days. */
const LISTED_DAYS_MAX = 1200;
/** Tracked months per chain. */
const TRACKED_MONTHS = 2;
/** Tape cache size; 28 contracts are tracked at a time. */
const TAPES_MAX = 256;
/** Days folded at once by all models; fewer than any of them caches. */
const FOLD_STEP_DAYS = 16;
const [FIRST_HUB] = POWER_HUBS;

/** Markets with the same seed agree on every value, in any order of calls. */
export const createWorld = (options: WorldOptions): World => new SimulatedWorld(options);

class SimulatedWorld implements World {
  readonly weather: WeatherModel & FoldedModel;
  readonly futures: FuturesModel & FoldedModel;
  readonly power: PowerModel & FoldedModel;
  readonly series: SeriesModel & FoldedModel & PublishingModel;
  private readonly random: RandomStreams;
  private readonly instruments = new Map<string, Instrument>();
  private readonly tapes = new Map<string, Tape>();
  private readonly listedOn = new Map<
    string,
    { readonly day: number; readonly months: readonly Instrument[] }
  >();
  private readonly listedFrom = new Map<string, EpochMs>();
  private readonly noises = new Map<string, (day: number) => Float64Array>();
  /** All models are folded up to this day. */
  private reached = 0;

  constructor(options: WorldOptions) {
    this.random = createRandomStreams(options.seed);
    this.weather = createWeather(options, this.random);
    this.futures = createFutures(options, this.random, this.weather);
    this.power = createPower(options, this.random, this.weather, this.futures);
    this.series = createSeries(options, this.random, this.weather, this.futures, this.power);
    if (options.checkpoint) this.reached = getCheckpointDay(options.checkpoint);
  }

  listInstrumentsAt(atMs: EpochMs): readonly Instrument[] {
    return CHAINS.flatMap(({ id }) =>
      this.listMonths(id, getDay(atMs))
        .filter(({ contract }) => (contract?.rollMs ?? Infinity) > atMs)
        .slice(0, TRACKED_MONTHS),
    );
  }

  listMonthsAt(chain: string, atMs: EpochMs): readonly Instrument[] {
    return this.listMonths(chain, getDay(atMs));
  }

  /** Caches the months of the last day read per chain. */
  private listMonths(chain: string, day: number): readonly Instrument[] {
    const cached = this.listedOn.get(chain);
    if (cached?.day === day) return cached.months;
    const model = findChain(chain).isPower ? this.power : this.futures;
    const months = model.listInstruments(chain, day);
    for (const month of months) this.instruments.set(month.id, month);
    this.listedOn.set(chain, { day, months });
    return months;
  }

  getInstrument(id: string): Instrument {
    const cached = this.instruments.get(id);
    if (cached) return cached;
    const found = this.listMonths(findChain(id).id, findListedDay(id)).find(
      (month) => month.id === id,
    );
    assert(found, () => `the simulated market never listed ${id}`);
    return found;
  }

  listedFromMs({ id }: Pick<Instrument, 'id'>): EpochMs {
    const cached = this.listedFrom.get(id);
    if (cached !== undefined) return cached;
    let late = findListedDay(id);
    let early = Math.max(0, late - LISTED_DAYS_MAX);
    while (early < late) {
      const middle = (early + late) >> 1;
      if (this.listMonths(findChain(id).id, middle).some((month) => month.id === id)) late = middle;
      else early = middle + 1;
    }
    const fromMs = getDayStartMs(late);
    this.listedFrom.set(id, fromMs);
    return fromMs;
  }

  curveAt(chain: string, atMs: EpochMs): readonly CurvePoint[] {
    const months = this.listMonths(chain, getDay(atMs)).filter(
      ({ contract }) => (contract?.expiresMs ?? Infinity) > atMs,
    );
    return months.map((instrument) => ({
      instrument,
      price: toPriceNumber(instrument, this.getTape(instrument).ticksAt(getMinute(atMs))),
    }));
  }

  midAt({ id }: Pick<Instrument, 'id'>, atMs: EpochMs): number {
    const instrument = this.getInstrument(id);
    return this.getTape(instrument).midAt(getMinute(getTradedMs(instrument, atMs)));
  }

  lastAt({ id }: Pick<Instrument, 'id'>, atMs: EpochMs): Ticks {
    const instrument = this.getInstrument(id);
    return this.getTape(instrument).lastAt(getTradedMs(instrument, atMs)).ticks;
  }

  lockAt({ id }: Pick<Instrument, 'id'>, atMs: EpochMs): TapeTick['lock'] {
    const instrument = this.getInstrument(id);
    return this.getTape(instrument).lockAt(getTradedMs(instrument, atMs));
  }

  quoteAt({ id }: Pick<Instrument, 'id'>, atMs: EpochMs): Quote {
    const instrument = this.getInstrument(id);
    const tape = this.getTape(instrument);
    const seenMs = getTradedMs(instrument, atMs);
    return buildQuote(
      tape.lastAt(seenMs),
      computeHalfSpreadTicks(instrument, tape.getDayPath(getDay(seenMs)).volatilityRatio, atMs),
      atMs,
    );
  }

  ladderAt({ id }: Pick<Instrument, 'id'>, atMs: EpochMs, levels: number): Ladder {
    const instrument = this.getInstrument(id);
    const { volatilityRatio } = this.getTape(instrument).getDayPath(
      getDay(getTradedMs(instrument, atMs)),
    );
    return buildLadder(
      instrument,
      this.quoteAt(instrument, atMs),
      computeHalfSpreadTicks(instrument, volatilityRatio, atMs),
      levels,
    );
  }

  barAt({ id }: Pick<Instrument, 'id'>, startMs: EpochMs, lengthMs: number): Bar {
    assert(
      startMs % MINUTE_MS === 0 && lengthMs % MINUTE_MS === 0 && lengthMs > 0,
      'a bar covers whole minutes',
    );
    const instrument = this.getInstrument(id);
    const tape = this.getTape(instrument);
    const last = getMinute(getTradedMs(instrument, Infinity));
    const [from, to] = [
      Math.min(getMinute(startMs), last),
      Math.min(getMinute(startMs + lengthMs), last),
    ];
    const { low, high } = tape.getRange(from, to);
    return {
      openTicks: tape.ticksAt(from),
      highTicks: high,
      lowTicks: low,
      closeTicks: tape.ticksAt(to),
      startsMs: startMs,
      endsMs: startMs + lengthMs - 1,
    };
  }

  listReadings(market: string, validMs: EpochMs): readonly WeatherReading[] {
    const day = getDay(validMs);
    assert(validMs === getDayStartMs(day), 'readings are for a whole UTC day');
    const values = computeUsWeather(this.weather.getPastDay(day));
    return Object.entries(values).map(([series, value]) => ({
      type: 'WeatherObserved',
      market,
      series,
      value,
      validMs,
      publishedMs: validMs + READING_DELAY_MS,
    }));
  }

  /**
   * Folds all models together, some days at a time, while each still finds the others' days in its
   * cache. Folding them one after the other would fold the weather four times.
   */
  foldTo(atMs: EpochMs, storedDays = 0): void {
    const day = getDay(atMs);
    while (this.reached < day) {
      const before = this.reached;
      this.reached = Math.min(day, this.reached + FOLD_STEP_DAYS);
      this.power.getSpotPrices(FIRST_HUB, this.reached);
      this.series.foldTo(this.reached);
      for (
        let publishedDay = Math.max(before, day - storedDays);
        publishedDay < this.reached;
        publishedDay += 1
      )
        this.series.storeDay(publishedDay);
    }
  }

  takeCheckpoint(): WorldCheckpoint {
    return {
      weather: this.weather.listCheckpoints(),
      futures: this.futures.listCheckpoints(),
      power: this.power.listCheckpoints(),
      series: this.series.listCheckpoints(),
      published: this.series.listStored(),
    };
  }

  forget(): void {
    this.reached = 0;
    this.tapes.clear();
    this.noises.clear();
    this.instruments.clear();
    this.listedOn.clear();
    this.listedFrom.clear();
    for (const model of [this.weather, this.futures, this.power, this.series]) model.forget();
  }

  private getTape(instrument: Instrument): Tape {
    const cached = this.tapes.get(instrument.id);
    if (cached) return cached;
    const model = findChain(instrument.id).isPower ? this.power : this.futures;
    if (this.tapes.size >= TAPES_MAX) this.tapes.clear();
    const chain = findChain(instrument.id).id;
    const noise = this.noises.get(chain) ?? createDayNormals(this.random, chain);
    this.noises.set(chain, noise);
    const getPath = (day: number): DayPath => {
      if (this.reached < day) this.foldTo(getDayStartMs(day));
      return model.getPath(instrument, day);
    };
    const tape = createTape(this.random, instrument, getPath, noise);
    this.tapes.set(instrument.id, tape);
    return tape;
  }
}

/** Last day with a state of every model; 0 if there is none. */
export const getCheckpointDay = ({ weather, futures, power, series }: WorldCheckpoint): number =>
  CHECKPOINT_DAYS *
  Math.max(0, Math.min(...[weather, futures, power, series].map(({ length }) => length)) - 1);

const getMinute = (atMs: EpochMs): number => Math.floor((atMs - WORLD_EPOCH_MS) / MINUTE_MS);

/** The moment, or the contract's last traded minute if earlier. */
const getTradedMs = ({ contract }: Instrument, atMs: EpochMs): EpochMs =>
  Math.min(atMs, (contract?.expiresMs ?? Infinity) - MINUTE_MS);

/**
 * A day on which a contract id is listed: two days before a strip's delivery, 60 days before a
 * month's.
 */
function findListedDay(id: string): number {
  const [, code = ''] = id.split('.');
  const strip = /^(\d{4})(\d{2})(\d{2})$/.exec(code);
  if (strip)
    return getDay(Date.UTC(Number(strip[1]), Number(strip[2]) - 1, Number(strip[3])) - 2 * DAY_MS);
  const month = /^([FGHJKMNQUVXZ])(\d{2})$/.exec(code);
  assert(month, () => `${id} is no contract of the simulated market`);
  return getDay(
    Math.max(
      WORLD_EPOCH_MS,
      Date.UTC(2000 + Number(month[2]), 'FGHJKMNQUVXZ'.indexOf(month[1] ?? ''), 1) - 60 * DAY_MS,
    ),
  );
}
