/**
 * The simulated world: weather, futures, power and published series as pure functions of a seed and
 * a moment.
 */
import { POWER_HUBS } from '../domain/contract';
import type { Instrument } from '../domain/instrument';
import { priceNumber } from '../domain/instrument';
import { assert } from '../domain/outcome';
import type { Bar, Quote } from '../domain/quote';
import type { EpochMs, Ticks } from '../domain/units';
import type { WeatherReading } from '../ports';
import { WORLD_EPOCH_MS, getDay, dayStartMs } from './calendar';
import { CHAINS, findChain } from './chains';
import { type Chance, createChance } from './random-streams';
import { type Ladder, halfSpreadTicks, buildLadder, buildQuote } from './market-depth';
import { dayNoise } from './noise';
import type {
  DayPath,
  FuturesPart,
  PowerPart,
  SeriesPart,
  WeatherPart,
  WorldOptions,
} from './parts';
import { createPower } from './power/power';
import { createFutures } from './prices/futures';
import { createSeries } from './series/series';
import { type Tape, createTape } from './tape';
import { createWeather } from './weather/weather';
import { usDegreeDays } from './us-weather';
import { DAY_MS, MINUTE_MS } from '../domain/time';

export interface CurvePoint {
  readonly instrument: Instrument;
  /** In quoted units, on the tick. */
  readonly price: number;
}

export interface World {
  readonly weather: WeatherPart;
  readonly futures: FuturesPart;
  readonly power: PowerPart;
  readonly series: SeriesPart;
  /**
   * What a desk follows at a moment: of every chain the month in force and the one into which it is
   * rolled.
   */
  listedAt(atMs: EpochMs): readonly Instrument[];
  /** All months of a chain that are listed on the day of a moment, in order of delivery. */
  monthsAt(chain: string, atMs: EpochMs): readonly Instrument[];
  /** A contract by its id, listed now or long ago. Throws for an id that was never listed. */
  instrument(id: string): Instrument;
  /** The midnight from which on a contract is listed and has a price. */
  listedFromMs(instrument: Pick<Instrument, 'id'>): EpochMs;
  /** All listed months of a chain in order of delivery, with the price of each. */
  curveAt(chain: string, atMs: EpochMs): readonly CurvePoint[];
  /**
   * The price on the minute grid at or before a moment, in quoted units, before ticks and limits.
   */
  midAt(instrument: Pick<Instrument, 'id'>, atMs: EpochMs): number;
  /** The last price that stands at a moment, in ticks: that of the quote, without its spread. */
  lastAt(instrument: Pick<Instrument, 'id'>, atMs: EpochMs): Ticks;
  /** On which side a daily limit holds that price; null where none does. */
  lockAt(instrument: Pick<Instrument, 'id'>, atMs: EpochMs): 'UP' | 'DOWN' | null;
  /**
   * The quote that stands at a moment: its last price changes every five seconds, the last of a
   * minute being the minute's close. After expiry it is the settlement.
   */
  quoteAt(instrument: Pick<Instrument, 'id'>, atMs: EpochMs): Quote;
  ladderAt(instrument: Pick<Instrument, 'id'>, atMs: EpochMs, levels: number): Ladder;
  /** Whole minutes of the grid as one bar, from the first minute's open to the last one's close. */
  barAt(instrument: Pick<Instrument, 'id'>, startMs: EpochMs, lengthMs: number): Bar;
  /**
   * Degree days and rain of the UTC day that begins at `validMs`, as they are published: at noon
   * UTC of the day after.
   */
  readingsOf(market: string, validMs: EpochMs): readonly WeatherReading[];
  /** Folds the past up to a moment, some days to a step; no value changes. */
  foldTo(atMs: EpochMs): Generator<void>;
  /** Drops all that was remembered; no value changes. */
  forget(): void;
}

const READING_AFTER_MS = 1.5 * DAY_MS;
/** No month is listed longer than this before it is nearly due. */
const LISTED_DAYS_MAX = 1200;
/** Months of a chain that a desk follows at once. */
const FOLLOWED = 2;
/** Tapes that are remembered: a desk follows 28. */
const TAPES_MAX = 256;
/** Days that all parts are folded by at once: fewer than any of them remembers. */
const TOGETHER_DAYS = 16;
const [FIRST_HUB] = POWER_HUBS;

/**
 * A world for a seed. Two worlds of one seed agree on every value, in whatever order they are
 * asked.
 */
export const createWorld = (options: WorldOptions): World => new SimulatedWorld(options);

class SimulatedWorld implements World {
  readonly weather: WeatherPart;
  readonly futures: FuturesPart;
  readonly power: PowerPart;
  readonly series: SeriesPart;
  private readonly chance: Chance;
  private readonly known = new Map<string, Instrument>();
  private readonly tapes = new Map<string, Tape>();
  private readonly listedOn = new Map<
    string,
    { readonly day: number; readonly months: readonly Instrument[] }
  >();
  private readonly listedFrom = new Map<string, EpochMs>();
  private readonly noises = new Map<string, (day: number) => Float64Array>();
  /** The day up to which all parts were folded together. */
  private reached = 0;

  constructor(options: WorldOptions) {
    this.chance = createChance(options.seed);
    this.weather = createWeather(options, this.chance);
    this.futures = createFutures(options, this.chance, this.weather);
    this.power = createPower(options, this.chance, this.weather, this.futures);
    this.series = createSeries(options, this.chance, this.weather, this.futures, this.power);
  }

  listedAt(atMs: EpochMs): readonly Instrument[] {
    return CHAINS.flatMap(({ id }) =>
      this.months(id, getDay(atMs))
        .filter(({ contract }) => (contract?.rollMs ?? Infinity) > atMs)
        .slice(0, FOLLOWED),
    );
  }

  monthsAt(chain: string, atMs: EpochMs): readonly Instrument[] {
    return this.months(chain, getDay(atMs));
  }

  /**
   * A desk asks for the months of one day again and again: those of the last day that was asked are
   * kept.
   */
  private months(chain: string, day: number): readonly Instrument[] {
    const kept = this.listedOn.get(chain);
    if (kept?.day === day) return kept.months;
    const part = findChain(chain).isPower ? this.power : this.futures;
    const months = part.listed(chain, day);
    for (const month of months) this.known.set(month.id, month);
    this.listedOn.set(chain, { day, months });
    return months;
  }

  instrument(id: string): Instrument {
    const known = this.known.get(id);
    if (known) return known;
    const found = this.months(findChain(id).id, listingDay(id)).find((month) => month.id === id);
    assert(found, () => `the simulated world never listed ${id}`);
    return found;
  }

  listedFromMs({ id }: Pick<Instrument, 'id'>): EpochMs {
    const known = this.listedFrom.get(id);
    if (known !== undefined) return known;
    let late = listingDay(id);
    let early = Math.max(0, late - LISTED_DAYS_MAX);
    while (early < late) {
      const middle = (early + late) >> 1;
      if (this.months(findChain(id).id, middle).some((month) => month.id === id)) late = middle;
      else early = middle + 1;
    }
    const fromMs = dayStartMs(late);
    this.listedFrom.set(id, fromMs);
    return fromMs;
  }

  curveAt(chain: string, atMs: EpochMs): readonly CurvePoint[] {
    const months = this.months(chain, getDay(atMs)).filter(
      ({ contract }) => (contract?.expiresMs ?? Infinity) > atMs,
    );
    return months.map((instrument) => ({
      instrument,
      price: priceNumber(instrument, this.tapeOf(instrument).ticksAt(getMinute(atMs))),
    }));
  }

  midAt({ id }: Pick<Instrument, 'id'>, atMs: EpochMs): number {
    const instrument = this.instrument(id);
    return this.tapeOf(instrument).midAt(getMinute(tradedMs(instrument, atMs)));
  }

  lastAt({ id }: Pick<Instrument, 'id'>, atMs: EpochMs): Ticks {
    const instrument = this.instrument(id);
    return this.tapeOf(instrument).lastAt(tradedMs(instrument, atMs)).ticks;
  }

  lockAt({ id }: Pick<Instrument, 'id'>, atMs: EpochMs): 'UP' | 'DOWN' | null {
    const instrument = this.instrument(id);
    return this.tapeOf(instrument).lockAt(tradedMs(instrument, atMs));
  }

  quoteAt({ id }: Pick<Instrument, 'id'>, atMs: EpochMs): Quote {
    const instrument = this.instrument(id);
    const tape = this.tapeOf(instrument);
    const seenMs = tradedMs(instrument, atMs);
    return buildQuote(
      tape.lastAt(seenMs),
      halfSpreadTicks(instrument, tape.day(getDay(seenMs)).unrest, atMs),
      atMs,
    );
  }

  ladderAt({ id }: Pick<Instrument, 'id'>, atMs: EpochMs, levels: number): Ladder {
    const instrument = this.instrument(id);
    const { unrest } = this.tapeOf(instrument).day(getDay(tradedMs(instrument, atMs)));
    return buildLadder(
      instrument,
      this.quoteAt(instrument, atMs),
      halfSpreadTicks(instrument, unrest, atMs),
      levels,
    );
  }

  barAt({ id }: Pick<Instrument, 'id'>, startMs: EpochMs, lengthMs: number): Bar {
    assert(
      startMs % MINUTE_MS === 0 && lengthMs % MINUTE_MS === 0 && lengthMs > 0,
      'a bar is made of whole minutes',
    );
    const instrument = this.instrument(id);
    const tape = this.tapeOf(instrument);
    const last = getMinute(tradedMs(instrument, Infinity));
    const [from, to] = [
      Math.min(getMinute(startMs), last),
      Math.min(getMinute(startMs + lengthMs), last),
    ];
    const { low, high } = tape.span(from, to);
    return {
      openTicks: tape.ticksAt(from),
      highTicks: high,
      lowTicks: low,
      closeTicks: tape.ticksAt(to),
      startsMs: startMs,
      endsMs: startMs + lengthMs - 1,
    };
  }

  readingsOf(market: string, validMs: EpochMs): readonly WeatherReading[] {
    const day = getDay(validMs);
    assert(validMs === dayStartMs(day), 'readings are of a whole UTC day');
    const values = usDegreeDays(this.weather.pastDay(day));
    return Object.entries(values).map(([series, value]) => ({
      type: 'WeatherObserved',
      market,
      series,
      value,
      validMs,
      publishedMs: validMs + READING_AFTER_MS,
    }));
  }

  /**
   * Folds all parts a few days at a time up to a day. Each asks those before it for the same days
   * while they still remember them:
   * part after part, a world that catches up would fold the weather four times.
   */
  *foldTo(atMs: EpochMs): Generator<void> {
    for (const day = getDay(atMs); this.reached < day; yield) {
      this.reached = Math.min(day, this.reached + TOGETHER_DAYS);
      this.power.spot(FIRST_HUB, this.reached);
      this.series.foldTo(this.reached);
    }
  }

  private reach(day: number): void {
    if (this.reached < day) for (const _step of this.foldTo(dayStartMs(day))) continue;
  }

  forget(): void {
    this.reached = 0;
    this.tapes.clear();
    this.noises.clear();
    this.known.clear();
    this.listedOn.clear();
    this.listedFrom.clear();
    for (const part of [this.weather, this.futures, this.power, this.series]) part.forget();
  }

  private tapeOf(instrument: Instrument): Tape {
    const known = this.tapes.get(instrument.id);
    if (known) return known;
    const part = findChain(instrument.id).isPower ? this.power : this.futures;
    if (this.tapes.size >= TAPES_MAX) this.tapes.clear();
    const chain = findChain(instrument.id).id;
    const noise = this.noises.get(chain) ?? dayNoise(this.chance, chain);
    this.noises.set(chain, noise);
    const path = (day: number): DayPath => {
      this.reach(day);
      return part.path(instrument, day);
    };
    const tape = createTape(this.chance, instrument, path, noise);
    this.tapes.set(instrument.id, tape);
    return tape;
  }
}

const getMinute = (atMs: EpochMs): number => Math.floor((atMs - WORLD_EPOCH_MS) / MINUTE_MS);

/** The moment itself, or the last minute in which the contract traded. */
const tradedMs = ({ contract }: Instrument, atMs: EpochMs): EpochMs =>
  Math.min(atMs, (contract?.expiresMs ?? Infinity) - MINUTE_MS);

/**
 * A day on which the contract of an id is listed: a strip the day before its delivery, a month some
 * weeks before its delivery.
 */
function listingDay(id: string): number {
  const [, code = ''] = id.split('.');
  const strip = /^(\d{4})(\d{2})(\d{2})$/.exec(code);
  if (strip)
    return getDay(Date.UTC(Number(strip[1]), Number(strip[2]) - 1, Number(strip[3])) - 2 * DAY_MS);
  const month = /^([FGHJKMNQUVXZ])(\d{2})$/.exec(code);
  assert(month, () => `${id} is no contract of the simulated world`);
  return getDay(
    Math.max(
      WORLD_EPOCH_MS,
      Date.UTC(2000 + Number(month[2]), 'FGHJKMNQUVXZ'.indexOf(month[1] ?? ''), 1) - 60 * DAY_MS,
    ),
  );
}
