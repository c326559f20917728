/** Plans an entry from its stored inputs: size, stop and target, or the reason to stay out. */
import type { EntryPlan, EntryFacts } from '../domain/decision-facts';
import type { Instrument } from '../domain/instrument';
import type { Quote } from '../domain/quote';
import { formatPercent } from '../domain/format';
import { NO_LOTS, roundDownToContracts } from '../domain/units';
import { getAgreement, computeQuality } from '../risk/signal-agreement';
import { formatCostHurdle, isBelowCostHurdle } from '../risk/cost-hurdle';
import { computeStopDistance, computeTargetDistance } from '../risk/protection';
import { findEntryVeto } from '../risk/entry-veto';
import { computeOwnQuality, computePositionLots } from '../risk/sizing';

export const ONE_CONTRACT_TOO_LARGE = 'one contract of the broker exceeds the limits';

export function planEntry(instrument: Instrument, quote: Quote, context: EntryFacts): EntryPlan {
  const {
    side,
    strength,
    reason,
    range,
    stopRanges,
    targetRatio,
    positionSize,
    riskLevel,
    equityMills,
    scaleTicks,
    volatility,
    signal: activeSignal,
    isSignalPlaybook = false,
    regime,
    costs,
    contractLots,
  } = context;
  // Its own signal neither confirms nor blocks a playbook that trades it.
  const signal = isSignalPlaybook ? null : activeSignal;
  const stopDistanceTicks = computeStopDistance(
    instrument,
    quote.askTicks - quote.bidTicks,
    range,
    stopRanges,
  );
  const targetDistanceTicks = computeTargetDistance(stopDistanceTicks, targetRatio);
  const stayOut = (explanation: string): EntryPlan => ({
    action: 'STAY_OUT',
    reason: explanation,
    lots: NO_LOTS,
    stopDistanceTicks,
    targetDistanceTicks,
  });
  const signalText = signal
    ? `AI signal ${signal.word} ${formatPercent(100 * signal.confidence, 0)} (${signal.network})`
    : '';
  const agreement = getAgreement(side, signal);
  if (agreement === 'FORBIDS') return stayOut(`target ${side}; opposite ${signalText}`);
  const veto = regime ? findEntryVeto(regime) : null;
  if (veto !== null) return stayOut(`target ${side}; ${veto}`);
  if (stopRanges !== null && stopDistanceTicks === null)
    return stayOut('ATR not available: no stop can be set');
  if (costs && isBelowCostHurdle(costs))
    return stayOut(`target ${side}; ${formatCostHurdle(costs)}`);
  const wantedLots = computePositionLots({
    instrument,
    positionSize,
    riskLevel,
    equityMills,
    priceTicks: quote.lastTicks,
    scaleTicks,
    quality: isSignalPlaybook
      ? computeOwnQuality(strength, true)
      : computeQuality(side, strength, signal),
    volatility,
    stopDistanceTicks,
  });
  if (wantedLots === 0) return stayOut('the minimum size exceeds the limits');
  const lots = roundDownToContracts(wantedLots, contractLots);
  if (lots === 0) return stayOut(ONE_CONTRACT_TOO_LARGE);
  return {
    action: 'ENTER',
    reason: agreement === 'AGREES' ? `${reason}; confirmed by ${signalText}` : reason,
    lots,
    stopDistanceTicks,
    targetDistanceTicks,
  };
}
