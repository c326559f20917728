/**
 * The price of a strip: the expected mean of its 168 hours, digested slowly, with the noise of a
 * thin market.
 */
import { assert } from '../../domain/outcome';
import type { Foreseen } from '../parts';
import type { Chance, Stream } from '../random-streams';
import { CYCLES_PER_DAY, CYCLE_MS, type DayPath, PUBLISH_AFTER_MS } from '../parts';
import { DAYS_PER_WEEK, type Strip } from './contracts';
import { type Expectation, LEAD_MAX, type PricedDay } from './expectation';
import type { Fuel } from './fuel';
import { HUB_COUNT, HUB_ROWS, hubRow } from './hubs';
import { GAS_POWER } from './stack';
import { computeBurn, expectedWeek, computeGasMoves, computeMoves, computeNews } from './week';
import { MINUTE_MS } from '../../domain/time';

/**
 * How slowly the market digests news of the weather, and how noisy it is; all nothing when it is
 * efficient.
 */
interface StripAlpha {
  /**
   * Share of a day's news that is left for later days, and of what is left that is left again a day
   * later.
   */
  readonly lag: number;
  readonly carry: number;
  /** Noise that passes, over the usual deviation of a day. */
  readonly noise: number;
}
export const SLOW: StripAlpha = { lag: 0.16, carry: 0.12, noise: 0.25 };
export const EFFICIENT: StripAlpha = { lag: 0, carry: 0, noise: 0 };

/**
 * Days after which nothing of a news is left to digest, and news that are kept: those of all strips
 * of a fortnight.
 */
const DIGESTED_DAYS = 4;
const NEWS_KEPT = 1024;
/** Half of the noise is gone after two days; what is older than sixteen counts for nothing. */
const NOISE_MEMORY = Math.SQRT1_2;
const NOISE_DAYS = 16;
const NOISE_SCALE = Math.sqrt((1 - NOISE_MEMORY ** 2) / (1 - NOISE_MEMORY ** (2 * NOISE_DAYS)));
/** Deviation of its move over a day, over its own. */
const NOISE_MOVE = Math.sqrt(2 * (1 - NOISE_MEMORY));
/**
 * A usual day of gas, in its log, and days ahead at which the usual deviation of a strip is taken.
 */
const USUAL_GAS_SIGMA = 0.034;
const USUAL_LEAD = 7;

type Steps = DayPath['steps'];
/** Steps by their minute; what falls into one is one step. */
function inOrder(steps: Steps): Steps {
  const sizes = new Map<number, number>();
  for (const { minute, size } of steps) sizes.set(minute, (sizes.get(minute) ?? 0) + size);
  return [...sizes].map(([minute, size]) => ({ minute, size })).sort((a, b) => a.minute - b.minute);
}

const computeSum = (steps: Steps): number => steps.reduce((sum, { size }) => sum + size, 0);

export class Strips {
  private readonly noiseStreams: readonly Stream[];
  private readonly usualSigmas = new Map<number, number>();
  private readonly news = new Map<string, number>();

  constructor(
    private readonly chance: Chance,
    private readonly expectation: Expectation,
    private readonly fuel: Fuel,
    private readonly alpha: StripAlpha,
  ) {
    this.noiseStreams = HUB_ROWS.map(({ hub }) => chance.stream(`power/${hub}/noise`));
  }

  /**
   * The price of a strip at the midnight that begins a day, $/MWh; once it has expired, its last
   * one. Throws more than nine weeks before its delivery.
   */
  value(strip: Strip, day: number): number {
    assert(
      strip.firstDay - day <= LEAD_MAX - DAYS_PER_WEEK,
      () => `a week of power that begins on day ${strip.firstDay} has no price yet on day ${day}`,
    );
    if (day > strip.firstDay)
      return (
        this.value(strip, strip.firstDay) + computeSum(this.weatherSteps(strip, strip.firstDay))
      );
    return (
      expectedWeek(this.expectation, strip, { day, cycles: 0 }) -
      this.undigested(strip, day) +
      this.noise(strip, day)
    );
  }

  path(strip: Strip, day: number): DayPath {
    const from = this.value(strip, day);
    if (day > strip.firstDay)
      return { scale: 'linear', from, diffusion: 0, sigma: 0, steps: [], band: null, unrest: 1 };
    const usual = this.usualSigma(strip);
    const lead = strip.firstDay - day;
    const weather = this.weatherSteps(strip, day);
    // in its last hours the forecasts alone move a strip: it settles at what was expected of plants
    // and fuel at midnight
    if (lead === 0)
      return {
        scale: 'linear',
        from,
        diffusion: 0,
        sigma: 0,
        steps: weather,
        band: null,
        unrest: 1,
      };
    const dayAt = (at: number): PricedDay =>
      this.expectation.dayAt(strip.hub, { day, cycles: 0 }, at - day);
    const moves = computeMoves(strip, dayAt, lead);
    const gas = computeGasMoves(computeBurn(strip, dayAt), this.fuel, day, lead);
    const sigma = Math.hypot(
      gas.sigma,
      moves.level,
      moves.outage,
      moves.local,
      NOISE_MOVE * this.alpha.noise * usual,
    );
    const steps = inOrder([...weather, ...gas.steps]);
    return {
      scale: 'linear',
      from,
      diffusion: this.value(strip, day + 1) - from - computeSum(steps),
      sigma,
      steps,
      band: null,
      unrest: sigma / usual,
    };
  }

  /**
   * What a strip is expected to gain on the day that begins, $/MWh: news that it digests, noise
   * that passes.
   */
  foreseen(strip: Strip, day: number): Foreseen {
    return {
      news: (1 - this.alpha.carry) * this.undigested(strip, day),
      reports: 0,
      premium: 0,
      noise: (NOISE_MEMORY - 1) * this.noise(strip, day),
    };
  }

  forget(): void {
    this.usualSigmas.clear();
    this.news.clear();
  }

  /**
   * The news of a day's forecasts at the minutes when they are published, as long as the strip is
   * traded.
   */
  private weatherSteps(strip: Strip, day: number): Steps {
    const untilMinute =
      day === strip.firstDay ? 60 * hubRow(strip.hub).lagHours : Number.POSITIVE_INFINITY;
    const steps: { minute: number; size: number }[] = [];
    let before = expectedWeek(this.expectation, strip, { day, cycles: 0 });
    for (let cycles = 1; cycles <= CYCLES_PER_DAY; cycles += 1) {
      const minute = ((cycles - 1) * CYCLE_MS + PUBLISH_AFTER_MS) / MINUTE_MS;
      if (minute >= untilMinute) break;
      const after = expectedWeek(this.expectation, strip, { day, cycles });
      steps.push({ minute, size: (1 - this.alpha.lag) * (after - before) });
      before = after;
    }
    return steps;
  }

  /** The news of a day, which the prices of the four days after it ask for. */
  private newsOn(strip: Strip, day: number): number {
    const key = `${strip.hub}/${strip.firstDay}/${day}`;
    const known = this.news.get(key);
    if (known !== undefined) return known;
    if (this.news.size >= NEWS_KEPT) this.news.clear();
    const made = computeNews(this.expectation, strip, day);
    this.news.set(key, made);
    return made;
  }

  /** What of the latest news is not yet in the price at the midnight that begins a day. */
  private undigested(strip: Strip, day: number): number {
    let sum = 0;
    if (this.alpha.lag === 0) return sum;
    for (
      let back = 1, left = this.alpha.lag;
      back <= DIGESTED_DAYS;
      back += 1, left *= this.alpha.carry
    )
      sum += left * this.newsOn(strip, day - back);
    return sum;
  }

  /**
   * Noise at a midnight: an AR(1) written as a sum of its latest shocks, so that any day may be
   * asked for first.
   */
  private noise(strip: Strip, day: number): number {
    if (this.alpha.noise === 0) return 0;
    const stream = this.noiseStreams[strip.hub] ?? 0;
    let sum = 0;
    for (let back = 0, left = NOISE_SCALE; back < NOISE_DAYS; back += 1, left *= NOISE_MEMORY)
      sum += left * this.chance.normal(stream, day - back, strip.firstDay);
    return this.alpha.noise * this.usualSigma(strip) * sum;
  }

  /** Standard deviation of a usual day's move, $/MWh, by the season of the delivery alone. */
  private usualSigma(strip: Strip): number {
    const key = strip.firstDay * HUB_COUNT + strip.hub;
    const known = this.usualSigmas.get(key);
    if (known !== undefined) return known;
    const dayAt = (day: number): PricedDay => this.expectation.usualDay(strip.hub, day);
    const moves = computeMoves(strip, dayAt, USUAL_LEAD);
    const perGas = GAS_POWER * computeBurn(strip, dayAt).reduce((sum, size) => sum + size, 0);
    const made = Math.hypot(perGas * USUAL_GAS_SIGMA, moves.level, moves.outage);
    this.usualSigmas.set(key, made);
    return made;
  }
}
