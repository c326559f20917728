/**
 * Strip price: expected mean of its 168 hours, with a forward premium, the bias of the public
 * consensus, slow absorption of news and transient noise.
 */
import { assert } from '../../domain/outcome';
import type { PredictableMove } from '../market-models';
import type { RandomStreams, RandomStream } from '../random-streams';
import { CYCLES_PER_DAY, CYCLE_MS, type DayPath, PUBLISH_AFTER_MS } from '../market-models';
import { DAYS_PER_WEEK, type Strip } from './strip-contracts';
import { type Expectation, LEAD_MAX, type PricedDay } from './expectation';
import type { Fuel } from './fuel';
import { HUB_COUNT, HUB_ROWS, getHubRow } from './hubs';
import { GAS_POWER } from './fuel-factor';
import { computeFuelByDay, computeExpectedWeek, computeGasMoves, computeMoves } from './strip-week';
import { MINUTE_MS } from '../../domain/time';
import { ALPHA, type Alpha } from '../prices/alpha';
import { sumMissingNews } from '../prices/news-absorption';
import { computePowerPremium } from '../prices/premia';
import { UNBIASED_LEAD_DAYS } from '../weather/consensus-outlook';

/** Days until news is fully absorbed, and news cache size: all strips of 14 days. */
const ABSORPTION_DAYS = 4;
const CACHED_NEWS_MAX = 1024;
/** All strips at all cycles of some twenty days. */
const CACHED_WEEKS_MAX = 4096;
/** Noise is truncated after 16 days, eight half-lives. */
const NOISE_MEMORY = 0.5 ** (1 / ALPHA.noise.power.halfLifeDays);
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
  /** Expected weeks of the unbiased expectation: a day's path reads each several times. */
  private readonly weeks = new Map<number, number>();

  constructor(
    private readonly random: RandomStreams,
    private readonly expectation: Expectation,
    private readonly fuel: Fuel,
    private readonly alpha: Alpha,
    /** Expectations with the bias of the consensus: of today, and expected for the next midnight. */
    private readonly biased: Expectation,
    private readonly nextBiased: Expectation,
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
    const lead = strip.firstDay - day;
    return (
      (1 + this.getPremium(strip, lead)) * this.getExpectedWeek(strip, day, 0) +
      this.computeBias(this.biased, strip, day, lead) -
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
      NOISE_MOVE * this.alpha.noise.power.ratio * normalSigma,
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

  /** Expected change on the coming day, $/MWh. */
  getPredictableMove(strip: Strip, day: number): PredictableMove {
    const lead = strip.firstDay - day;
    const noise = this.computeNoise(strip, day);
    return {
      news: (1 - this.alpha.power.carry) * this.sumUnabsorbedNews(strip, day),
      bias:
        this.computeBias(this.nextBiased, strip, day, lead - 1) -
        this.computeBias(this.biased, strip, day, lead),
      reports: 0,
      premium:
        (this.getPremium(strip, lead - 1) - this.getPremium(strip, lead)) *
        this.getExpectedWeek(strip, day, 0),
      trend: 0,
      noise: noise === 0 ? 0 : (NOISE_MEMORY - 1) * noise,
    };
  }

  forget(): void {
    this.normalSigmas.clear();
    this.news.clear();
    this.weeks.clear();
  }

  /** Expected mean price over the delivery as of some cycles of a day, $/MWh; cached. */
  private getExpectedWeek(strip: Strip, day: number, cycles: number): number {
    const key =
      ((strip.firstDay * HUB_COUNT + strip.hub) * (LEAD_MAX + 1) + strip.firstDay - day) *
        (CYCLES_PER_DAY + 1) +
      cycles;
    const cached = this.weeks.get(key);
    if (cached !== undefined) return cached;
    if (this.weeks.size >= CACHED_WEEKS_MAX) this.weeks.clear();
    const created = computeExpectedWeek(this.expectation, strip, { day, cycles });
    this.weeks.set(key, created);
    return created;
  }

  /** Jumps by forecast news at the publication minutes, while the strip trades. */
  private computeWeatherSteps(strip: Strip, day: number): Steps {
    const untilMinute =
      day === strip.firstDay ? 60 * getHubRow(strip.hub).lagHours : Number.POSITIVE_INFINITY;
    const steps: { minute: number; size: number }[] = [];
    const lead = strip.firstDay - day;
    const getPriced = (cycles: number): number =>
      (1 + this.getPremium(strip, lead)) * this.getExpectedWeek(strip, day, cycles) -
      this.computeMissingNews(strip, day, cycles);
    let before = getPriced(0);
    for (let cycles = 1; cycles <= CYCLES_PER_DAY; cycles += 1) {
      const minute = ((cycles - 1) * CYCLE_MS + PUBLISH_AFTER_MS) / MINUTE_MS;
      if (minute >= untilMinute) break;
      const after = getPriced(cycles);
      steps.push({ minute, size: after - before });
      before = after;
    }
    return steps;
  }

  private getPremium({ firstDay }: Strip, lead: number): number {
    return computePowerPremium(this.alpha.powerPremium, firstDay, lead);
  }

  /**
   * Bias of the consensus in the price, $/MWh. It fades over the last week before delivery, `lead`
   * days ahead, so that the last price is the expectation.
   */
  private computeBias(biased: Expectation, strip: Strip, day: number, lead: number): number {
    if (this.alpha.biasFraction === 0 || strip.firstDay - day >= UNBIASED_LEAD_DAYS) return 0;
    return (
      Math.min(1, Math.max(0, lead) / DAYS_PER_WEEK) *
      (computeExpectedWeek(biased, strip, { day, cycles: 0 }) - this.getExpectedWeek(strip, day, 0))
    );
  }

  /** News missing after the first cycles of a day, $/MWh; of any size in the same proportion. */
  private computeMissingNews(strip: Strip, day: number, cycles: number): number {
    return day < 0
      ? 0
      : sumMissingNews(
          this.alpha,
          this.alpha.power.lag,
          day,
          cycles,
          (count) => this.getExpectedWeek(strip, day, count) - this.getExpectedWeek(strip, day, 0),
          null,
        );
  }

  /** Missing news of a whole day, cached: the prices of the next four days use it. */
  private getMissingNews(strip: Strip, day: number): number {
    const key = `${strip.hub}/${strip.firstDay}/${day}`;
    const cached = this.news.get(key);
    if (cached !== undefined) return cached;
    if (this.news.size >= CACHED_NEWS_MAX) this.news.clear();
    const created = this.computeMissingNews(strip, day, CYCLES_PER_DAY);
    this.news.set(key, created);
    return created;
  }

  /** News not yet in the price at the start of a day. */
  private sumUnabsorbedNews(strip: Strip, day: number): number {
    let sum = 0;
    if (this.alpha.power.lag === 0) return sum;
    for (
      let back = 1, weight = 1;
      back <= ABSORPTION_DAYS;
      back += 1, weight *= this.alpha.power.carry
    )
      sum += weight * this.getMissingNews(strip, day - back);
    return sum;
  }

  /**
   * Noise at the start of a day: an AR(1) as a sum of recent shocks, so that days can be computed
   * in any order.
   */
  private computeNoise(strip: Strip, day: number): number {
    const { ratio } = this.alpha.noise.power;
    if (ratio === 0) return 0;
    const stream = this.noiseStreams[strip.hub] ?? 0;
    let sum = 0;
    for (let back = 0, weight = NOISE_SCALE; back < NOISE_DAYS; back += 1, weight *= NOISE_MEMORY)
      sum += weight * this.random.drawNormal(stream, day - back, strip.firstDay);
    return ratio * this.getNormalSigma(strip) * sum;
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
