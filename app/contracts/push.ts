// What a socket is told: the shapes of its messages.
import type { DeskDto, PositionDto } from './messages';
import type { WeatherIntelligence } from './signals';

/** Everything live about a book but its positions, beside the figures by which programs know a portfolio; dollars. */
export interface PortfolioUpdateData extends Omit<DeskDto, 'asOfSeq' | 'positions'> {
  readonly currentBalance: number;
  readonly availableCash: number;
  readonly totalValue: number;
  readonly totalPnL: number;
  readonly unrealizedPnL: number;
  readonly activePnL: number;
  readonly positionsCount: number;
  readonly profitablePositions: number;
}

/** Always sent with the positions of the same sequence number: the two make one `DeskDto`. */
export interface PortfolioUpdate {
  readonly type: 'PORTFOLIO_UPDATE';
  readonly asOfSeq: number;
  readonly data: PortfolioUpdateData;
}
export interface PositionUpdate {
  readonly type: 'POSITION_UPDATE';
  readonly asOfSeq: number;
  readonly data: readonly PositionDto[];
}

/** Of the user's own sockets, measured by pings: milliseconds, and the share of pings that stayed unanswered, 0 to 1. Null before there is one. */
export interface LatencyData {
  readonly averageLatency: number | null;
  /** Mean difference of successive round trips. */
  readonly jitter: number | null;
  readonly packetLoss: number | null;
}
export interface LatencyMetrics {
  readonly type: 'LATENCY_METRICS';
  readonly data: LatencyData;
}

/**
 * Losses over one day that are not expected to be exceeded at 95 and 99 %, those of the groups at 95 %, and the median profit of the book as held under each shock set today,
 * a loss below zero; dollars. Null where nothing has computed it, and then `reason` says why. Weather sensitivities are those of the positions to the forecast of fourteen days:
 * one degree F warmer, one inch more rain in all, a tenth more wind; null also where a market does not answer to it.
 */
export interface RealTimeVar {
  readonly type: 'REAL_TIME_VAR';
  readonly asOfSeq: number;
  readonly data: {
    readonly portfolioVaR95: number | null;
    readonly portfolioVaR99: number | null;
    readonly individualVaR: {
      readonly electricity: number | null;
      readonly naturalGas: number | null;
      readonly agricultural: number | null;
      readonly oil: number | null;
    };
    readonly stressTestResults: {
      readonly hurricaneScenario: number | null;
      readonly polarVortexScenario: number | null;
      readonly droughtScenario: number | null;
    };
    readonly weatherSensitivities: readonly {
      readonly positionId: string;
      readonly oneDegree: number | null;
      readonly oneInchOfRain: number | null;
      readonly tenPercentOfWind: number | null;
    }[];
    readonly reason: string | null;
  };
}

export type SocketMessage =
  | { readonly type: 'authenticated'; readonly userId: string }
  | { readonly type: 'auth_error' | 'auth_required' | 'error'; readonly message: string }
  | PortfolioUpdate
  | PositionUpdate
  | LatencyMetrics
  | WeatherIntelligence
  | RealTimeVar;
