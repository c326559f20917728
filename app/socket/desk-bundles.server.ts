// A user's desk as messages: the two about the book from one view, and the institutional ones.
import type { DeskWire, LatencyData, LatencyMetrics, PortfolioUpdate, PositionUpdate, RealTimeVar, SocketMessage, WeatherIntelligence } from '../messages';
import type { Terminal } from '../terminal.server';
import type { DeskView } from '../trading/desk';
import { deskWire } from '../wire.server';
import type { Bundle, BundleSource } from './bundle.server';

export function portfolioUpdate({ asOfSeq, positions: _positions, ...live }: DeskWire): PortfolioUpdate {
  const { accountBalance, availableCash, totalValue, totalPnL, unrealizedPnL, activePnL, totalPositions, profitablePositions } = live.portfolio;
  const figures = { currentBalance: accountBalance, availableCash, totalValue, totalPnL, unrealizedPnL, activePnL, positionsCount: totalPositions, profitablePositions };
  return { type: 'PORTFOLIO_UPDATE', asOfSeq, data: { ...figures, ...live } };
}

export const positionUpdate = ({ asOfSeq, positions }: DeskWire): PositionUpdate => ({ type: 'POSITION_UPDATE', asOfSeq, data: positions });

const latencyMetrics = (data: LatencyData): LatencyMetrics => ({ type: 'LATENCY_METRICS', data });

export const WEATHER_INTELLIGENCE: WeatherIntelligence = {
  type: 'WEATHER_INTELLIGENCE',
  data: {
    dopplerRadarAnalysis: { confidence: null, precipitationForecast: null },
    satelliteImagery: { cropHealthIndex: null },
    aiPredictions: { naturalGasSpike: { probability: null, targetPrice: null, timeframe: null } },
    reason: 'No forecast network has produced these figures yet.',
  },
};

const realTimeVar = (asOfSeq: number): RealTimeVar => ({
  type: 'REAL_TIME_VAR',
  asOfSeq,
  data: {
    portfolioVaR95: null,
    portfolioVaR99: null,
    individualVaR: { electricity: null, naturalGas: null, agricultural: null },
    stressTestResults: { hurricaneScenario: null, polarVortexScenario: null, droughtScenario: null },
    reason: 'No risk model has produced these figures yet.',
  },
});

/** A view is made anew at every step of the engine; what is no figure but its moment is no change. */
const MOMENTS = /"asOf(?:Seq)?":[^,}]*/g;

function bundle(name: string, messages: readonly SocketMessage[], isRepeated: boolean): Bundle {
  const texts = messages.map((message) => JSON.stringify(message));
  return { name, key: texts.join('\n').replace(MOMENTS, ''), messages: texts.map((text) => Buffer.from(text)), isRepeated };
}

export function deskBundles(desk: Terminal): BundleSource {
  const made = new WeakMap<DeskView, readonly Bundle[]>();
  const weather = bundle('weather', [WEATHER_INTELLIGENCE], true);

  function bookBundles(userId: string): readonly Bundle[] {
    const view = desk.view(userId);
    if (!view) return [];
    const known = made.get(view);
    if (known) return known;
    const wire = deskWire(desk, view, userId);
    const bundles = [bundle('book', [portfolioUpdate(wire), positionUpdate(wire)], false), bundle('risk', [realTimeVar(wire.asOfSeq)], true)];
    made.set(view, bundles);
    return bundles;
  }

  return { bundlesOf: (userId, latency) => [...bookBundles(userId), weather, bundle('latency', [latencyMetrics(latency)], true)] };
}
