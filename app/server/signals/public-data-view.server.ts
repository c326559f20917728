// Public data of a simulated market, day by day: source of network features, live and in training.
import type { Instrument } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import type { CurvePoint, PublicData } from '../../trading/market/inputs/public-data';
import type { VintageReader } from '../../trading/market/vintage';
import { DailyMarks } from '../../trading/networks/features/daily-marks';
import { VERIFIED_LEADS, WeatherRecord } from '../../trading/networks/features/weather-record';
import type { PublicHistory } from '../../trading/networks/features/point-in-time-view';
import { getDay, getDayStartMs } from '../../trading/simulation/calendar';
import { ChainHistory } from '../../trading/simulation/chain-history';
import { CHAINS, findChain } from '../../trading/simulation/chains';
import {
  listTradableMonths,
  createMarketKnowledge,
} from '../../trading/simulation/market-knowledge';
import { CYCLE_MS, PUBLISH_AFTER_MS } from '../../trading/simulation/market-models';
import { createSeriesWindow } from '../../trading/simulation/series-window';
import type { World } from '../../trading/simulation/world';
import { MARKET_CELLS, type WeatherCell } from '../../trading/weather/cell';
import type { ForecastRun } from '../../trading/weather/bulletin';
import type { WeatherReader } from '../../trading/weather/archive-reader';
import { MINUTE_MS } from '../../trading/domain/time';
import { formatIsoTime } from '../../trading/domain/format';

/** Cached points in time; features look back some days. */
const KNOWLEDGE_MAX = 64;
/** A day's record is readable 24 h 15 min after its start, when its last hour is published. */
const RECORDED_AFTER_MS = 75 * MINUTE_MS + 23 * 60 * MINUTE_MS;

/** Time of the latest network input up to `atMs`: a forecast run, or midnight prices. */
export function getLatestNewsMs(atMs: EpochMs): EpochMs {
  const run = Math.floor((atMs - PUBLISH_AFTER_MS) / CYCLE_MS) * CYCLE_MS + PUBLISH_AFTER_MS;
  return Math.max(run, getDayStartMs(getDay(atMs)));
}

export class PublicDataView implements PublicHistory {
  readonly record = new WeatherRecord();
  readonly vintages: VintageReader;
  private readonly marksByChain = new Map<string, DailyMarks>();
  private readonly knowledgeByMs = new Map<EpochMs, PublicData>();
  private readonly readKnowledge: (knownMs: EpochMs) => PublicData;
  private readonly chains = new Map<string, ChainHistory>();
  private readonly forecastMeans = new ForecastMeans();

  /** Last day whose midnight was added. */
  private day = 0;

  /** Power is priced only on days in [powerFrom, powerUntil): it costs more than all futures. */
  constructor(
    readonly world: World,
    private readonly powerUntil: number,
    private readonly powerFrom = 0,
    /** Series of the same market, to share those that the caller already holds. */
    vintages = createSeriesWindow(world.series),
  ) {
    this.vintages = vintages;
    this.readKnowledge = createMarketKnowledge(world, {
      vintages: this.vintages,
      weather: createRunReader(world),
      curve: (chain, knownMs) => this.buildCurve(chain, knownMs),
    });
    for (const { id } of CHAINS) {
      this.marksByChain.set(id, new DailyMarks());
      this.chains.set(id, new ChainHistory(world, id));
    }
  }

  getPublicData(knownMs: EpochMs): PublicData {
    const cached = this.knowledgeByMs.get(knownMs);
    if (cached) return cached;
    if (this.knowledgeByMs.size >= KNOWLEDGE_MAX)
      this.knowledgeByMs.delete(this.knowledgeByMs.keys().next().value ?? 0);
    const created = memoizeKnowledge(this.readKnowledge(knownMs));
    this.knowledgeByMs.set(knownMs, created);
    return created;
  }

  getMarks(chain: string): DailyMarks | null {
    return this.marksByChain.get(chain) ?? null;
  }

  isPriced(chain: string, day: number): boolean {
    return !findChain(chain).isPower || (day >= this.powerFrom && day < this.powerUntil);
  }

  /** A view with the last `days` days before `atMs`, and the last `powerDays` of power prices. */
  static createAt(
    world: World,
    atMs: EpochMs,
    days: number,
    powerDays: number,
    vintages?: VintageReader,
  ): PublicDataView {
    const view = new PublicDataView(world, Infinity, getDay(atMs) - powerDays, vintages);
    view.day = Math.max(0, getDay(atMs) - days);
    view.advanceTo(atMs);
    return view;
  }

  /** Adds all midnights up to `atMs`. */
  advanceTo(atMs: EpochMs): void {
    while (this.day < getDay(atMs)) this.addDay(this.day + 1);
  }

  /** Adds the data of a day's first midnight. Call for each day in order. */
  addDay(day: number): void {
    this.day = day;
    for (const [chain, marks] of this.marksByChain) {
      if (this.isPriced(chain, day))
        marks.add({
          endMs: getDayStartMs(day),
          close: this.getHistory(chain).getClose(day),
          move: this.getMove(chain, day - 1),
        });
    }
    this.recordDay(day - 1);
  }

  /** Front month at a moment. Throws RangeError if there is none. */
  getActiveMonth(chain: string, atMs: EpochMs): Instrument {
    const [month] = listTradableMonths(this.world, chain, atMs);
    if (!month) throw new RangeError(`no active month of ${chain} at ${formatIsoTime(atMs)}`);
    return month;
  }

  /** Front month at the first midnight of a day. */
  getFrontMonth(chain: string, day: number): Instrument {
    return this.getHistory(chain).getFrontMonth(day);
  }

  /**
   * Move of a day's front month until the next midnight: log return for futures, $/MWh for power.
   */
  getMove(chain: string, day: number): number {
    return this.getHistory(chain).getMove(day);
  }

  /** Whether the last settlement of a day's front month was at its daily limit. */
  isLimitLocked(chain: string, day: number): boolean {
    return (
      !findChain(chain).isPower &&
      this.world.futures.getLock(this.getFrontMonth(chain, day), day) !== 0
    );
  }

  private getHistory(id: string): ChainHistory {
    const history = this.chains.get(id);
    if (!history) throw new RangeError(`the simulated world has no chain ${id}`);
    return history;
  }

  /** Prices at the midnight before `knownMs`. */
  private buildCurve(id: string, knownMs: EpochMs): readonly CurvePoint[] {
    const [chain, day] = [this.getHistory(id), getDay(knownMs)];
    return listTradableMonths(this.world, id, knownMs).map((month) => ({
      delivery: month.contract?.delivery ?? '',
      get price() {
        return chain.getSettlement(month, day);
      },
    }));
  }

  /** Records a day's weather, and the errors of the forecasts issued on the days before. */
  private recordDay(day: number): void {
    const pastDay = this.world.weather.getPastDay(day);
    const getValue = (values: Float64Array, index: number): number => values[index] ?? NaN;
    for (const [index, cell] of MARKET_CELLS.entries()) {
      const run = day >= 1 ? this.getPublicData(getDayStartMs(day)).findRun(cell, 0) : null;
      if (run) this.forecastMeans.storeMeans(index, day, run);
      const meanF = getValue(pastDay.meanF, index);
      const errorsF = VERIFIED_LEADS.map(
        (_, lead) => meanF - this.forecastMeans.get(index, lead, day),
      );
      this.record.add(cell, {
        dayMs: getDayStartMs(day),
        publishedMs: getDayStartMs(day) + RECORDED_AFTER_MS,
        meanF,
        rainInches: getValue(pastDay.rainInches, index),
        windMph: getValue(pastDay.windMph, index),
        errorsF,
      });
    }
  }
}

/** Forecast mean temperatures of coming days, by cell and verified lead. */
class ForecastMeans {
  private static readonly RING = 16;
  private readonly means = new Float64Array(
    MARKET_CELLS.length * VERIFIED_LEADS.length * ForecastMeans.RING,
  ).fill(NaN);

  storeMeans(cell: number, day: number, { days }: ForecastRun): void {
    for (const [index, lead] of VERIFIED_LEADS.entries())
      this.means[this.getIndex(cell, index, day + lead)] =
        days.find(({ dayMs }) => dayMs === getDayStartMs(day + lead))?.meanF ?? NaN;
  }

  get(cell: number, index: number, day: number): number {
    return this.means[this.getIndex(cell, index, day)] ?? NaN;
  }

  private getIndex(cell: number, index: number, day: number): number {
    return (cell * VERIFIED_LEADS.length + index) * ForecastMeans.RING + (day % ForecastMeans.RING);
  }
}

/** Cached runs per cell; features look back a month, one run a day. */
const RUNS_MAX = 64;

/** Forecast runs of the market cells, built on demand. */
function createRunReader({ weather }: World): Pick<WeatherReader, 'findRun' | 'listRuns'> {
  const runsByCell = new Map<string, Map<EpochMs, ForecastRun>>();
  const getRun = (cell: WeatherCell, issuedMs: EpochMs): ForecastRun => {
    const runs = runsByCell.get(cell) ?? new Map<EpochMs, ForecastRun>();
    if (runs.size === 0) runsByCell.set(cell, runs);
    const cached = runs.get(issuedMs);
    if (cached) return cached;
    if (runs.size >= RUNS_MAX) runs.delete(runs.keys().next().value ?? 0);
    const created = weather.getForecastRun(cell, issuedMs);
    runs.set(issuedMs, created);
    return created;
  };
  return {
    findRun(cell, knownMs, back = 0) {
      const issuedMs =
        Math.floor((knownMs - PUBLISH_AFTER_MS) / CYCLE_MS) * CYCLE_MS - back * CYCLE_MS;
      return issuedMs < getDayStartMs(0) ? null : getRun(cell, issuedMs);
    },
    listRuns(cell, fromMs, untilMs, knownMs) {
      const found = [];
      for (
        let issuedMs = Math.max(getDayStartMs(0), Math.ceil(fromMs / CYCLE_MS) * CYCLE_MS);
        issuedMs < Math.min(untilMs, knownMs - PUBLISH_AFTER_MS + 1);
        issuedMs += CYCLE_MS
      )
        found.push(getRun(cell, issuedMs));
      return found;
    },
  };
}

/** Public data that computes warnings and curves once. */
function memoizeKnowledge(knowledge: PublicData): PublicData {
  const curves = new Map<string, readonly CurvePoint[]>();
  let warnings: ReturnType<PublicData['listWarnings']> | null = null;
  return {
    ...knowledge,
    listWarnings: () => (warnings ??= knowledge.listWarnings()),
    listCurve(chain) {
      const created = curves.get(chain) ?? knowledge.listCurve(chain);
      curves.set(chain, created);
      return created;
    },
  };
}
