// A session whose playbooks request a full position on every bar and flip at random.
import { COMMODITY_KEYS, type CommodityKey } from '../../app/trading/domain/commodity';
import { type Instrument, defineInstrument } from '../../app/trading/domain/instrument';
import { type Bar, buildQuote } from '../../app/trading/domain/quote';
import { DEFAULT_SETTINGS, type Settings } from '../../app/trading/domain/settings';
import { toMills, toTicks } from '../../app/trading/domain/units';
import { createSettableClock } from '../../app/trading/clock';
import type { EngineConfig } from '../../app/trading/engine/config';
import { createEngine } from '../../app/trading/engine/engine';
import { createRunner } from '../../app/trading/engine/runner';
import { type DeskState, EMPTY_DESK } from '../../app/trading/engine/state';
import { createSimulatedBroker } from '../../app/trading/execution/simulated-broker';
import { createSeededRandom } from '../../app/trading/random';
import type { Command } from '../../app/trading/domain/command';
import type { Evaluator } from '../../app/trading/strategies/playbook';
import {
  FRICTION,
  MARKET,
  createMemoryJournal,
  createRow,
  createTestConfig,
} from '../support/desk-harness';

/** Two contracts per commodity, so that each limit can apply. */
export const CONTRACTS: readonly Instrument[] = COMMODITY_KEYS.flatMap((commodity) =>
  ['A', 'B'].map((letter) =>
    defineInstrument({
      id: `${commodity}-${letter}`,
      commodity,
      tick: '0.01',
      lot: '0.1',
      priceMayBeNegative: commodity === 'crude-oil' || commodity === 'electricity',
    }),
  ),
);

/** The target is encoded in the bar's high above its close, so the case controls it. */
export type Whim = -1 | 0 | 1;
const WHIM_TICKS = 3;

/** A playbook whose target the case controls, always at full strength. */
function createRunaway(commodity: CommodityKey, stopRanges: number | null): Evaluator {
  return {
    row: createRow(commodity, { bar: '15m', stopRanges, targetRatio: null }),
    createState: () => ({ side: 0, strength: 0, range: NaN, bars: 0 }),
    fold(state, { close, high }) {
      state.side = ((Math.round((high - close) * 100) % WHIM_TICKS) - 1) as Whim;
      Object.assign(state, {
        strength: 1,
        range: Math.max(0.05, Math.abs(close) / 50),
        bars: state.bars + 1,
      });
    },
    copyState: (state) => ({ ...state }),
    buildTarget: ({ side, strength, range }) => ({
      side: side === 1 ? 'LONG' : side === -1 ? 'SHORT' : 'FLAT',
      strength,
      reason: 'it wants to',
      range: Number.isNaN(range) ? null : range,
    }),
  };
}

function runawayConfig(stopRanges: number | null): EngineConfig {
  const random = createSeededRandom('runaway');
  const rules = new Map(COMMODITY_KEYS.map((key) => [key, [createRunaway(key, stopRanges)]]));
  const broker = createSimulatedBroker({
    name: 'simulated',
    random,
    getFriction: () => FRICTION,
    fillsImmediately: true,
  });
  return createTestConfig({
    random,
    brokers: { simulation: broker, paper: broker },
    listPlaybooks: (key) => rules.get(key) ?? [],
    hasBreakers: true,
  });
}

export const BOOK = 'ann:simulation';
export const STALE_MS = 86_400_000;

/** One account over all contracts; `bar` offers a bar with a target. */
export class RunawayDesk {
  readonly config: EngineConfig;
  readonly journal = createMemoryJournal();
  private readonly clock = createSettableClock(Date.UTC(2024, 0, 2, 22, 30));
  private readonly runner;
  private readonly marks = new Map<string, number>();

  constructor(stopRanges: number | null, firstTicks: number) {
    this.config = runawayConfig(stopRanges);
    this.runner = createRunner({
      engine: createEngine(this.config),
      journal: this.journal,
      clock: this.clock,
      state: EMPTY_DESK,
    });
    this.offerEvent({
      type: 'MarketListed',
      market: MARKET,
      instruments: CONTRACTS,
      staleAfterMs: STALE_MS,
      atMs: this.clock.nowMs(),
    });
    CONTRACTS.forEach(({ id }, place) => this.marks.set(id, firstTicks * (1 + (place % 5))));
  }

  get state(): DeskState {
    return this.runner.state();
  }

  send(command: Command): void {
    void this.runner.execute({ userId: 'ann', command, idempotencyKey: null });
    this.runner.drain();
  }

  open(settings: Partial<Settings>): void {
    this.send({
      type: 'OpenBook',
      mode: 'simulation',
      market: MARKET,
      capitalMills: toMills(25_000_000),
    });
    this.saveSettings(settings);
  }

  saveSettings(settings: Partial<Settings>): void {
    this.send({ type: 'SaveSettings', settings: { ...DEFAULT_SETTINGS, ...settings } });
  }

  passTime(ms: number): void {
    this.clock.advance(this.clock.nowMs() + ms);
  }

  /** Offers a bar: price move in thousandths, target of the playbook, length in ms. */
  bar(instrument: Instrument, moveMilles: number, whim: Whim, lengthMs: number): void {
    const before = this.marks.get(instrument.id) ?? 0;
    const moved = before + Math.round(((Math.abs(before) + 100) * moveMilles) / 1000);
    const close = instrument.priceMayBeNegative ? moved : Math.max(100, moved);
    this.marks.set(instrument.id, close);
    const [startsMs, endsMs] = [this.clock.nowMs() + 1, this.clock.nowMs() + lengthMs];
    const top = Math.max(before, close);
    const high =
      close + ((whim + 1) % WHIM_TICKS) + WHIM_TICKS * Math.ceil((top - close) / WHIM_TICKS);
    const offerBar: Bar = {
      openTicks: toTicks(before),
      highTicks: toTicks(high),
      lowTicks: toTicks(Math.min(before, close)),
      closeTicks: toTicks(close),
      startsMs,
      endsMs,
    };
    const at = { market: MARKET, instrumentId: instrument.id };
    this.offerEvent({
      type: 'Market',
      isBackfill: false,
      atMs: endsMs,
      event: {
        type: 'BarClosed',
        ...at,
        bar: offerBar,
        quote: buildQuote(toTicks(close), 1, endsMs),
      },
    });
  }

  private offerEvent(event: Parameters<typeof this.runner.offer>[0]): void {
    this.clock.advance(event.atMs);
    this.runner.offer(event);
    this.runner.drain();
  }
}
