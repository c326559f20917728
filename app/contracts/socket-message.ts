// Union of all socket messages from the server.
import type { WeatherIntelligence } from './api/signals';
import type { PortfolioUpdate, PositionUpdate, LatencyMetrics, RealTimeVar } from './api/socket';

export type SocketMessage =
  | { readonly type: 'authenticated'; readonly userId: string; readonly version: string }
  | { readonly type: 'auth_error' | 'auth_required' | 'error'; readonly message: string }
  | PortfolioUpdate
  | PositionUpdate
  | LatencyMetrics
  | WeatherIntelligence
  | RealTimeVar;
