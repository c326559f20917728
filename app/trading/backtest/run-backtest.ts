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
import { EquityCurve } from './equity-curve';
import { MergedClock } from './merged-clock';
import { getTradableQuote } from './fills';
import { EntryGate } from './entry-gate';
import { Month, getExitSide } from './month';
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
  private readonly curve: EquityCurve;
  private readonly bars: number;
  constructor(evaluator: Evaluator, tapes: readonly ChainTape[], options: BacktestOptions) {
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
    this.bars = this.months.reduce((sum, { length }) => sum + length, 0);
    this.curve = new EquityCurve(this.account, options.fromMs, this.bars);
  }

  run(): BacktestRun {
    this.passQuietBars();
    for (let nowMs = this.clock.moveToNext(); nowMs < Infinity; nowMs = this.clock.moveToNext()) {
      this.takeEvents(nowMs);
      this.passQuietBars();
    }
    this.closeOpenPositions();
    return this.buildResult();
  }

  /** Closes and opens of day sessions, then opens. */
  private takeEvents(nowMs: EpochMs): void {
    const { live } = this.clock;
    let isBarEnd = false;
    for (const month of live) {
      if (month.nextMs !== nowMs || !month.isOpen) continue;
      if (month.isBeforeSession) this.openSession(month);
      else {
        this.close(month);
        isBarEnd = true;
      }
      month.advance();
    }
    if (isBarEnd) this.curve.recordPoint(nowMs);
    for (const month of live) {
      if (month.nextMs !== nowMs) continue;
      this.openBar(month);
      month.advance();
    }
  }

  /** Bars in which no order can be placed, filled, moved or ended only value the account. */
  private passQuietBars(): void {
    const { clock, curve } = this;
    const untilMs = Math.min(this.trader.findNextActionMs(clock.live), clock.nextStartMs);
    const [only] = clock.live;
    if (only !== undefined && clock.live.length === 1) {
      const next = only.countBarsBefore(untilMs);
      if (next === only.index) return;
      curve.recordBars(only, next);
      only.passBars(next);
      return;
    }
    for (let atMs = clock.passBarEnd(untilMs); atMs < Infinity; atMs = clock.passBarEnd(untilMs))
      curve.recordPoint(atMs);
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
    month.takeClose();
    this.trader.onLastPrice(month);
    month.countBar();
    this.trader.onClose(month);
  }

  /** Closes open positions at the last price, so that the curve ends with the sum of all trades. */
  private closeOpenPositions(): void {
    for (const holding of [...this.account.holdings]) {
      const execution = getTradableQuote(holding.month, getExitSide(holding.sign), holding.lots);
      if (execution) this.account.close(holding, execution, 'end', holding.month.quotedMs);
    }
    this.curve.setFinalBalance(this.account.balance);
  }

  private buildResult(): BacktestRun {
    const { account } = this;
    return {
      ...this.curve.build(),
      trades: account.trades,
      capitalMills: toMills(account.capitalMills),
      feesMills: account.feesMills,
      turnoverMills: account.turnoverMills,
      bars: this.bars,
      refusals: account.refusals,
    };
  }
}
