/** In-memory engine for tests: real checks and simulated broker, with a journal in memory. */
import type { Command, CommandResult } from '../../app/trading/domain/command';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import { type Instrument, defineInstrument } from '../../app/trading/domain/instrument';
import type { Order } from '../../app/trading/domain/order';
import type { Position } from '../../app/trading/domain/position';
import { type Bar, buildQuote } from '../../app/trading/domain/quote';
import type { LogRecord } from '../../app/trading/domain/record';
import { toMills, toTicks } from '../../app/trading/domain/units';
import { createEngine, type Engine } from '../../app/trading/engine/engine';
import type { EngineConfig } from '../../app/trading/engine/config';
import type { EngineEvent } from '../../app/trading/engine/event';
import { type Runner, type RunnerOptions, createRunner } from '../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../app/trading/engine/state';
import { createSimulatedBroker } from '../../app/trading/execution/simulated-broker';
import type { Commit, Journal } from '../../app/trading/ports';
import { createSettableClock } from '../../app/trading/clock';
import { createSeededRandom } from '../../app/trading/random';
import type {
  BarLength,
  Evaluator,
  PlaybookRow,
  PlaybookState,
} from '../../app/trading/strategies/playbook';
import { DAY_MS } from '../../app/trading/domain/time';

export const GAS = defineInstrument({
  id: 'NG',
  commodity: 'natural-gas',
  tick: '0.001',
  lot: '10',
  priceMayBeNegative: false,
});
export const CRUDE = defineInstrument({
  id: 'CL',
  commodity: 'crude-oil',
  tick: '0.01',
  lot: '1',
  priceMayBeNegative: true,
});
export const CORN = defineInstrument({
  id: 'CORN',
  commodity: 'corn',
  tick: '0.25',
  lot: '0.1',
  priceMayBeNegative: false,
});
export const INSTRUMENTS: readonly Instrument[] = [GAS, CRUDE, CORN];
export const MARKET = 'test';
export const FRICTION = { feeBasisPoints: 1, halfSpreadTicks: 1, slippageTicks: 1 };

interface LevelState extends PlaybookState {
  close: number;
}

/** A strategy row with daily bars and default fields. */
export const createRow = (
  commodity: CommodityKey,
  row: Partial<PlaybookRow> = {},
): PlaybookRow => ({
  id: 'LEVEL',
  commodity,
  name: 'Level',
  description: '',
  icon: 'chart',
  riskLevel: 'LOW',
  expectedReturn: { low: 5, high: 10 },
  timeframe: '',
  family: 'REV',
  params: {},
  bar: '1d',
  inputs: [],
  gates: [],
  window: null,
  sides: 'BOTH',
  chains: null,
  legs: null,
  stopRanges: null,
  targetRatio: null,
  barsHeldMax: null,
  isRare: false,
  text: { what: '', when: '', how: '', why: '' },
  ...row,
});

/** Strategy that is long below a price level and short above. */
export function createLevelPlaybook(
  commodity: CommodityKey,
  level: number,
  stopRanges: number | null = null,
  range = 0.1,
  bar: BarLength = '1d',
): Evaluator {
  return {
    row: createRow(commodity, { bar, stopRanges, targetRatio: stopRanges === null ? null : 2 }),
    createState: (): LevelState => ({ side: 0, strength: 0, range: NaN, bars: 0, close: NaN }),
    fold(state, { close }) {
      Object.assign(state, {
        side: Number.isNaN(close) || close === level ? 0 : close < level ? 1 : -1,
        strength: close === level ? 0 : 1,
        range: close === level ? NaN : range,
        bars: state.bars + 1,
        close,
      });
    },
    copyState: (state) => ({ ...state }),
    buildTarget: ({
      side,
      strength,
      range: rangeOrNaN,
      close,
    }: PlaybookState & Partial<LevelState>) => ({
      side: side === 1 ? 'LONG' : side === -1 ? 'SHORT' : 'FLAT',
      strength,
      reason: side === 0 ? 'waits for a first bar' : `close ${close ?? NaN} against ${level}`,
      range: Number.isNaN(rangeOrNaN) ? null : rangeOrNaN,
    }),
  };
}

/** Opens the simulation account of most tests. */
export const OPEN_BOOK = {
  type: 'OpenBook',
  mode: 'simulation',
  market: MARKET,
  capitalMills: toMills(25_000_000),
} as const satisfies Command;

/** A quote of a contract in the market of the harness. `spread`: ticks between bid and ask. */
export const buildQuoteEvent = (
  { id }: Instrument,
  ticks: number,
  atMs: number,
  spread = 1,
): EngineEvent => ({
  type: 'Market',
  isBackfill: false,
  atMs,
  event: {
    type: 'QuoteArrived',
    market: MARKET,
    instrumentId: id,
    quote: buildQuote(toTicks(ticks), spread, atMs),
  },
});

/** A bar without a move, which closes at a price. */
export function buildFlatBarEvent(
  { id }: Instrument,
  ticks: number,
  startsMs: number,
  endsMs: number,
): EngineEvent {
  const price = toTicks(ticks);
  const prices = { openTicks: price, highTicks: price, lowTicks: price, closeTicks: price };
  return {
    type: 'Market',
    isBackfill: false,
    atMs: endsMs,
    event: {
      type: 'BarClosed',
      market: MARKET,
      instrumentId: id,
      bar: { ...prices, startsMs, endsMs },
      quote: buildQuote(price, 1, endsMs),
    },
  };
}

export interface MemoryJournal extends Journal {
  readonly records: LogRecord[];
  readonly orders: Map<string, Order>;
  readonly positions: Map<string, Position>;
}

export function createMemoryJournal(): MemoryJournal {
  const results = new Map<string, CommandResult>();
  const journal: MemoryJournal = {
    records: [],
    orders: new Map(),
    positions: new Map(),
    commit(commit: Commit) {
      journal.records.push(...commit.records);
      for (const order of commit.orders) journal.orders.set(order.id, order);
      for (const position of commit.positions) journal.positions.set(position.id, position);
      for (const result of commit.results)
        if (result.envelope.idempotencyKey !== null)
          results.set(`${result.envelope.userId}\n${result.envelope.idempotencyKey}`, result);
    },
    probe: () => undefined,
    findResult: (userId, key) => results.get(`${userId}\n${key}`) ?? null,
  };
  return journal;
}

export function createTestConfig(
  overrides: Partial<EngineConfig> & { fillsAtOnce?: boolean } = {},
): EngineConfig {
  const random = createSeededRandom('test');
  const broker = createSimulatedBroker({
    name: 'simulated',
    random,
    getFriction: () => FRICTION,
    fillsImmediately: overrides.fillsAtOnce ?? true,
  });
  const { fillsAtOnce: _taken, ...rest } = overrides;
  return {
    random,
    brokers: { simulation: broker, paper: broker },
    listPlaybooks: () => [],
    getMarket: () => MARKET,
    getFriction: () => FRICTION,
    explainClosedSession: () => null,
    getTradingDay: (atMs) => new Date(atMs).toISOString().slice(0, 10),
    capitalMills: toMills(25_000_000),
    hasBreakers: false,
    ...rest,
  };
}

export interface DeskHarness {
  readonly engine: Engine;
  readonly runner: Runner;
  readonly journal: MemoryJournal;
  /** Executes a command. */
  send(userId: string, command: Command, idempotencyKey?: string): Promise<CommandResult>;
  /** `spread`: ticks between bid and ask; 1 by default. */
  quote(instrument: Instrument, ticks: number, spread?: number): void;
  /** Sends a daily bar, one day after the last. */
  bar(
    instrument: Instrument,
    prices: readonly [open: number, high: number, low: number, close: number],
  ): void;
  offer(event: EngineEvent): void;
  nowMs(): number;
  wait(ms: number): void;
}

export function createDeskHarness(
  config: EngineConfig = createTestConfig(),
  journal: MemoryJournal = createMemoryJournal(),
  state = EMPTY_DESK,
  options: Pick<RunnerOptions, 'shadows' | 'observer'> = {},
): DeskHarness {
  const clock = createSettableClock(Math.max(state.nowMs, Date.UTC(2024, 0, 2)));
  const engine = createEngine(config);
  const runner = createRunner({ engine, journal, clock, state, ...options });
  const offer = (event: EngineEvent): void => {
    clock.advance(event.atMs);
    runner.offer(event);
    runner.drain();
  };
  offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: INSTRUMENTS,
    staleAfterMs: 5 * DAY_MS,
    atMs: clock.nowMs(),
  });
  return {
    engine,
    runner,
    journal,
    offer,
    nowMs: () => clock.nowMs(),
    wait: (ms) => clock.advance(clock.nowMs() + ms),
    send(userId, command, idempotencyKey) {
      const result = runner.execute({ userId, command, idempotencyKey: idempotencyKey ?? null });
      runner.drain();
      return result;
    },
    quote: (instrument, ticks, spread) =>
      offer(buildQuoteEvent(instrument, ticks, clock.nowMs() + 5_000, spread)),
    bar(instrument, [open, high, low, close]) {
      const startsMs = clock.nowMs() + 1;
      const endsMs = startsMs + DAY_MS - 1;
      const bar: Bar = {
        openTicks: toTicks(open),
        highTicks: toTicks(high),
        lowTicks: toTicks(low),
        closeTicks: toTicks(close),
        startsMs,
        endsMs,
      };
      const at = { market: MARKET, instrumentId: instrument.id };
      offer({
        type: 'Market',
        isBackfill: false,
        atMs: startsMs,
        event: { type: 'BarOpened', ...at, quote: buildQuote(bar.openTicks, 1, startsMs) },
      });
      offer({
        type: 'Market',
        isBackfill: false,
        atMs: endsMs,
        event: { type: 'BarClosed', ...at, bar, quote: buildQuote(bar.closeTicks, 1, endsMs) },
      });
    },
  };
}

/** A harness with one open simulation account. */
export async function openDesk(
  config?: EngineConfig,
  userId = 'ann',
  shadows?: RunnerOptions['shadows'],
): Promise<DeskHarness> {
  const desk = createDeskHarness(
    config,
    createMemoryJournal(),
    EMPTY_DESK,
    shadows ? { shadows } : {},
  );
  await desk.send(userId, OPEN_BOOK);
  return desk;
}
