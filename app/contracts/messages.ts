// Shapes that the server hands to pages, programs and sockets: the same object wherever the same thing is told.
import type { SignalCell } from './signals';
import type { LosingStreakDto, LossBreakerDto, MarginDto, RearmDto } from './breakers';
import type { CommodityKey } from '../trading/domain/commodity';
import type { Settings, TradingMode } from '../trading/domain/settings';

export interface ToastMessage {
  readonly title: string;
  readonly description: string;
  readonly variant: 'default' | 'destructive' | 'success' | 'trade';
}

/** A toast as it is shown: its id tells a new one from the one that is on the screen already. */
export interface ShownToast extends ToastMessage {
  readonly id: string;
}

/** Whether the desk takes orders and its prices come in; why not, in a sentence. */
export interface StandingDto {
  readonly word: 'Online' | 'Degraded';
  readonly reason: string;
}

/** What every screen says above everything else: `alert` interrupts, `status` does not. */
export interface ShellAlert {
  readonly kind: 'alert' | 'status';
  readonly title: string;
  readonly text: string;
}

/** One line of the status strip: what it is about, a word, and more when asked. */
export interface HealthItem {
  readonly name: string;
  readonly word: string;
  readonly detail: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
}

/** A position; money in dollars, prices in quoted units, size in units, moments in ISO 8601 UTC; null where there is none. */
export interface PositionDto {
  readonly id: string;
  readonly status: 'ACTIVE' | 'CLOSED';
  readonly commodity: CommodityKey;
  /** The chain, and the venue's code of the month that is held. */
  readonly symbol: string;
  readonly region: string | null;
  readonly contract: string;
  /** What it waits for, such as a locked market or its roll, a sentence; null when nothing is due. */
  readonly pending: string | null;
  readonly type: 'BUY' | 'SELL';
  readonly positionType: 'LONG' | 'SHORT';
  readonly size: number;
  readonly entryPrice: number | null;
  readonly currentPrice: number | null;
  readonly exitPrice: number | null;
  readonly pnl: number;
  readonly pnlPercent: number | null;
  readonly realizedPnl: number | null;
  readonly fees: number;
  readonly playbookId: string | null;
  readonly groupId: string | null;
  /** When it last changed, opened or closed. */
  readonly timestamp: string;
  readonly entryDate: string;
  readonly closedDate: string | null;
  readonly asOfSeq: number;
}

/** Figures of a book in dollars, all made at one sequence number. */
export interface PortfolioDto {
  readonly accountBalance: number;
  readonly availableCash: number;
  readonly totalValue: number;
  readonly totalPnL: number;
  readonly activePnL: number;
  readonly unrealizedPnL: number;
  readonly totalPositions: number;
  readonly profitablePositions: number;
}

/** One commodity of a book: whether it trades by itself, what it holds; dollars. */
export interface CommodityDto {
  readonly commodity: CommodityKey;
  readonly isActive: boolean;
  readonly positions: number;
  readonly value: number;
  readonly pnl: number;
  readonly playbookId: string | null;
  /** Name of the playbook in force, chosen or not. */
  readonly playbook: string;
  /** What keeps it flat while it runs, one sentence; null when it is off or holds something. */
  readonly waitingFor: string | null;
  /** The strongest signal of its networks; null while there is none. */
  readonly signal: SignalCell | null;
}

/** All live figures of a screen at one sequence number: what a loader answers, and what a socket brings up to date. */
export interface DeskDto {
  readonly asOfSeq: number;
  readonly asOf: string;
  readonly mode: TradingMode;
  readonly market: string;
  /** Counts resets of the book. */
  readonly epoch: number;
  readonly isHalted: boolean;
  readonly globalActive: boolean;
  readonly isActive: boolean;
  /** How many signals in force say BUY or SELL; null while no network speaks of this market. */
  readonly autoSignals: number | null;
  readonly initialBalance: number;
  readonly portfolio: PortfolioDto;
  readonly commodities: readonly CommodityDto[];
  readonly lossBreakers: readonly LossBreakerDto[];
  readonly margin: MarginDto;
  /** Set while the drawdown breaker has tripped. */
  readonly rearm: RearmDto | null;
  readonly losingStreaks: readonly LosingStreakDto[];
  readonly lossesInARowMax: number;
  /** Active ones and the last day's closed ones, newest first. */
  readonly positions: readonly PositionDto[];
}

export interface SettingsDto extends Settings {
  readonly tradingMode: TradingMode;
  /** A mask that ends in its last four characters, or null. */
  readonly brokerApiKey: string | null;
  readonly brokerApiKeySet: boolean;
  /** Why a stored key cannot be used, such as another master key; null when nothing is known against it. */
  readonly brokerApiKeyError: string | null;
}

/** A quote row: prices are decimal texts, changes are numbers in quoted units and percent since the last price of the day before. */
export interface QuoteDto {
  readonly kind: 'quote';
  /** The chain, whatever month of it is the active one. */
  readonly symbol: string;
  /** The venue's code of the month; null for a price that never expires. */
  readonly contract: string | null;
  readonly commodity: CommodityKey;
  readonly price: string;
  readonly change: number | null;
  readonly changePercent: number | null;
  /** Power rows name a hub, all others a region. */
  readonly hub: string | null;
  readonly region: string | null;
  readonly bid: string;
  readonly ask: string;
  readonly note: null;
  readonly asOf: string;
  /** Whole seconds from `asOf` to the desk's time. */
  readonly ageSeconds: number;
  readonly source: string;
  readonly isStale: boolean;
}

/** A region's cash price, made of quotes and a stated basis: nobody deals in it here, so that it has no bid and no ask. */
export interface CashDto extends Omit<QuoteDto, 'kind' | 'bid' | 'ask' | 'note'> {
  readonly kind: 'cash';
  readonly bid: null;
  readonly ask: null;
  /** What it is made of, in words. */
  readonly note: string;
}

export const TIMEFRAMES = ['1h', '1d', '1w', '1mo', 'all'] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];

export interface ChangeDto {
  readonly value: number;
  /** Null when the base was zero. */
  readonly percentage: number | null;
}

export interface PerformanceDto {
  readonly current: PortfolioDto;
  readonly margin: MarginDto;
  readonly changes: {
    readonly day: ChangeDto;
    readonly week: ChangeDto;
    readonly month: ChangeDto;
    readonly all: ChangeDto;
  };
  readonly initialBalance: number;
  readonly history: readonly { readonly timestamp: string; readonly value: number }[];
  /** Ratio of wins, 0 to 1; null before the first close. */
  readonly stats: {
    readonly winRate: number | null;
    readonly completedTrades: number;
    readonly totalTrades: number;
  };
  readonly timeframe: Timeframe;
  readonly asOf: string;
  readonly asOfSeq: number;
}

/** What happened in a user's desk, in words, newest first: the log behind the toasts. */
/** What is so now, and stands in no log. */
export interface NewsDto {
  readonly kind: 'move' | 'weather';
  readonly at: string;
  readonly title: string;
  readonly description: string;
}

export interface NoticeDto {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'command' | 'refusal' | 'fill' | 'protection' | 'desk';
  readonly title: string;
  readonly description: string;
  readonly variant: ToastMessage['variant'];
}
