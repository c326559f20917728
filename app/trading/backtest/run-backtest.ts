/**
 * Backtest of a playbook over its chains, bar by bar, with the live rules, checks, sizing and
 * costs.
 *
 * Signals come at the close. Market orders fill at the next open, those of daily rules in a market
 * that trades around the clock at the next open of the venue's day session, with half-spread,
 * slippage, impact and fee. Stops and targets work from the fill; within one bar the stop comes first. Daily
 * breakers do not apply: they belong to a book, not a playbook.
 */
import { type EpochMs, toMills } from '../domain/units';
import { BAR_MS, type Evaluator } from '../strategies/playbook';
import { Account } from './account';
import { Chain } from './chain';
import { MergedClock } from './merged-clock';
import { getTradableQuote } from './fills';
import { EntryGate } from './entry-gate';
import { type BarBuilder, Month, getExitSide } from './month';
import { type BacktestOptions, completeOptions, getStaleAfterMs } from './options';
import { SingleMonthTrader } from './single-months';
import { SpreadLegsTrader } from './spread-legs';
import type { BacktestRun } from './backtest-run';
import type { ChainTape } from './tape';
import type { BacktestContext } from './backtest-context';

/**
 * Runs a playbook over the months of its chains (both legs for a spread), in ticks and mills;
 * missing options have the defaults of a new account. Open positions are closed at the last price
 * at the end, with costs. Throws RangeError, naming month and bar, if a tape is out of order or was
 * built for other inputs.
 */
export const runBacktest = (
  evaluator: Evaluator,
  chains: readonly ChainTape[],
  options: Partial<BacktestOptions> = {},
): BacktestRun => new BacktestRunner(evaluator, chains, completeOptions(options)).run();

class BacktestRunner {
  private readonly months: readonly Month[];
  private readonly account: Account;
  private readonly clock: MergedClock;
  private readonly trader: SingleMonthTrader | SpreadLegsTrader;
  private readonly bar: BarBuilder;
  private readonly stampsMs: Float64Array;
  private readonly equityMills: Float64Array;
  private readonly holding: Uint8Array;
  private stamps = 0;
  private bars = 0;
  /** Time of ended bars that are not in the equity curve yet; -Infinity for none. */
  private closedMs: EpochMs = -Infinity;

  constructor(
    evaluator: Evaluator,
    tapes: readonly ChainTape[],
    private readonly options: BacktestOptions,
  ) {
    const { row } = evaluator;
    const hasRule = (chain: string): boolean =>
      row.legs === null
        ? row.chains === null || row.chains.includes(chain)
        : row.legs.first.chain === chain;
    const chains = tapes.map(
      ({ chain, months }) =>
        new Chain(
          chain,
          months.map(
            (month) =>
              new Month(
                month,
                options.getFriction(month.instrument),
                hasRule(chain) ? evaluator : null,
              ),
          ),
        ),
    );
    this.months = chains.flatMap(({ months }) => months);
    this.account = new Account(options.capitalMills, BAR_MS[row.bar]);
    this.clock = new MergedClock(this.months);
    const context: BacktestContext = {
      row,
      options,
      account: this.account,
      gate: new EntryGate(this.account, options, getStaleAfterMs(row.bar)),
      chains: new Map(chains.map((chain) => [chain.name, chain])),
    };
    this.trader =
      row.legs === null ? new SingleMonthTrader(context) : new SpreadLegsTrader(context, row.legs);
    this.bar = {
      open: 0,
      high: 0,
      low: 0,
      close: 0,
      endsMs: 0,
      inputs: new Float64Array(row.inputs.length),
    };
    const size = this.months.reduce((sum, { length }) => sum + length, 0);
    this.stampsMs = new Float64Array(size);
    this.equityMills = new Float64Array(size);
    this.holding = new Uint8Array(size);
  }

  run(): BacktestRun {
    const [first, ...others] = this.months;
    if (first !== undefined && others.length === 0) this.runSingleMonth(first);
    else this.runMerged();
    this.closeOpenPositions();
    return this.buildResult();
  }

  /** Fast path for a single month. */
  private runSingleMonth(month: Month): void {
    while (month.nextMs < Infinity) {
      this.openBar(month);
      month.advance();
      if (month.isBeforeSession) {
        this.openSession(month);
        month.advance();
      }
      this.close(month);
      month.advance();
      this.endTimestamp();
    }
  }

  private runMerged(): void {
    for (let month = this.clock.getNext(); month !== null; month = this.clock.getNext()) {
      if (this.closedMs !== -Infinity && (!month.isOpen || month.nextMs !== this.closedMs))
        this.endTimestamp();
      if (month.isBeforeSession) this.openSession(month);
      else if (month.isOpen) this.close(month);
      else this.openBar(month);
      month.advance();
      if (month.nextMs === Infinity) this.clock.removeMonth(month);
    }
    if (this.closedMs !== -Infinity) this.endTimestamp();
  }

  private openBar(month: Month): void {
    month.showOpen();
    this.trader.onOpen(month);
  }

  private openSession(month: Month): void {
    month.takeSession();
    this.trader.onLastPrice(month);
    this.trader.onOpen(month);
    this.trader.onSession(month);
  }

  private close(month: Month): void {
    this.bars += 1;
    this.closedMs = month.nextMs;
    month.takeClose();
    this.trader.onLastPrice(month);
    month.foldClose(this.bar);
    this.trader.onClose(month);
  }

  /** All bars of one time have ended: adds a point to the equity curve. */
  private endTimestamp(): void {
    if (this.closedMs >= this.options.fromMs) this.recordPoint();
    this.closedMs = -Infinity;
  }

  private recordPoint(): void {
    const { account, stamps } = this;
    this.stampsMs[stamps] = this.closedMs;
    this.equityMills[stamps] = account.computeEquity();
    this.holding[stamps] = account.holdings.length === 0 ? 0 : 1;
    this.stamps = stamps + 1;
  }

  /** Closes open positions at the last price, so that the curve ends with the sum of all trades. */
  private closeOpenPositions(): void {
    for (const holding of [...this.account.holdings]) {
      const execution = getTradableQuote(holding.month, getExitSide(holding.sign), holding.lots);
      if (execution) this.account.close(holding, execution, 'end', holding.month.quotedMs);
    }
    if (this.stamps > 0) this.equityMills[this.stamps - 1] = this.account.balance;
  }

  private buildResult(): BacktestRun {
    const { account, stamps } = this;
    return {
      stampsMs: this.stampsMs.subarray(0, stamps),
      equityMills: this.equityMills.subarray(0, stamps),
      held: this.holding.subarray(0, stamps),
      trades: account.trades,
      capitalMills: toMills(account.capitalMills),
      feesMills: account.feesMills,
      turnoverMills: account.turnoverMills,
      bars: this.bars,
      refusals: account.refusals,
    };
  }
}
