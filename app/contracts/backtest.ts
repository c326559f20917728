// A backtest of the app as pages and programs are told of it: what was asked, how far it is, what it brought.
import type { CommodityKey } from '../trading/domain/commodity';

export type BacktestPhase = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** A world that nobody has seen, or the past of the desk's own. */
export const BACKTEST_WORLDS = ['unseen', 'desk'] as const;
export type BacktestWorld = (typeof BACKTEST_WORLDS)[number];

export const BACKTEST_YEARS_MAX = 10;

/** A figure, or why there is none. */
export type FigureDto =
  | { readonly value: number }
  | { readonly value: null; readonly reason: string };

/** Money in dollars, returns and shares in percent, moments in ISO 8601 UTC. */
export interface BacktestResultDto {
  readonly from: string;
  readonly until: string;
  readonly capital: number;
  readonly netProfit: number;
  /** Profit after costs, a year, over the mean money that an open holding binds. */
  readonly netPercentAYear: number;
  /** The same over the capital of the book. */
  readonly netPercentOnBook: number;
  readonly trades: number;
  /** Of a year. */
  readonly sharpe: FigureDto;
  /** Probability, 0 to 1. */
  readonly deflatedSharpe: FigureDto;
  /** Configurations of the mode that were ever tried, with which the deflated ratio reckons. */
  readonly configurations: number;
  readonly drawdownPercent: FigureDto;
  readonly hitRatePercent: FigureDto;
  readonly costSharePercent: FigureDto;
  readonly hasEdge: boolean;
  /** One sentence: an edge or none, and why. */
  readonly verdict: string;
}

export interface BacktestDto {
  readonly id: string;
  readonly mode: CommodityKey;
  readonly playbook: string;
  readonly playbookName: string;
  readonly years: number;
  readonly world: BacktestWorld;
  /** Of a world that nobody has seen: `npm run backtest` takes it too. */
  readonly seed: string | null;
  readonly phase: BacktestPhase;
  /** How many are before it while it waits. */
  readonly ahead: number | null;
  /** 0 to 1 while it runs, with what is being done. */
  readonly share: number | null;
  readonly doing: string | null;
  /** Why it failed, a sentence. */
  readonly fault: string | null;
  readonly askedAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly result: BacktestResultDto | null;
  /** Where its report is fetched; null until it is done. */
  readonly report: string | null;
}
