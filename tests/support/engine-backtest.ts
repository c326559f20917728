// The desk's own engine over the same tapes as the backtest kernel: every history mode fill, gate
// and book, in memory.
import type { Instrument } from '../../app/trading/domain/instrument';
import type { Order } from '../../app/trading/domain/order';
import { type Quote, quoteAround } from '../../app/trading/domain/quote';
import { DEFAULT_SETTINGS } from '../../app/trading/domain/settings';
import type { Mills } from '../../app/trading/domain/units';
import { toTicks } from '../../app/trading/domain/units';
import { createEngine } from '../../app/trading/engine/engine';
import type { EngineEvent } from '../../app/trading/engine/event';
import { createRunner } from '../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../app/trading/engine/state';
import { simulatedBroker } from '../../app/trading/execution/simulated-broker';
import { setClock } from '../../app/trading/clock';
import { seededRandom } from '../../app/trading/random';
import { type Evaluator, type PlaybookRow, inputIds } from '../../app/trading/strategies/playbook';
import {
  type BacktestOptions,
  completeOptions,
  staleAfterMs,
} from '../../app/trading/backtest/options';
import type { ChainTape, MonthTape } from '../../app/trading/backtest/tape';
import { memoryJournal } from './desk-harness';

/**
 * Why the engine stays out before the gate is asked: too small a position, or none that a stop
 * could protect.
 */
const STAYED_OUT = /(would not fit the limits|no stop could be placed)$/;
const MARKET = 'backtest';
const USER = 'ann';

/** One fill as the engine's log tells it. */
export interface EngineFill {
  readonly instrumentId: string;
  readonly purpose: Order['purpose'];
  readonly side: Order['side'];
  readonly lots: number;
  readonly priceTicks: number;
  readonly midTicks: number;
  readonly feeMills: number;
  readonly atMs: number;
  readonly positionId: string;
}

export interface EngineRun {
  readonly fills: readonly EngineFill[];
  readonly refusals: ReadonlyMap<string, number>;
  readonly stayedOut: number;
  /** Positions that left a month alone because the gate would not let them into the next one. */
  readonly notRolled: number;
  /** Balance of the book at the end and equity at the last prices, mills. */
  readonly balanceMills: Mills;
  readonly openPositions: number;
  /** Equity of the book by end of bar, as valuations tell it. */
  readonly equity: ReadonlyMap<number, Mills>;
}

type Told = Extract<EngineEvent, { type: 'Market' }>['event'];

/**
 * What a replay shows of the tapes: closes before opens at one moment, instruments in the order of
 * the list.
 */
function listEvents(
  chains: readonly ChainTape[],
  halfSpreadOf: (instrument: Instrument) => number,
): Told[] {
  const events: {
    readonly atMs: number;
    readonly rank: number;
    readonly place: number;
    readonly event: Told;
  }[] = [];
  chains
    .flatMap(({ months }) => months)
    .forEach((month, place) => {
      const half = halfSpreadOf(month.instrument);
      month.bars.startsMs.forEach((_, bar) => {
        for (const event of barEvents(month, bar, half))
          events.push({
            atMs: event.quote.atMs,
            rank: event.type === 'BarClosed' ? 0 : 1,
            place,
            event,
          });
      });
    });
  return events
    .sort((a, b) => a.atMs - b.atMs || a.rank - b.rank || a.place - b.place)
    .map(({ event }) => event);
}

function barEvents({ instrument, bars }: MonthTape, bar: number, half: number): readonly Told[] {
  const at = (column: Float64Array): number => column[bar] ?? 0;
  const [open, close] = [toTicks(at(bars.open)), toTicks(at(bars.close))];
  const [startsMs, endsMs, locked] = [at(bars.startsMs), at(bars.endsMs), bars.locked?.[bar] ?? 0];
  const withLock = (quote: Quote, lock: number): Quote =>
    lock === 0 ? quote : { ...quote, lock: lock === 1 ? 'UP' : 'DOWN' };
  const of = { market: MARKET, instrumentId: instrument.id };
  return [
    {
      type: 'BarOpened',
      ...of,
      quote: withLock(quoteAround(open, half, startsMs), open === close ? locked : 0),
    },
    {
      type: 'BarClosed',
      ...of,
      quote: withLock(quoteAround(close, half, endsMs), locked),
      bar: {
        openTicks: open,
        highTicks: toTicks(at(bars.high)),
        lowTicks: toTicks(at(bars.low)),
        closeTicks: close,
        startsMs,
        endsMs,
      },
    },
  ];
}

/** The inputs of a row by the end of the bars at which they were known. */
function listInputs(
  row: PlaybookRow,
  chains: readonly ChainTape[],
): ReadonlyMap<number, Readonly<Record<string, number>>> {
  const values = new Map<number, Record<string, number>>();
  for (const { chain, months } of chains) {
    const ids = inputIds(row, chain);
    for (const { bars, inputs } of months) {
      bars.endsMs.forEach((endsMs, bar) => {
        const known = values.get(endsMs) ?? {};
        ids.forEach((id, place) => {
          known[id] = inputs[place]?.[bar] ?? NaN;
        });
        values.set(endsMs, known);
      });
    }
  }
  return values;
}

/** Runs the engine in its history mode: market orders wait for the next open. */
export async function runEngine(
  evaluator: Evaluator,
  chains: readonly ChainTape[],
  partial: Partial<BacktestOptions> = {},
): Promise<EngineRun> {
  const options = completeOptions(partial);
  const instruments = chains.flatMap(({ months }) => months.map(({ instrument }) => instrument));
  const random = seededRandom('engine-backtest');
  const { frictionOf, capitalMills, riskLevel, positionSize } = options;
  const { commodity } = evaluator.row;
  const engine = createEngine({
    random,
    frictionOf,
    capitalMills,
    brokers: {
      simulation: simulatedBroker({ name: MARKET, random, frictionOf, fillsAtOnce: false }),
      paper: null,
      live: null,
    },
    playbooksOf: (key) => (key === commodity ? [evaluator] : []),
    marketOf: () => MARKET,
    sessionClosed: () => null,
    dayOf: (atMs) => new Date(atMs).toISOString().slice(0, 10),
    hasBreakers: false,
  });
  const events = listEvents(chains, (instrument) => frictionOf(instrument).halfSpreadTicks);
  const clock = setClock(events[0]?.quote.atMs ?? 0);
  const journal = memoryJournal();
  const runner = createRunner({ engine, journal, clock, state: EMPTY_DESK });
  runner.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments,
    staleAfterMs: staleAfterMs(evaluator.row.bar),
    atMs: clock.nowMs(),
  });
  for (const command of [
    { type: 'OpenBook', mode: 'simulation', market: MARKET, capitalMills },
    { type: 'SaveSettings', settings: { ...DEFAULT_SETTINGS, riskLevel, positionSize } },
    { type: 'ChoosePlaybook', commodity, playbookId: evaluator.row.id },
    { type: 'StartTrading', commodity },
  ] as const) {
    const answered = runner.execute({ userId: USER, command, idempotencyKey: null });
    runner.drain();
    const { outcome } = await answered;
    if (!outcome.ok) throw new Error(outcome.refusal.message);
  }
  const inputs = listInputs(evaluator.row, chains);
  for (const event of events) {
    clock.advance(event.quote.atMs);
    const values = event.type === 'BarClosed' ? inputs.get(event.quote.atMs) : undefined;
    if (values) runner.offer({ type: 'Inputs', market: MARKET, values, atMs: event.quote.atMs });
    runner.offer({ type: 'Market', event, atMs: event.quote.atMs, isBackfill: false });
    runner.drain();
  }
  return told(journal, runner.state().books[`${USER}:simulation`]);
}

type BookOf = ReturnType<ReturnType<typeof createRunner>['state']>['books'][string];

function told(
  { records, orders }: ReturnType<typeof memoryJournal>,
  book: BookOf | undefined,
): EngineRun {
  if (!book) throw new Error('the run opened its book');
  const refusals = new Map<string, number>();
  const equity = new Map<number, Mills>();
  const fills: EngineFill[] = [];
  let [stayedOut, notRolled] = [0, 0];
  for (const record of records) {
    if (record.type === 'PortfolioValued') equity.set(record.atMs, record.payload.equityMills);
    if (record.type === 'OrderRefused')
      refusals.set(
        record.payload.refusal.code,
        (refusals.get(record.payload.refusal.code) ?? 0) + 1,
      );
    if (
      record.type === 'DecisionTaken' &&
      record.payload.action === 'STAY_OUT' &&
      STAYED_OUT.test(record.payload.reason)
    )
      stayedOut += 1;
    if (record.type === 'DecisionTaken' && record.payload.reason.startsWith('cannot be rolled'))
      notRolled += 1;
    if (record.type !== 'OrderFilled') continue;
    const order = orders.get(record.payload.orderId);
    if (!order) throw new Error('a fill has its order');
    const { lots, priceTicks, midTicks, feeMills, positionId } = record.payload;
    fills.push({
      instrumentId: order.instrumentId,
      purpose: order.purpose,
      side: order.side,
      lots,
      priceTicks,
      midTicks,
      feeMills,
      atMs: record.atMs,
      positionId,
    });
  }
  const balanceMills = (book.balances.available + book.balances.reserved) as Mills;
  return {
    fills,
    refusals,
    stayedOut,
    notRolled,
    balanceMills,
    openPositions: Object.keys(book.positions).length,
    equity,
  };
}
