// The public past of a simulated world, day by day: what the features of networks read, on the desk
// and in training.
import type { Instrument } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import type { CurvePoint, PublicKnowledge } from '../../trading/market/inputs/knowledge';
import { DailyMarks } from '../../trading/networks/features/daily-marks';
import { VERIFIED_LEADS, WeatherRecord } from '../../trading/networks/features/weather-record';
import type { PublicPast } from '../../trading/networks/features/point-in-time-view';
import { getDay, dayStartMs } from '../../trading/simulation/calendar';
import { ChainPast } from '../../trading/simulation/chain-past';
import { CHAINS, findChain } from '../../trading/simulation/chains';
import { heldMonths, worldKnowledge } from '../../trading/simulation/knowledge';
import { CYCLE_MS, PUBLISH_AFTER_MS } from '../../trading/simulation/parts';
import { seriesWindow } from '../../trading/simulation/series-window';
import type { World } from '../../trading/simulation/world';
import { MARKET_CELLS, type WeatherCell } from '../../trading/weather/cell';
import type { ForecastRun } from '../../trading/weather/bulletin';
import type { WeatherReader } from '../../trading/weather/archive-reader';
import { MINUTE_MS } from '../../trading/domain/time';
import { isoMoment } from '../../trading/domain/format';

/** Moments whose knowledge is kept: features look back some days. */
const KNOWN_KEPT = 64;
/**
 * The first readable moment of a day's record: its last hour is published a quarter past midnight.
 */
const RECORDED_AFTER_MS = 75 * MINUTE_MS + 23 * 60 * MINUTE_MS;

/**
 * The latest moment up to `atMs` at which something came that networks read: a forecast run, or the
 * prices of a midnight.
 */
export function getLatestNewsMs(atMs: EpochMs): EpochMs {
  const run = Math.floor((atMs - PUBLISH_AFTER_MS) / CYCLE_MS) * CYCLE_MS + PUBLISH_AFTER_MS;
  return Math.max(run, dayStartMs(getDay(atMs)));
}

export class WorldPast implements PublicPast {
  readonly record = new WeatherRecord();
  readonly vintages;
  private readonly marksOf = new Map<string, DailyMarks>();
  private readonly moments = new Map<EpochMs, PublicKnowledge>();
  private readonly tell: (knownMs: EpochMs) => PublicKnowledge;
  private readonly chains = new Map<string, ChainPast>();
  private readonly foretold = new Foretold();

  /** The day whose midnight was added last. */
  private day = 0;

  /**
   * Strips of power are marked on the world days from `powerFrom` to before `powerUntil` alone:
   * they cost more than all else.
   */
  constructor(
    readonly world: World,
    private readonly powerUntil: number,
    private readonly powerFrom = 0,
  ) {
    this.vintages = seriesWindow(world.series);
    this.tell = worldKnowledge(world, {
      vintages: this.vintages,
      weather: plainRuns(world),
      curve: (chain, knownMs) => this.curve(chain, knownMs),
    });
    for (const { id } of CHAINS) {
      this.marksOf.set(id, new DailyMarks());
      this.chains.set(id, new ChainPast(world, id));
    }
  }

  known(knownMs: EpochMs): PublicKnowledge {
    const known = this.moments.get(knownMs);
    if (known) return known;
    if (this.moments.size >= KNOWN_KEPT) this.moments.delete(this.moments.keys().next().value ?? 0);
    const made = rememberingKnowledge(this.tell(knownMs));
    this.moments.set(knownMs, made);
    return made;
  }

  marks(chain: string): DailyMarks | null {
    return this.marksOf.get(chain) ?? null;
  }

  isPriced(chain: string, day: number): boolean {
    return !findChain(chain).isPower || (day >= this.powerFrom && day < this.powerUntil);
  }

  /**
   * A past that can tell of a moment what its latest `days` days were, and of power what
   * `powerDays` were.
   */
  static before(world: World, atMs: EpochMs, days: number, powerDays: number): WorldPast {
    const past = new WorldPast(world, Infinity, getDay(atMs) - powerDays);
    past.day = Math.max(0, getDay(atMs) - days);
    past.advanceTo(atMs);
    return past;
  }

  /** Adds the midnights up to a moment that are not there yet. */
  advanceTo(atMs: EpochMs): void {
    while (this.day < getDay(atMs)) this.advance(this.day + 1);
  }

  /**
   * Adds what the midnight that begins a day brings; to be called for each day in turn, from 1 on
   * or from where a past was begun.
   */
  advance(day: number): void {
    this.day = day;
    for (const [chain, marks] of this.marksOf) {
      if (this.isPriced(chain, day))
        marks.add({
          endMs: dayStartMs(day),
          close: this.chain(chain).close(day),
          move: this.moveOver(chain, day - 1),
        });
    }
    this.recordDay(day - 1);
  }

  /** The month in force at a moment. Throws RangeError where none is. */
  monthAt(chain: string, atMs: EpochMs): Instrument {
    const [month] = heldMonths(this.world, chain, atMs);
    if (!month) throw new RangeError(`no month of ${chain} is in force at ${isoMoment(atMs)}`);
    return month;
  }

  /** The month in force at the midnight that begins a day. */
  front(chain: string, day: number): Instrument {
    return this.chain(chain).front(day);
  }

  /**
   * Move of the month that is in force at the midnight which begins a day, until the next one: log
   * for futures, $/MWh for power.
   */
  moveOver(chain: string, day: number): number {
    return this.chain(chain).moveOver(day);
  }

  private chain(id: string): ChainPast {
    const known = this.chains.get(id);
    if (!known) throw new RangeError(`the simulated world has no chain ${id}`);
    return known;
  }

  /** Prices of the midnight before a moment. */
  private curve(id: string, knownMs: EpochMs): readonly CurvePoint[] {
    const [chain, day] = [this.chain(id), getDay(knownMs)];
    return heldMonths(this.world, id, knownMs).map((month) => ({
      delivery: month.contract?.delivery ?? '',
      get price() {
        return chain.settlement(month, day);
      },
    }));
  }

  /**
   * What a day came to be, beside what stood in the runs that were out when the days before it
   * began.
   */
  private recordDay(day: number): void {
    const past = this.world.weather.pastDay(day);
    const at = (values: Float64Array, place: number): number => values[place] ?? NaN;
    for (const [place, cell] of MARKET_CELLS.entries()) {
      const run = day >= 1 ? this.known(dayStartMs(day)).run(cell, 0) : null;
      if (run) this.foretold.note(place, day, run);
      const meanF = at(past.meanF, place);
      const errorsF = VERIFIED_LEADS.map((_, lead) => meanF - this.foretold.of(place, lead, day));
      this.record.add(cell, {
        dayMs: dayStartMs(day),
        publishedMs: dayStartMs(day) + RECORDED_AFTER_MS,
        meanF,
        rainInches: at(past.rainInches, place),
        windMph: at(past.windMph, place),
        errorsF,
      });
    }
  }
}

/** Forecast means of days to come, by cell and verified lead. */
class Foretold {
  private static readonly RING = 16;
  private readonly means = new Float64Array(
    MARKET_CELLS.length * VERIFIED_LEADS.length * Foretold.RING,
  ).fill(NaN);

  note(cell: number, day: number, { days }: ForecastRun): void {
    for (const [place, lead] of VERIFIED_LEADS.entries())
      this.means[this.at(cell, place, day + lead)] =
        days.find(({ dayMs }) => dayMs === dayStartMs(day + lead))?.meanF ?? NaN;
  }

  of(cell: number, place: number, day: number): number {
    return this.means[this.at(cell, place, day)] ?? NaN;
  }

  private at(cell: number, place: number, day: number): number {
    return (cell * VERIFIED_LEADS.length + place) * Foretold.RING + (day % Foretold.RING);
  }
}

/** Runs of a cell that are kept: features look back a month, a run a day. */
const RUNS_KEPT = 64;

/** Runs of the thirteen cells alone, made when they are asked for. */
function plainRuns({ weather }: World): Pick<WeatherReader, 'run' | 'runs'> {
  const kept = new Map<string, Map<EpochMs, ForecastRun>>();
  const getRun = (cell: WeatherCell, issuedMs: EpochMs): ForecastRun => {
    const runs = kept.get(cell) ?? new Map<EpochMs, ForecastRun>();
    if (runs.size === 0) kept.set(cell, runs);
    const known = runs.get(issuedMs);
    if (known) return known;
    if (runs.size >= RUNS_KEPT) runs.delete(runs.keys().next().value ?? 0);
    const made = weather.forecastRun(cell, issuedMs);
    runs.set(issuedMs, made);
    return made;
  };
  return {
    run(cell, knownMs, back = 0) {
      const issuedMs =
        Math.floor((knownMs - PUBLISH_AFTER_MS) / CYCLE_MS) * CYCLE_MS - back * CYCLE_MS;
      return issuedMs < dayStartMs(0) ? null : getRun(cell, issuedMs);
    },
    runs(cell, fromMs, untilMs, knownMs) {
      const found = [];
      for (
        let issuedMs = Math.max(dayStartMs(0), Math.ceil(fromMs / CYCLE_MS) * CYCLE_MS);
        issuedMs < Math.min(untilMs, knownMs - PUBLISH_AFTER_MS + 1);
        issuedMs += CYCLE_MS
      )
        found.push(getRun(cell, issuedMs));
      return found;
    },
  };
}

/** The same knowledge, which puts its warnings and curves together once. */
function rememberingKnowledge(known: PublicKnowledge): PublicKnowledge {
  const curves = new Map<string, readonly CurvePoint[]>();
  let warned: ReturnType<PublicKnowledge['warnings']> | null = null;
  return {
    ...known,
    warnings: () => (warned ??= known.warnings()),
    curve(chain) {
      const made = curves.get(chain) ?? known.curve(chain);
      curves.set(chain, made);
      return made;
    },
  };
}
