// Bars of the simulated market, computed from its minute prices. Long histories are computed in
// slices between other work and stay in memory.
import {
  BAR_INTERVALS,
  BAR_INTERVAL_MS,
  type BarInterval,
} from '../../trading/domain/bar-interval';
import { type Instrument, getCode } from '../../trading/domain/instrument';
import type { Bar } from '../../trading/domain/quote';
import { DAY_MS, MINUTE_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';
import type { MarketCache } from './market-cache.server';
import {
  type BarHistory,
  type BarQuery,
  type BarReader,
  getBarStartMs,
  getOldestBarMs,
} from '../../trading/market/bar-reader';

/** Simulated market as the bars need it. */
interface BarWorld {
  listInstrumentsAt(atMs: EpochMs): readonly Instrument[];
  listMonthsAt(chain: string, atMs: EpochMs): readonly Instrument[];
  getInstrument(id: string): Instrument;
  listedFromMs(instrument: Instrument): EpochMs;
  barAt(instrument: Instrument, startMs: EpochMs, lengthMs: number): Bar;
}

interface SimulatedBarsOptions {
  readonly market: string;
  readonly chains: readonly string[];
  readonly world: BarWorld;
  /** Current desk time. */
  readonly nowMs: () => EpochMs;
  /** Monotonic time, for slice lengths. */
  readonly elapsedMs: () => number;
  /** Calls back after a time, after other work. */
  readonly setTimer: (run: () => void, ms: number) => void;
  /** Daily bars of an earlier process. */
  readonly cache: MarketCache<readonly StoredBars[]>;
}

/** Completed daily bars of a contract, without a gap from `fromMs` to `untilMs`. */
export interface StoredBars {
  readonly id: string;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly bars: readonly Bar[];
}

/** Maximum time of a slice, and pause for other work: while a page waits, and otherwise. */
const SLICE_MS = 8;
const PAUSE_MS = { waited: 0, background: 12 } as const;
/** Days of prices computed at once, about 2 ms each; more are computed in slices. */
const DAYS_AT_ONCE = 8;
/** Stored histories; all tracked contracts at three intervals, with room. */
const SERIES_MAX = 240;
/** Days of daily bars computed in the background for the tracked contracts. */
const WARM_UP_DAYS = 366;

/** Completed bars of one contract and interval, without a gap up to `untilMs`. */
interface Series {
  readonly instrument: Instrument;
  readonly interval: BarInterval;
  readonly lengthMs: number;
  /** First moment with a price, on a full bar. */
  readonly listedMs: EpochMs;
  readonly bars: Bar[];
  /** Start of the first and end of the last stored bar. */
  fromMs: EpochMs;
  untilMs: EpochMs;
  /** Start of the first bar that a query needs. */
  wantedMs: EpochMs;
  waiters: (() => void)[];
}

interface SimulatedBars extends BarReader {
  /** Computes the daily bars of the tracked contracts in the background. */
  warmUp(): void;
  stop(): void;
}

/** Opens the bars of a simulated market; nothing is computed before the first query. */
export const openSimulatedBars = (options: SimulatedBarsOptions): SimulatedBars =>
  new ComputedBars(options);

class ComputedBars implements SimulatedBars {
  readonly market: string;
  private readonly series = new Map<string, Series>();
  private readonly storedDays: ReadonlyMap<string, StoredBars>;
  private loading: Series[] = [];
  private background: Generator<void> | null = null;
  private isScheduled = false;
  private isStopped = false;

  constructor(private readonly options: SimulatedBarsOptions) {
    this.market = options.market;
    this.storedDays = new Map((options.cache.read() ?? []).map((stored) => [stored.id, stored]));
  }

  listMonths(chain: string): readonly Instrument[] {
    const { chains, world, nowMs } = this.options;
    const atMs = nowMs();
    return chains.includes(chain)
      ? world
          .listMonthsAt(chain, atMs)
          .filter(({ contract }) => (contract?.expiresMs ?? Infinity) > atMs)
      : [];
  }

  findContract(name: string): Instrument | null {
    const { chains } = this.options;
    const chain = name.split('.')[0] ?? '';
    if (chains.includes(chain) && chain !== name) return this.findById(name);
    for (const each of chains) {
      const month = this.listMonths(each).find((one) => getCode(one) === name);
      if (month) return month;
    }
    return null;
  }

  private findById(id: string): Instrument | null {
    try {
      const instrument = this.options.world.getInstrument(id);
      return this.options.world.listedFromMs(instrument) <= this.options.nowMs()
        ? instrument
        : null;
    } catch {
      // The market fails an assertion for an id that it never listed.
      return null;
    }
  }

  listIntervals(): readonly BarInterval[] {
    return BAR_INTERVALS;
  }

  read(query: BarQuery): BarHistory {
    const series = this.getSeries(query);
    this.addNewBars(series);
    const wantedMs = this.getWantedMs(series, query.fromMs);
    series.wantedMs = Math.min(series.wantedMs, wantedMs);
    const missingMs = series.fromMs - wantedMs;
    if (missingMs > 0) {
      if (missingMs <= DAYS_AT_ONCE * DAY_MS && series.lengthMs < DAY_MS)
        for (const _bar of this.addEarlierBars(series)) continue;
      else this.queueSeries(series);
    }
    const open = this.buildOpenBar(series);
    return {
      bars: [...series.bars, ...(open ? [open] : [])].filter(
        ({ startsMs }) => startsMs >= query.fromMs && startsMs < query.untilMs,
      ),
      isLoading: series.fromMs > wantedMs,
    };
  }

  waitForBars(query: BarQuery, waitMs: number): Promise<void> {
    if (!this.read(query).isLoading || this.isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      this.getSeries(query).waiters.push(resolve);
      this.options.setTimer(resolve, waitMs);
    });
  }

  warmUp(): void {
    this.background = this.computeDailyBars();
    this.scheduleNext();
  }

  stop(): void {
    this.isStopped = true;
    for (const { waiters } of this.loading) for (const resolve of waiters) resolve();
  }

  private getLastMs({ contract }: Instrument): EpochMs {
    return Math.min(this.options.nowMs(), contract?.expiresMs ?? Infinity);
  }

  private getSeries({ instrument, interval }: Pick<BarQuery, 'instrument' | 'interval'>): Series {
    const key = `${instrument.id} ${interval}`;
    const cached = this.series.get(key);
    if (cached) return cached;
    const lengthMs = BAR_INTERVAL_MS[interval];
    const presentMs = getBarStartMs(this.getLastMs(instrument), interval);
    const listedMs = this.options.world.listedFromMs(instrument);
    const stored = interval === '1d' ? this.storedDays.get(instrument.id) : undefined;
    const known = stored && stored.untilMs <= presentMs ? stored : null;
    const created: Series = {
      instrument,
      interval,
      lengthMs,
      listedMs: Math.ceil(listedMs / lengthMs) * lengthMs,
      bars: [...(known?.bars ?? [])],
      fromMs: known?.fromMs ?? presentMs,
      untilMs: known?.untilMs ?? presentMs,
      wantedMs: known?.fromMs ?? presentMs,
      waiters: [],
    };
    if (this.series.size >= SERIES_MAX) this.dropOldest();
    this.series.set(key, created);
    return created;
  }

  private dropOldest(): void {
    for (const [key, series] of this.series)
      if (!this.loading.includes(series)) {
        this.series.delete(key);
        return;
      }
  }

  /** First bar of a query: listed, and within the stored length of history. */
  private getWantedMs({ instrument, interval, listedMs }: Series, fromMs: EpochMs): EpochMs {
    const lengthMs = BAR_INTERVAL_MS[interval];
    return Math.min(
      Math.max(
        Math.ceil(fromMs / lengthMs) * lengthMs,
        listedMs,
        getOldestBarMs(this.getLastMs(instrument), interval),
      ),
      getBarStartMs(this.getLastMs(instrument), interval),
    );
  }

  /** Bars that ended since the last query. After a long time the history starts again. */
  private addNewBars(series: Series): void {
    const { instrument, interval, lengthMs } = series;
    const presentMs = getBarStartMs(this.getLastMs(instrument), interval);
    if (presentMs - series.untilMs > Math.max(DAYS_AT_ONCE * DAY_MS, lengthMs)) {
      series.bars.length = 0;
      series.fromMs = presentMs;
      series.untilMs = presentMs;
    }
    for (; series.untilMs < presentMs; series.untilMs += lengthMs)
      series.bars.push(this.options.world.barAt(instrument, series.untilMs, lengthMs));
    const oldestMs = getOldestBarMs(presentMs, interval);
    while (series.fromMs < oldestMs) {
      series.bars.shift();
      series.fromMs += lengthMs;
      series.wantedMs = Math.max(series.wantedMs, series.fromMs);
    }
  }

  private *addEarlierBars(series: Series): Generator<void> {
    const { instrument, lengthMs } = series;
    while (series.fromMs > series.wantedMs) {
      const startMs = series.fromMs - lengthMs;
      series.bars.unshift(this.options.world.barAt(instrument, startMs, lengthMs));
      series.fromMs = startMs;
      yield;
    }
  }

  /** The bar in progress, from its start to the last full minute; null within its first minute. */
  private buildOpenBar({ instrument, interval, lengthMs }: Series): Bar | null {
    const lastMs = this.getLastMs(instrument);
    const startMs = getBarStartMs(lastMs, interval);
    const passedMs = Math.floor((lastMs - startMs) / MINUTE_MS) * MINUTE_MS;
    if (passedMs < MINUTE_MS) return null;
    const bar = this.options.world.barAt(instrument, startMs, passedMs);
    return { ...bar, endsMs: startMs + lengthMs - 1 };
  }

  private queueSeries(series: Series): void {
    if (!this.loading.includes(series)) this.loading.push(series);
    this.scheduleNext();
  }

  private scheduleNext(): void {
    if (this.isScheduled || this.isStopped) return;
    const isWaited = this.loading.length > 0;
    if (!isWaited && this.background === null) return;
    this.isScheduled = true;
    this.options.setTimer(() => this.runSlice(), isWaited ? PAUSE_MS.waited : PAUSE_MS.background);
  }

  private runSlice(): void {
    this.isScheduled = false;
    if (this.isStopped) return;
    const startedMs = this.options.elapsedMs();
    const [first] = this.loading;
    const steps = first ? this.addEarlierBars(first) : this.background;
    let isDone = false;
    while (steps && !isDone && this.options.elapsedMs() - startedMs < SLICE_MS)
      isDone = steps.next().done === true;
    if (isDone && first) {
      this.loading = this.loading.filter((series) => series !== first);
      for (const resolve of first.waiters.splice(0)) resolve();
    } else if (isDone) this.background = null;
    this.scheduleNext();
  }

  /** All contracts day by day: the market then computes each day once. */
  private *computeDailyBars(): Generator<void> {
    const { world, nowMs } = this.options;
    const series = world
      .listInstrumentsAt(nowMs())
      .map((instrument) => this.getSeries({ instrument, interval: '1d' }));
    const todayMs = getBarStartMs(nowMs(), '1d');
    for (let back = 1; back <= WARM_UP_DAYS; back += 1)
      for (const one of series) {
        this.addNewBars(one);
        one.wantedMs = Math.min(one.wantedMs, Math.max(one.listedMs, todayMs - back * DAY_MS));
        yield* this.addEarlierBars(one);
      }
    void this.options.cache.write(
      series.map(({ instrument: { id }, fromMs, untilMs, bars }) => ({
        id,
        fromMs,
        untilMs,
        bars,
      })),
    );
  }
}
