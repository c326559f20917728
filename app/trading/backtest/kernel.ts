/**
 * The backtest kernel: a playbook over its chains, bar by bar on one clock, with the desk's own
 * rules, gate, sizes and costs.
 *
 * Signals come at the close, market orders fill at the next open with half-spread, slippage, impact
 * and fee; stops and targets rest from the fill,
 * and inside one bar the stop comes first. Breakers of a day do not exist here: they belong to a
 * book and not to a playbook.
 */
import { type EpochMs, toMills } from '../domain/units';
import { BAR_MS, type Evaluator } from '../strategies/playbook';
import { Account } from './account';
import { Chain } from './chain';
import { MergedClock } from './clock';
import { getTradableQuote } from './fills';
import { Gate } from './gate';
import { type BarBuilder, Month, getExitSide } from './month';
import { type BacktestOptions, completeOptions, staleAfterMs } from './options';
import { SingleMonths } from './single-months';
import { SpreadLegsTrader } from './spread-legs';
import type { BacktestRun, ChainTape } from './tape';
import type { TradersDesk } from './backtest-context';

/**
 * Runs a playbook over the months of its chains (for a spread those of both legs), in prices of
 * ticks and money of mills; what was not named of the
 * options is as on a new desk. What is still held at the end leaves at the last price, costs
 * included.
 * Throws RangeError, naming month and bar, when a tape is out of order or was made for other
 * inputs.
 */
export const runBacktest = (
  evaluator: Evaluator,
  chains: readonly ChainTape[],
  options: Partial<BacktestOptions> = {},
): BacktestRun => new Kernel(evaluator, chains, completeOptions(options)).run();

class Kernel {
  private readonly months: readonly Month[];
  private readonly account: Account;
  private readonly clock: MergedClock;
  private readonly trader: SingleMonths | SpreadLegsTrader;
  private readonly bar: BarBuilder;
  private readonly stampsMs: Float64Array;
  private readonly equityMills: Float64Array;
  private readonly held: Uint8Array;
  private stamps = 0;
  private bars = 0;
  /**
   * The moment whose bars have ended and that has no entry in the curve yet; -Infinity for none.
   */
  private closedMs: EpochMs = -Infinity;

  constructor(
    evaluator: Evaluator,
    tapes: readonly ChainTape[],
    private readonly options: BacktestOptions,
  ) {
    const { row } = evaluator;
    const isFolded = (chain: string): boolean =>
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
                options.frictionOf(month.instrument),
                isFolded(chain) ? evaluator : null,
              ),
          ),
        ),
    );
    this.months = chains.flatMap(({ months }) => months);
    this.account = new Account(options.capitalMills, BAR_MS[row.bar]);
    this.clock = new MergedClock(this.months);
    const desk: TradersDesk = {
      row,
      options,
      account: this.account,
      gate: new Gate(this.account, options, staleAfterMs(row.bar)),
      chains: new Map(chains.map((chain) => [chain.name, chain])),
    };
    this.trader = row.legs === null ? new SingleMonths(desk) : new SpreadLegsTrader(desk, row.legs);
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
    this.held = new Uint8Array(size);
  }

  run(): BacktestRun {
    const [first, ...others] = this.months;
    if (first !== undefined && others.length === 0) this.runAlone(first);
    else this.runMerged();
    this.finish();
    return this.result();
  }

  /** One month that shares its clock with nobody. */
  private runAlone(month: Month): void {
    while (month.nextMs < Infinity) {
      this.open(month);
      month.advance();
      this.close(month);
      month.advance();
      this.endMoment();
    }
  }

  private runMerged(): void {
    for (let month = this.clock.next(); month !== null; month = this.clock.next()) {
      if (this.closedMs !== -Infinity && (!month.isOpen || month.nextMs !== this.closedMs))
        this.endMoment();
      if (month.isOpen) this.close(month);
      else this.open(month);
      month.advance();
      if (month.nextMs === Infinity) this.clock.drop(month);
    }
    if (this.closedMs !== -Infinity) this.endMoment();
  }

  private open(month: Month): void {
    month.showOpen();
    this.trader.opened(month);
  }

  private close(month: Month): void {
    this.bars += 1;
    this.closedMs = month.nextMs;
    month.takeClose();
    this.trader.filled(month);
    month.foldClose(this.bar);
    this.trader.closed(month);
  }

  /** All bars of one moment have ended: the curve gets its point. */
  private endMoment(): void {
    if (this.closedMs >= this.options.fromMs) this.stamp();
    this.closedMs = -Infinity;
  }

  private stamp(): void {
    const { account, stamps } = this;
    this.stampsMs[stamps] = this.closedMs;
    this.equityMills[stamps] = account.equity();
    this.held[stamps] = account.holdings.length === 0 ? 0 : 1;
    this.stamps = stamps + 1;
  }

  /**
   * What is still held leaves at the last price, so that the curve ends with the sum of all trades.
   */
  private finish(): void {
    for (const held of [...this.account.holdings]) {
      const execution = getTradableQuote(held.month, getExitSide(held.sign), held.lots);
      if (execution) this.account.close(held, execution, 'end', held.month.quotedMs);
    }
    if (this.stamps > 0) this.equityMills[this.stamps - 1] = this.account.balance;
  }

  private result(): BacktestRun {
    const { account, stamps } = this;
    return {
      stampsMs: this.stampsMs.subarray(0, stamps),
      equityMills: this.equityMills.subarray(0, stamps),
      held: this.held.subarray(0, stamps),
      trades: account.trades,
      capitalMills: toMills(account.capitalMills),
      feesMills: account.feesMills,
      turnoverMills: account.turnoverMills,
      bars: this.bars,
      refusals: account.refusals,
    };
  }
}
