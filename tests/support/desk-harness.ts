/**
 * A desk in memory for tests: the real engine, gate and simulated broker over a journal that keeps
 * what it is given.
 */
import type { Command, CommandResult } from '../../app/trading/domain/command';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import { type Instrument, defineInstrument } from '../../app/trading/domain/instrument';
import type { Order } from '../../app/trading/domain/order';
import type { Position } from '../../app/trading/domain/position';
import { type Bar, quoteAround } from '../../app/trading/domain/quote';
import type { LogRecord } from '../../app/trading/domain/record';
import { toMills, toTicks } from '../../app/trading/domain/units';
import { createEngine, type Engine } from '../../app/trading/engine/engine';
import type { EngineConfig } from '../../app/trading/engine/config';
import type { EngineEvent } from '../../app/trading/engine/event';
import { type Runner, type RunnerOptions, createRunner } from '../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../app/trading/engine/state';
import { simulatedBroker } from '../../app/trading/execution/simulated-broker';
import type { Commit, Journal } from '../../app/trading/ports';
import { setClock } from '../../app/trading/clock';
import { seededRandom } from '../../app/trading/random';
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

/** A row of daily bars with nothing but what a test says of it. */
export const plainRow = (commodity: CommodityKey, row: Partial<PlaybookRow> = {}): PlaybookRow => ({
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

/**
 * A playbook whose target is the sign of the last close's distance to a level: long below, short
 * above.
 */
export function levelPlaybook(
  commodity: CommodityKey,
  level: number,
  stopRanges: number | null = null,
  range = 0.1,
  bar: BarLength = '1d',
): Evaluator {
  return {
    row: plainRow(commodity, { bar, stopRanges, targetRatio: stopRanges === null ? null : 2 }),
    init: (): LevelState => ({ side: 0, strength: 0, range: NaN, bars: 0, close: NaN }),
    fold(state, { close }) {
      Object.assign(state, {
        side: Number.isNaN(close) || close === level ? 0 : close < level ? 1 : -1,
        strength: close === level ? 0 : 1,
        range: close === level ? NaN : range,
        bars: state.bars + 1,
        close,
      });
    },
    copy: (state) => ({ ...state }),
    target: ({ side, strength, range: known, close }: PlaybookState & Partial<LevelState>) => ({
      side: side === 1 ? 'LONG' : side === -1 ? 'SHORT' : 'FLAT',
      strength,
      reason: side === 0 ? 'waits for a first bar' : `close ${close ?? NaN} against ${level}`,
      range: Number.isNaN(known) ? null : known,
    }),
  };
}

export interface MemoryJournal extends Journal {
  readonly records: LogRecord[];
  readonly orders: Map<string, Order>;
  readonly positions: Map<string, Position>;
}

export function memoryJournal(): MemoryJournal {
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

export function testConfig(
  overrides: Partial<EngineConfig> & { fillsAtOnce?: boolean } = {},
): EngineConfig {
  const random = seededRandom('test');
  const broker = simulatedBroker({
    name: 'simulated',
    random,
    frictionOf: () => FRICTION,
    fillsAtOnce: overrides.fillsAtOnce ?? true,
  });
  const { fillsAtOnce: _taken, ...rest } = overrides;
  return {
    random,
    brokers: { simulation: broker, paper: broker, live: null },
    playbooksOf: () => [],
    marketOf: () => MARKET,
    frictionOf: () => FRICTION,
    sessionClosed: () => null,
    dayOf: (atMs) => new Date(atMs).toISOString().slice(0, 10),
    capitalMills: toMills(25_000_000),
    hasBreakers: false,
    ...rest,
  };
}

export interface DeskHarness {
  readonly engine: Engine;
  readonly runner: Runner;
  readonly journal: MemoryJournal;
  /** Sends a command and answers its result. */
  send(userId: string, command: Command, idempotencyKey?: string): Promise<CommandResult>;
  quote(instrument: Instrument, ticks: number): void;
  /** Opens and closes a bar of these prices, one day after the last. */
  bar(
    instrument: Instrument,
    prices: readonly [open: number, high: number, low: number, close: number],
  ): void;
  offer(event: EngineEvent): void;
  nowMs(): number;
  wait(ms: number): void;
}

export function deskHarness(
  config: EngineConfig = testConfig(),
  journal: MemoryJournal = memoryJournal(),
  state = EMPTY_DESK,
  twins?: RunnerOptions['twins'],
): DeskHarness {
  const clock = setClock(Math.max(state.nowMs, Date.UTC(2024, 0, 2)));
  const engine = createEngine(config);
  const runner = createRunner({ engine, journal, clock, state, ...(twins ? { twins } : {}) });
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
      const answer = runner.execute({ userId, command, idempotencyKey: idempotencyKey ?? null });
      runner.drain();
      return answer;
    },
    quote(instrument, ticks) {
      const atMs = clock.nowMs() + 5_000;
      offer({
        type: 'Market',
        isBackfill: false,
        atMs,
        event: {
          type: 'QuoteArrived',
          market: MARKET,
          instrumentId: instrument.id,
          quote: quoteAround(toTicks(ticks), 1, atMs),
        },
      });
    },
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
        event: { type: 'BarOpened', ...at, quote: quoteAround(bar.openTicks, 1, startsMs) },
      });
      offer({
        type: 'Market',
        isBackfill: false,
        atMs: endsMs,
        event: { type: 'BarClosed', ...at, bar, quote: quoteAround(bar.closeTicks, 1, endsMs) },
      });
    },
  };
}

/** A harness with one user whose simulation book is open. */
export async function openDesk(
  config?: EngineConfig,
  userId = 'ann',
  twins?: RunnerOptions['twins'],
): Promise<DeskHarness> {
  const desk = deskHarness(config, memoryJournal(), EMPTY_DESK, twins);
  await desk.send(userId, {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  return desk;
}
