// Random steps for a contract chain (prices, limits, pauses, orders, commands) and their player.
import fc from 'fast-check';
import type { Command } from '../../app/trading/domain/command';
import { type Quote, buildQuote } from '../../app/trading/domain/quote';
import { DEFAULT_SETTINGS, RISK_LEVELS } from '../../app/trading/domain/settings';
import { toTicks } from '../../app/trading/domain/units';
import { MONTHS } from '../support/chain-desk';
import { type DeskHarness, MARKET } from '../support/desk-harness';
import { createManualOrder } from '../support/reference-orders';
import { DAY_MS } from '../../app/trading/domain/time';

export type ChainStep =
  | { do: 'quotes'; moves: readonly number[]; locks: readonly Quote['lock'][] }
  | { do: 'bars'; moves: readonly number[] }
  | { do: 'wait'; ms: number }
  | { do: 'order'; month: number; order: Parameters<typeof createManualOrder>[0] }
  | { do: 'close-position' | 'cancel'; nth: number }
  | { do: 'tell'; command: Command; userId: string };

const moves = fc.tuple(...MONTHS.map(() => fc.integer({ min: -40, max: 40 })));
const lock = fc.constantFrom<Quote['lock']>(
  undefined,
  undefined,
  undefined,
  undefined,
  undefined,
  undefined,
  'UP',
  'DOWN',
  'BOTH',
);
const distance = fc.option(fc.integer({ min: 5, max: 120 }), { nil: null });
const order = fc.record({
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  lots: fc.integer({ min: 1, max: 60 }),
  stop: distance,
  target: distance,
});
const own: fc.Arbitrary<Command> = fc.oneof(
  fc.constantFrom<Command>(
    { type: 'StartTrading', commodity: null },
    { type: 'StopTrading', commodity: null },
    { type: 'CloseTrading', commodity: null },
    { type: 'EmergencyStop' },
    { type: 'ResetBook' },
  ),
  fc
    .constantFrom('simulation' as const, 'paper' as const)
    .map((mode): Command => ({ type: 'SelectMode', mode })),
  fc
    .constantFrom(...RISK_LEVELS)
    .map(
      (riskLevel): Command => ({
        type: 'SaveSettings',
        settings: { ...DEFAULT_SETTINGS, riskLevel },
      }),
    ),
);
export const chainStep: fc.Arbitrary<ChainStep> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('quotes' as const),
      moves,
      locks: fc.tuple(lock, lock, lock),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bars' as const), moves }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.oneof(
        fc.integer({ min: 0, max: 6 * 3_600_000 }),
        fc.constantFrom(2 * DAY_MS, 29 * DAY_MS),
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('order' as const), month: fc.nat({ max: 1 }), order }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('close-position' as const, 'cancel' as const),
      nth: fc.nat({ max: 3 }),
    }),
  },
  { weight: 2, arbitrary: own.map((command) => ({ do: 'tell' as const, command, userId: 'ann' })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<ChainStep>(
      { do: 'tell', userId: 'system', command: { type: 'HaltTrading', reason: 'a test' } },
      { do: 'tell', userId: 'system', command: { type: 'ResumeTrading', reason: 'a test' } },
    ),
  },
);

/** Plays steps on a chain whose first roll is in one hour. */
export class ChainPlayer {
  private readonly prices = MONTHS.map((_, place) => 2950 + 20 * place);

  constructor(readonly desk: DeskHarness) {}

  async playStep(one: ChainStep): Promise<void> {
    if (one.do === 'quotes') this.offerQuotes(one.moves, one.locks);
    if (one.do === 'bars') this.offerBars(one.moves);
    if (one.do === 'wait') this.desk.wait(one.ms);
    if (one.do === 'order')
      await this.desk.send(
        'ann',
        createManualOrder({ ...one.order, instrumentId: MONTHS[one.month]?.id ?? '' }),
      );
    if (one.do === 'tell') await this.desk.send(one.userId, one.command);
    const book = Object.values(this.desk.runner.state().books)[0];
    if (one.do === 'close-position')
      await this.desk.send('ann', {
        type: 'ClosePosition',
        positionId: Object.keys(book?.positions ?? {})[one.nth] ?? '',
      });
    if (one.do === 'cancel')
      await this.desk.send('ann', {
        type: 'CancelOrder',
        orderId: Object.keys(book?.orders ?? {})[one.nth] ?? '',
      });
  }

  private movePrice(place: number, by: number): number {
    this.prices[place] = Math.max(500, (this.prices[place] ?? 0) + by);
    return this.prices[place];
  }

  offerQuotes(by: readonly number[], locks: readonly Quote['lock'][] = []): void {
    MONTHS.forEach(({ id }, place) => {
      const atMs = this.desk.nowMs() + 1_000;
      const held = locks[place];
      const quote = {
        ...buildQuote(toTicks(this.movePrice(place, by[place] ?? 0)), 1, atMs),
        ...(held === undefined ? {} : { lock: held }),
      };
      this.desk.offer({
        type: 'Market',
        isBackfill: false,
        atMs,
        event: { type: 'QuoteArrived', market: MARKET, instrumentId: id, quote },
      });
    });
  }

  private offerBars(by: readonly number[]): void {
    const [startsMs, endsMs] = [this.desk.nowMs() + 1, this.desk.nowMs() + 900_000];
    MONTHS.forEach(({ id }, place) => {
      const [open, close] = [
        toTicks(this.movePrice(place, 0)),
        toTicks(this.movePrice(place, by[place] ?? 0)),
      ];
      const bar = {
        openTicks: open,
        closeTicks: close,
        highTicks: toTicks(Math.max(open, close)),
        lowTicks: toTicks(Math.min(open, close)),
        startsMs,
        endsMs,
      };
      this.desk.offer({
        type: 'Market',
        isBackfill: false,
        atMs: endsMs,
        event: {
          type: 'BarClosed',
          market: MARKET,
          instrumentId: id,
          bar,
          quote: buildQuote(close, 1, endsMs),
        },
      });
    });
  }
}
