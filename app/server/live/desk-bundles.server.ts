// Socket messages of a user's desk: account, risk, weather and latency.
import type { DeskDto } from '../../contracts/messages';
import type { SocketMessage } from '../../contracts/socket-message';
import type { RiskDto, StressName } from '../../contracts/risk';
import type { ShiftName } from '../../contracts/sensitivities';
import type { RiskGroupName } from '../../contracts/value-at-risk';
import { getRisk } from '../../models/risk/serialize-risk.server';
import type { Terminal } from '../../models/desk/terminal';
import type { DeskView } from '../../trading/desk-view';
import { serializeDesk } from '../../models/portfolio/serialize-book.server';
import type { InferenceStatus } from '../../models/signals/inference-status';
import type { Bundle, BundleSource } from './bundle.server';
import { serializeWeatherIntelligence } from '../../models/signals/weather-intelligence.server';
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

const buildLatencyMetrics = (data: LatencyData): LatencyMetrics => ({
  type: 'LATENCY_METRICS',
  data,
});

const buildSensitivities = ({
  sensitivities,
}: RiskDto): RealTimeVar['data']['weatherSensitivities'] =>
  (sensitivities?.positions ?? []).map(({ id, figures }) => {
    const findProfit = (name: ShiftName): number | null =>
      figures.find(({ shift }) => shift === name)?.profit ?? null;
    return {
      positionId: id,
      oneDegree: findProfit('degree'),
      oneInchOfRain: findProfit('inch'),
      tenPercentOfWind: findProfit('wind'),
    };
  });

function buildRealTimeVar(risk: RiskDto): RealTimeVar {
  const { asOfSeq, value, reason, stresses, stressReason } = risk;
  const findStressProfit = (name: StressName): number | null =>
    stresses.find(({ shock, date }) => shock === name && date === 'now')?.profit ?? null;
  const findGroupVar = (name: RiskGroupName): number | null => value?.groups[name].var95 ?? null;
  return {
    type: 'REAL_TIME_VAR',
    asOfSeq,
    data: {
      portfolioVaR95: value?.total.var95 ?? null,
      portfolioVaR99: value?.total.var99 ?? null,
      individualVaR: {
        electricity: findGroupVar('electricity'),
        naturalGas: findGroupVar('naturalGas'),
        agricultural: findGroupVar('agricultural'),
        oil: findGroupVar('oil'),
      },
      stressTestResults: {
        hurricaneScenario: findStressProfit('hurricane'),
        polarVortexScenario: findStressProfit('polarVortex'),
        droughtScenario: findStressProfit('drought'),
      },
      weatherSensitivities: buildSensitivities(risk),
      reason:
        [...new Set([reason, stressReason])].filter((text) => text !== null).join(' ') || null,
    },
  };
}

/** A view is rebuilt at every engine step. New timestamps alone are not a change. */
const MOMENT_FIELDS = /"asOf(?:Seq)?":[^,}]*/g;

function buildBundle(
  name: string,
  messages: readonly SocketMessage[],
  isRepeated: boolean,
): Bundle {
  const texts = messages.map((message) => JSON.stringify(message));
  return {
    name,
    key: texts.join('\n').replace(MOMENT_FIELDS, ''),
    messages: texts.map((text) => Buffer.from(text)),
    isRepeated,
  };
}

export function createDeskBundles(desk: Terminal): BundleSource {
  const bundlesByView = new WeakMap<DeskView, readonly Bundle[]>();
  const weatherBundles = new WeakMap<InferenceStatus, Bundle>();

  /** Built once per signals status. */
  function getWeatherBundle(status: InferenceStatus): Bundle {
    const cached =
      weatherBundles.get(status) ??
      buildBundle('weather', [serializeWeatherIntelligence(status)], true);
    weatherBundles.set(status, cached);
    return cached;
  }

  function listBookBundles(userId: string): readonly Bundle[] {
    const view = desk.getView(userId);
    if (!view) return [];
    const cached = bundlesByView.get(view);
    if (cached) return cached;
    const dto = serializeDesk(desk, view, userId);
    const bundles = [
      buildBundle('book', [buildPortfolioUpdate(dto), buildPositionUpdate(dto)], false),
      buildBundle('risk', [buildRealTimeVar(getRisk(desk, view))], true),
    ];
    bundlesByView.set(view, bundles);
    return bundles;
  }

  return {
    getBundles: (userId, latency) => [
      ...listBookBundles(userId),
      getWeatherBundle(desk.signals()),
      buildBundle('latency', [buildLatencyMetrics(latency)], true),
    ],
  };
}
