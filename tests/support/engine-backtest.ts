// Runs the live engine in memory over the tapes of a backtest.
import type { Instrument } from '../../app/trading/domain/instrument';
import type { Order } from '../../app/trading/domain/order';
import { type Quote, buildQuote } from '../../app/trading/domain/quote';
import { DEFAULT_SETTINGS } from '../../app/trading/domain/settings';
import type { Mills } from '../../app/trading/domain/units';
import { toTicks } from '../../app/trading/domain/units';
import { createEngine } from '../../app/trading/engine/engine';
import type { EngineEvent } from '../../app/trading/engine/event';
import { createRunner } from '../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../app/trading/engine/state';
import { createSimulatedBroker } from '../../app/trading/execution/simulated-broker';
import { createSettableClock } from '../../app/trading/clock';
import { createSeededRandom } from '../../app/trading/random';
import {
  type Evaluator,
  type PlaybookRow,
  getInputIds,
} from '../../app/trading/strategies/playbook';
import {
  type BacktestOptions,
  completeOptions,
  getStaleAfterMs,
} from '../../app/trading/backtest/options';
import type { ChainTape, MonthTape } from '../../app/trading/backtest/tape';
import { createMemoryJournal } from './desk-harness';

/** Reasons of skipped entries before pre-trade checks: too small, or no possible stop. */
const SKIPPED_ENTRY = /(exceeds the limits|no stop can be set)$|cost hurdle/;
const MARKET = 'backtest';
const USER = 'ann';

/** One fill of the engine's log. */
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
  /** Positions closed at a roll because the next month was rejected. */
  readonly notRolled: number;
  /** Final balance, mills. */
  readonly balanceMills: Mills;
  readonly openPositions: number;
  /** Equity by end of bar. */
  readonly equity: ReadonlyMap<number, Mills>;
}

type TapeEvent = Extract<EngineEvent, { type: 'Market' }>['event'];

/** Market events of the tapes: closes before opens at equal times, instruments in list order. */
function listEvents(
  chains: readonly ChainTape[],
  getHalfSpread: (instrument: Instrument) => number,
): TapeEvent[] {
  const events: {
    readonly atMs: number;
    readonly rank: number;
    readonly index: number;
    readonly event: TapeEvent;
  }[] = [];
  chains
    .flatMap(({ months }) => months)
    .forEach((month, index) => {
      const half = getHalfSpread(month.instrument);
      month.bars.startsMs.forEach((_, bar) => {
        for (const event of buildBarEvents(month, bar, half))
          events.push({
            atMs: event.quote.atMs,
            rank: event.type === 'BarClosed' ? 0 : 1,
            index,
            event,
          });
      });
    });
  return events
    .sort((a, b) => a.atMs - b.atMs || a.rank - b.rank || a.index - b.index)
    .map(({ event }) => event);
}

function buildBarEvents(
  { instrument, bars }: MonthTape,
  bar: number,
  half: number,
): readonly TapeEvent[] {
  const getValue = (column: Float64Array): number => column[bar] ?? 0;
  const [open, close] = [toTicks(getValue(bars.open)), toTicks(getValue(bars.close))];
  const [startsMs, endsMs, locked] = [
    getValue(bars.startsMs),
    getValue(bars.endsMs),
    bars.locked?.[bar] ?? 0,
  ];
  const withLock = (quote: Quote, lock: number): Quote =>
    lock === 0 ? quote : { ...quote, lock: lock === 1 ? 'UP' : 'DOWN' };
  const of = { market: MARKET, instrumentId: instrument.id };
  const sessionMs = bars.session?.opensMs[bar] ?? NaN;
  const sessionOpen = toTicks(bars.session?.open[bar] ?? 0);
  const quote = withLock(
    buildQuote(sessionOpen, half, sessionMs),
    sessionOpen === close ? locked : 0,
  );
  // The open decides what waited for it, and the quote after it fills that at the same price.
  const sessionEvents: readonly TapeEvent[] = Number.isNaN(sessionMs)
    ? []
    : [
        { type: 'BarOpened', ...of, quote },
        { type: 'QuoteArrived', ...of, quote },
      ];
  return [
    {
      type: 'BarOpened',
      ...of,
      quote: withLock(buildQuote(open, half, startsMs), open === close ? locked : 0),
    },
    ...sessionEvents,
    {
      type: 'BarClosed',
      ...of,
      quote: withLock(buildQuote(close, half, endsMs), locked),
      bar: {
        openTicks: open,
        highTicks: toTicks(getValue(bars.high)),
        lowTicks: toTicks(getValue(bars.low)),
        closeTicks: close,
        startsMs,
        endsMs,
      },
    },
  ];
}

/** True at the moments at which a day session of a contract opens. */
function createSessionLookup(
  chains: readonly ChainTape[],
): (instrument: Instrument, atMs: number) => boolean {
  const opens = new Map(
    chains.flatMap(({ months }) =>
      months.map(
        ({ instrument, bars }) => [instrument.id, new Set(bars.session?.opensMs)] as const,
      ),
    ),
  );
  return ({ id }, atMs) => opens.get(id)?.has(atMs) === true;
}

/** Inputs by end of bar. */
function listInputs(
  row: PlaybookRow,
  chains: readonly ChainTape[],
): ReadonlyMap<number, Readonly<Record<string, number>>> {
  const values = new Map<number, Record<string, number>>();
  for (const { chain, months } of chains) {
    const ids = getInputIds(row, chain);
    for (const { bars, inputs } of months) {
      bars.endsMs.forEach((endsMs, bar) => {
        const inputsAtEnd = values.get(endsMs) ?? {};
        ids.forEach((id, index) => {
          inputsAtEnd[id] = inputs[index]?.[bar] ?? NaN;
        });
        values.set(endsMs, inputsAtEnd);
      });
    }
  }
  return values;
}

/** Runs the engine in history mode: market orders fill at the next open. */
export async function runEngine(
  evaluator: Evaluator,
  chains: readonly ChainTape[],
  partial: Partial<BacktestOptions> = {},
): Promise<EngineRun> {
  const options = completeOptions(partial);
  const instruments = chains.flatMap(({ months }) => months.map(({ instrument }) => instrument));
  const random = createSeededRandom('engine-backtest');
  const { getFriction: frictionOf, capitalMills, riskLevel, positionSize } = options;
  const { commodity } = evaluator.row;
  const engine = createEngine({
    random,
    getFriction: frictionOf,
    capitalMills,
    brokers: {
      simulation: createSimulatedBroker({
        name: MARKET,
        random,
        getFriction: frictionOf,
        fillsImmediately: false,
      }),
      paper: null,
      live: null,
    },
    listPlaybooks: (key) => (key === commodity ? [evaluator] : []),
    getMarket: () => MARKET,
    explainClosedSession: () => null,
    ...(chains.some(({ months }) => months.some(({ bars }) => bars.session))
      ? { isInDaySession: createSessionLookup(chains) }
      : {}),
    getTradingDay: (atMs) => new Date(atMs).toISOString().slice(0, 10),
    hasBreakers: false,
  });
  const events = listEvents(chains, (instrument) => frictionOf(instrument).halfSpreadTicks);
  const clock = createSettableClock(events[0]?.quote.atMs ?? 0);
  const journal = createMemoryJournal();
  const runner = createRunner({ engine, journal, clock, state: EMPTY_DESK });
  runner.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments,
    staleAfterMs: getStaleAfterMs(evaluator.row.bar),
    atMs: clock.nowMs(),
  });
  for (const command of [
    { type: 'OpenBook', mode: 'simulation', market: MARKET, capitalMills },
    { type: 'SaveSettings', settings: { ...DEFAULT_SETTINGS, riskLevel, positionSize } },
    { type: 'ChoosePlaybook', commodity, playbookId: evaluator.row.id },
    { type: 'StartTrading', commodity },
  ] as const) {
    const pendingResult = runner.execute({ userId: USER, command, idempotencyKey: null });
    runner.drain();
    const { outcome } = await pendingResult;
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
  return summarizeRun(journal, runner.state().books[`${USER}:simulation`]);
}

type FinalBook = ReturnType<ReturnType<typeof createRunner>['state']>['books'][string];

function summarizeRun(
  { records, orders }: ReturnType<typeof createMemoryJournal>,
  book: FinalBook | undefined,
): EngineRun {
  if (!book) throw new Error('no account');
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
      SKIPPED_ENTRY.test(record.payload.reason)
    )
      stayedOut += 1;
    if (record.type === 'DecisionTaken' && record.payload.reason.startsWith('cannot be rolled'))
      notRolled += 1;
    if (record.type !== 'OrderFilled') continue;
    const order = orders.get(record.payload.orderId);
    if (!order) throw new Error('fill without an order');
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
