// Runs the live engine in memory over the tapes of a backtest.
import type { Instrument } from '../../app/trading/domain/instrument';
import type { Order } from '../../app/trading/domain/order';
import { type Bar, type Quote, buildQuote } from '../../app/trading/domain/quote';
import { DEFAULT_SETTINGS } from '../../app/trading/domain/settings';
import type { Mills } from '../../app/trading/domain/units';
import { toTicks } from '../../app/trading/domain/units';
import { createEngine } from '../../app/trading/engine/engine';
import type { EngineEvent } from '../../app/trading/engine/event';
import { createRunner } from '../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../app/trading/engine/state';
import type { BarRange } from '../../app/trading/execution/fills';
import { createSimulatedBroker } from '../../app/trading/execution/simulated-broker';
import type { Broker, ExecutionReport } from '../../app/trading/ports';
import { createSettableClock } from '../../app/trading/clock';
import { createSeededRandom } from '../../app/trading/random';
import { FORECAST_INPUT_ID } from '../../app/trading/market/inputs/newest-forecast';
import { CYCLE_MS, PUBLISH_AFTER_MS } from '../../app/trading/simulation/market-models';
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

interface TapeStep {
  readonly event: TapeEvent;
  /**
   * Range of the prices since the step before within a bar with a day session: the broker fills
   * stops and targets in it before the event, because the quote of the session divides the bar and
   * the engine then fills nothing in the bar as a whole. Null elsewhere.
   */
  readonly span: BarRange | null;
  /** True for the open of a day session, at which daily rules place their orders. */
  readonly isSessionOpen: boolean;
}

/** Steps of the tapes: closes before opens at equal times, instruments in list order. */
function listSteps(
  chains: readonly ChainTape[],
  getHalfSpread: (instrument: Instrument) => number,
): TapeStep[] {
  const ranked: {
    readonly atMs: number;
    readonly rank: number;
    readonly index: number;
    readonly step: TapeStep;
  }[] = [];
  chains
    .flatMap(({ months }) => months)
    .forEach((month, index) => {
      const half = getHalfSpread(month.instrument);
      month.bars.startsMs.forEach((_, bar) => {
        for (const step of buildBarSteps(month, bar, half))
          ranked.push({
            atMs: step.event.quote.atMs,
            rank: step.event.type === 'BarClosed' ? 0 : 1,
            index,
            step,
          });
      });
    });
  return ranked
    .sort((a, b) => a.atMs - b.atMs || a.rank - b.rank || a.index - b.index)
    .map(({ step }) => step);
}

function buildBarSteps(
  { instrument, bars }: MonthTape,
  bar: number,
  half: number,
): readonly TapeStep[] {
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
  const { session } = bars;
  const sessionMs = session?.opensMs[bar] ?? NaN;
  const hasSession = session !== undefined && !Number.isNaN(sessionMs);
  const sessionOpen = toTicks(session?.open[bar] ?? 0);
  const sessionQuote = withLock(
    buildQuote(sessionOpen, half, sessionMs),
    sessionOpen === close ? locked : 0,
  );
  const getSpan = (highs: Float64Array, lows: Float64Array): BarRange => ({
    highTicks: highs[bar] ?? NaN,
    lowTicks: lows[bar] ?? NaN,
  });
  // The first event places what waited for the session; the second fills it at the same price.
  const sessionSteps: readonly TapeStep[] = hasSession
    ? [
        {
          event: { type: 'BarOpened', ...of, quote: sessionQuote },
          span: getSpan(session.highBefore, session.lowBefore),
          isSessionOpen: true,
        },
        {
          event: { type: 'BarOpened', ...of, quote: sessionQuote },
          span: null,
          isSessionOpen: false,
        },
      ]
    : [];
  const opened: TapeEvent = {
    type: 'BarOpened',
    ...of,
    quote: withLock(buildQuote(open, half, startsMs), open === close ? locked : 0),
  };
  const closed: TapeEvent = {
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
  };
  return [
    { event: opened, span: null, isSessionOpen: false },
    ...sessionSteps,
    {
      event: closed,
      span: hasSession ? getSpan(session.highAfter, session.lowAfter) : null,
      isSessionOpen: false,
    },
  ];
}

/** Fills of stops and targets in a span that ends at the quote of its event. */
function listSpanFills(
  broker: Broker,
  { event, span }: TapeStep,
  { instrument, orders }: { readonly instrument: Instrument; readonly orders: readonly Order[] },
): readonly ExecutionReport[] {
  if (span === null || orders.length === 0) return [];
  const { market, instrumentId, quote } = event;
  const { lastTicks, atMs } = quote;
  const bar: Bar = {
    openTicks: lastTicks,
    highTicks: toTicks(span.highTicks),
    lowTicks: toTicks(span.lowTicks),
    closeTicks: lastTicks,
    startsMs: atMs,
    endsMs: atMs,
  };
  return broker.matchOrders(
    { type: 'BarClosed', market, instrumentId, quote, bar },
    orders,
    instrument,
  );
}

/** Publication time of the newest forecast, which the feed also publishes between daily bars. */
const getNewestForecastMs = (atMs: number): number =>
  Math.floor((atMs - PUBLISH_AFTER_MS) / CYCLE_MS) * CYCLE_MS + PUBLISH_AFTER_MS;

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
  const broker = createSimulatedBroker({
    name: MARKET,
    random,
    getFriction: frictionOf,
    fillsImmediately: false,
  });
  let sessionMs = NaN;
  const engine = createEngine({
    random,
    getFriction: frictionOf,
    capitalMills,
    brokers: { simulation: broker, paper: null },
    listPlaybooks: (key) => (key === commodity ? [evaluator] : []),
    getMarket: () => MARKET,
    explainClosedSession: () => null,
    ...(chains.some(({ months }) => months.some(({ bars }) => bars.session))
      ? { isInDaySession: (_instrument: Instrument, atMs: number) => atMs === sessionMs }
      : {}),
    getTradingDay: (atMs) => new Date(atMs).toISOString().slice(0, 10),
    hasBreakers: false,
  });
  const steps = listSteps(chains, (instrument) => frictionOf(instrument).halfSpreadTicks);
  const clock = createSettableClock(steps[0]?.event.quote.atMs ?? 0);
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
  const instrumentsById = new Map(instruments.map((instrument) => [instrument.id, instrument]));
  const bookId = `${USER}:simulation`;
  for (const step of steps) {
    const { event } = step;
    clock.advance(event.quote.atMs);
    sessionMs = step.isSessionOpen ? event.quote.atMs : NaN;
    const instrument = instrumentsById.get(event.instrumentId);
    const orders = Object.values(runner.state().books[bookId]?.orders ?? {});
    for (const report of instrument ? listSpanFills(broker, step, { instrument, orders }) : [])
      runner.offer({ type: 'Execution', bookId, report, atMs: event.quote.atMs });
    const values = {
      ...(event.type === 'BarClosed' ? inputs.get(event.quote.atMs) : {}),
      [FORECAST_INPUT_ID]: getNewestForecastMs(event.quote.atMs),
    };
    runner.offer({ type: 'Inputs', market: MARKET, values, atMs: event.quote.atMs });
    runner.offer({ type: 'Market', event, atMs: event.quote.atMs, isBackfill: false });
    runner.drain();
  }
  return summarizeRun(journal, runner.state().books[bookId]);
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
