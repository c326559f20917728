/**
 * Strip price: expected mean of its 168 hours, with slow absorption of news and transient noise.
 */
import { assert } from '../../domain/outcome';
import type { PredictableMove } from '../market-models';
import type { RandomStreams, RandomStream } from '../random-streams';
import { CYCLES_PER_DAY, CYCLE_MS, type DayPath, PUBLISH_AFTER_MS } from '../market-models';
import { DAYS_PER_WEEK, type Strip } from './strip-contracts';
import { type Expectation, LEAD_MAX, type PricedDay } from './expectation';
import type { Fuel } from './fuel';
import { HUB_COUNT, HUB_ROWS, getHubRow } from './hubs';
import { GAS_POWER } from './stack';
import {
  computeFuelByDay,
  computeExpectedWeek,
  computeGasMoves,
  computeMoves,
  computeDayNews,
} from './strip-week';
import { MINUTE_MS } from '../../domain/time';

/** Predictable part of strip prices: slow absorption of weather news, and noise. */
interface StripAlpha {
  /**
   * Fraction of a day's news left unpriced at first, and fraction of that left after each further
   * day.
   */
  readonly lag: number;
  readonly carry: number;
  /** Transient noise as a multiple of the normal daily deviation. */
  readonly noise: number;
}
export const DEFAULT_ALPHA: StripAlpha = { lag: 0.16, carry: 0.12, noise: 0.25 };
export const EFFICIENT_ALPHA: StripAlpha = { lag: 0, carry: 0, noise: 0 };

/** Days until news is fully absorbed, and news cache size: all strips of 14 days. */
const ABSORPTION_DAYS = 4;
const CACHED_NEWS_MAX = 1024;
/** Half-life of the noise: two days; truncated after 16 days. */
const NOISE_MEMORY = Math.SQRT1_2;
const NOISE_DAYS = 16;
const NOISE_SCALE = Math.sqrt((1 - NOISE_MEMORY ** 2) / (1 - NOISE_MEMORY ** (2 * NOISE_DAYS)));
/** Daily change of the noise relative to its level. */
const NOISE_MOVE = Math.sqrt(2 * (1 - NOISE_MEMORY));
/**
 * Normal daily gas volatility (log), and the lead at which a strip's normal deviation is taken.
 */
const NORMAL_GAS_SIGMA = 0.034;
const NORMAL_LEAD = 7;

type Steps = DayPath['steps'];
/** Sorts steps by minute and adds those of the same minute. */
function mergeSteps(steps: Steps): Steps {
  const sizes = new Map<number, number>();
  for (const { minute, size } of steps) sizes.set(minute, (sizes.get(minute) ?? 0) + size);
  return [...sizes].map(([minute, size]) => ({ minute, size })).sort((a, b) => a.minute - b.minute);
}

const sumSteps = (steps: Steps): number => steps.reduce((sum, { size }) => sum + size, 0);

export class Strips {
  private readonly noiseStreams: readonly RandomStream[];
  private readonly normalSigmas = new Map<number, number>();
  private readonly news = new Map<string, number>();

  constructor(
    private readonly random: RandomStreams,
    private readonly expectation: Expectation,
    private readonly fuel: Fuel,
    private readonly alpha: StripAlpha,
  ) {
    this.noiseStreams = HUB_ROWS.map(({ hub }) => random.getStream(`power/${hub}/noise`));
  }

  /**
   * Price at the start of a day, $/MWh; the last price after expiry. Throws more than nine weeks
   * before delivery.
   */
  getPrice(strip: Strip, day: number): number {
    assert(
      strip.firstDay - day <= LEAD_MAX - DAYS_PER_WEEK,
      () => `a strip with delivery from day ${strip.firstDay} has no price yet on day ${day}`,
    );
    if (day > strip.firstDay)
      return (
        this.getPrice(strip, strip.firstDay) +
        sumSteps(this.computeWeatherSteps(strip, strip.firstDay))
      );
    return (
      computeExpectedWeek(this.expectation, strip, { day, cycles: 0 }) -
      this.sumUnabsorbedNews(strip, day) +
      this.computeNoise(strip, day)
    );
  }

  getPath(strip: Strip, day: number): DayPath {
    const from = this.getPrice(strip, day);
    if (day > strip.firstDay)
      return {
        scale: 'linear',
        from,
        diffusion: 0,
        sigma: 0,
        steps: [],
        band: null,
        volatilityRatio: 1,
      };
    const normalSigma = this.getNormalSigma(strip);
    const lead = strip.firstDay - day;
    const weather = this.computeWeatherSteps(strip, day);
    // On the last day only forecasts move a strip: plants and fuel count as expected at midnight.
    if (lead === 0)
      return {
        scale: 'linear',
        from,
        diffusion: 0,
        sigma: 0,
        steps: weather,
        band: null,
        volatilityRatio: 1,
      };
    const getDay = (at: number): PricedDay =>
      this.expectation.getDay(strip.hub, { day, cycles: 0 }, at - day);
    const moves = computeMoves(strip, getDay, lead);
    const gas = computeGasMoves(computeFuelByDay(strip, getDay), this.fuel, day, lead);
    const sigma = Math.hypot(
      gas.sigma,
      moves.level,
      moves.outage,
      moves.local,
      NOISE_MOVE * this.alpha.noise * normalSigma,
    );
    const steps = mergeSteps([...weather, ...gas.steps]);
    return {
      scale: 'linear',
      from,
      diffusion: this.getPrice(strip, day + 1) - from - sumSteps(steps),
      sigma,
      steps,
      band: null,
      volatilityRatio: sigma / normalSigma,
    };
  }

  /** Expected change on the coming day, $/MWh: absorbed news and reverting noise. */
  getPredictableMove(strip: Strip, day: number): PredictableMove {
    return {
      news: (1 - this.alpha.carry) * this.sumUnabsorbedNews(strip, day),
      reports: 0,
      premium: 0,
      noise: (NOISE_MEMORY - 1) * this.computeNoise(strip, day),
    };
  }

  forget(): void {
    this.normalSigmas.clear();
    this.news.clear();
  }

  /** Jumps by forecast news at the publication minutes, while the strip trades. */
  private computeWeatherSteps(strip: Strip, day: number): Steps {
    const untilMinute =
      day === strip.firstDay ? 60 * getHubRow(strip.hub).lagHours : Number.POSITIVE_INFINITY;
    const steps: { minute: number; size: number }[] = [];
    let before = computeExpectedWeek(this.expectation, strip, { day, cycles: 0 });
    for (let cycles = 1; cycles <= CYCLES_PER_DAY; cycles += 1) {
      const minute = ((cycles - 1) * CYCLE_MS + PUBLISH_AFTER_MS) / MINUTE_MS;
      if (minute >= untilMinute) break;
      const after = computeExpectedWeek(this.expectation, strip, { day, cycles });
      steps.push({ minute, size: (1 - this.alpha.lag) * (after - before) });
      before = after;
    }
    return steps;
  }

  /** News of a day, cached: the prices of the next four days use it. */
  private getNews(strip: Strip, day: number): number {
    const key = `${strip.hub}/${strip.firstDay}/${day}`;
    const cached = this.news.get(key);
    if (cached !== undefined) return cached;
    if (this.news.size >= CACHED_NEWS_MAX) this.news.clear();
    const created = computeDayNews(this.expectation, strip, day);
    this.news.set(key, created);
    return created;
  }

  /** News not yet in the price at the start of a day. */
  private sumUnabsorbedNews(strip: Strip, day: number): number {
    let sum = 0;
    if (this.alpha.lag === 0) return sum;
    for (
      let back = 1, weight = this.alpha.lag;
      back <= ABSORPTION_DAYS;
      back += 1, weight *= this.alpha.carry
    )
      sum += weight * this.getNews(strip, day - back);
    return sum;
  }

  /**
   * Noise at the start of a day: an AR(1) as a sum of recent shocks, so that days can be computed
   * in any order.
   */
  private computeNoise(strip: Strip, day: number): number {
    if (this.alpha.noise === 0) return 0;
    const stream = this.noiseStreams[strip.hub] ?? 0;
    let sum = 0;
    for (let back = 0, weight = NOISE_SCALE; back < NOISE_DAYS; back += 1, weight *= NOISE_MEMORY)
      sum += weight * this.random.drawNormal(stream, day - back, strip.firstDay);
    return this.alpha.noise * this.getNormalSigma(strip) * sum;
  }

  /** Standard deviation of a normal day's move by delivery season, $/MWh. */
  private getNormalSigma(strip: Strip): number {
    const key = strip.firstDay * HUB_COUNT + strip.hub;
    const cached = this.normalSigmas.get(key);
    if (cached !== undefined) return cached;
    const getDay = (day: number): PricedDay => this.expectation.getNormalDay(strip.hub, day);
    const moves = computeMoves(strip, getDay, NORMAL_LEAD);
    const perGas = GAS_POWER * computeFuelByDay(strip, getDay).reduce((sum, size) => sum + size, 0);
    const created = Math.hypot(perGas * NORMAL_GAS_SIGMA, moves.level, moves.outage);
    this.normalSigmas.set(key, created);
    return created;
  }
}
