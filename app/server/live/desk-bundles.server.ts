// A user's desk as messages: the two about the book from one view, and the institutional ones.
import type { DeskDto } from '../../contracts/messages';
import type { SocketMessage } from '../../contracts/push';
import type { RiskGroupName, RiskDto, ShiftName, StressName } from '../../contracts/risk';
import { riskWire } from '../../models/risk/risk-desk.server';
import type { Terminal } from '../../models/desk/terminal';
import type { DeskView } from '../../trading/desk';
import { deskWire } from '../../models/portfolio/serialize-book.server';
import type { SignalsStatus } from '../../models/signals/signals-status';
import type { Bundle, BundleSource } from './bundle.server';
import { weatherIntelligence } from '../../models/signals/weather-intelligence.server';
import type {
  LatencyMetrics,
  PortfolioUpdate,
  PositionUpdate,
  RealTimeVar,
} from '../../contracts/api/socket';
import type { LatencyData } from '../../contracts/api/socket';

function buildPortfolioUpdate({
  asOfSeq,
  positions: _positions,
  ...live
}: DeskDto): PortfolioUpdate {
  const {
    accountBalance,
    availableCash,
    totalValue,
    totalPnL,
    unrealizedPnL,
    activePnL,
    totalPositions,
    profitablePositions,
  } = live.portfolio;
  const figures = {
    currentBalance: accountBalance,
    availableCash,
    totalValue,
    totalPnL,
    unrealizedPnL,
    activePnL,
    positionsCount: totalPositions,
    profitablePositions,
  };
  return { type: 'PORTFOLIO_UPDATE', asOfSeq, data: { ...figures, ...live } };
}

const buildPositionUpdate = ({ asOfSeq, positions }: DeskDto): PositionUpdate => ({
  type: 'POSITION_UPDATE',
  asOfSeq,
  data: positions,
});

const latencyMetrics = (data: LatencyData): LatencyMetrics => ({ type: 'LATENCY_METRICS', data });

const buildSensitivities = ({
  sensitivities,
}: RiskDto): RealTimeVar['data']['weatherSensitivities'] =>
  (sensitivities?.positions ?? []).map(({ id, figures }) => {
    const profit = (name: ShiftName): number | null =>
      figures.find(({ shift }) => shift === name)?.profit ?? null;
    return {
      positionId: id,
      oneDegree: profit('degree'),
      oneInchOfRain: profit('inch'),
      tenPercentOfWind: profit('wind'),
    };
  });

function realTimeVar(risk: RiskDto): RealTimeVar {
  const { asOfSeq, value, reason, stresses, stressReason } = risk;
  const stress = (name: StressName): number | null =>
    stresses.find(({ shock, date }) => shock === name && date === 'now')?.profit ?? null;
  const group = (name: RiskGroupName): number | null => value?.groups[name].var95 ?? null;
  return {
    type: 'REAL_TIME_VAR',
    asOfSeq,
    data: {
      portfolioVaR95: value?.total.var95 ?? null,
      portfolioVaR99: value?.total.var99 ?? null,
      individualVaR: {
        electricity: group('electricity'),
        naturalGas: group('naturalGas'),
        agricultural: group('agricultural'),
        oil: group('oil'),
      },
      stressTestResults: {
        hurricaneScenario: stress('hurricane'),
        polarVortexScenario: stress('polarVortex'),
        droughtScenario: stress('drought'),
      },
      weatherSensitivities: buildSensitivities(risk),
      reason:
        [...new Set([reason, stressReason])].filter((text) => text !== null).join(' ') || null,
    },
  };
}

/**
 * A view is made anew at every step of the engine; what is no figure but its moment is no change.
 */
const MOMENTS = /"asOf(?:Seq)?":[^,}]*/g;

function buildBundle(
  name: string,
  messages: readonly SocketMessage[],
  isRepeated: boolean,
): Bundle {
  const texts = messages.map((message) => JSON.stringify(message));
  return {
    name,
    key: texts.join('\n').replace(MOMENTS, ''),
    messages: texts.map((text) => Buffer.from(text)),
    isRepeated,
  };
}

export function createDeskBundles(desk: Terminal): BundleSource {
  const made = new WeakMap<DeskView, readonly Bundle[]>();
  const weathers = new WeakMap<SignalsStatus, Bundle>();

  /** Made once for everything that the networks say. */
  function weatherBundle(status: SignalsStatus): Bundle {
    const known =
      weathers.get(status) ?? buildBundle('weather', [weatherIntelligence(status)], true);
    weathers.set(status, known);
    return known;
  }

  function bookBundles(userId: string): readonly Bundle[] {
    const view = desk.view(userId);
    if (!view) return [];
    const known = made.get(view);
    if (known) return known;
    const wire = deskWire(desk, view, userId);
    const bundles = [
      buildBundle('book', [buildPortfolioUpdate(wire), buildPositionUpdate(wire)], false),
      buildBundle('risk', [realTimeVar(riskWire(desk, view, userId))], true),
    ];
    made.set(view, bundles);
    return bundles;
  }

  return {
    bundlesOf: (userId, latency) => [
      ...bookBundles(userId),
      weatherBundle(desk.signals()),
      buildBundle('latency', [latencyMetrics(latency)], true),
    ],
  };
}
