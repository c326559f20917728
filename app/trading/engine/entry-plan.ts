/** An entry as it follows from what was known: how much, with which protection, or why not. */
import type { EntryPlan, KnownAtEntry } from '../domain/decision-facts';
import type { Instrument } from '../domain/instrument';
import type { Quote } from '../domain/quote';
import { formatPercent } from '../domain/format';
import { NO_LOTS } from '../domain/units';
import { getAgreement, computeQuality } from '../risk/agreement';
import { stopDistance, targetDistance } from '../risk/protection';
import { regimeVeto } from '../risk/regime';
import { positionLots } from '../risk/sizing';

/** The plan of an entry at a quote. */
export function planEntry(instrument: Instrument, quote: Quote, known: KnownAtEntry): EntryPlan {
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
    signal,
    regime,
  } = known;
  const stopDistanceTicks = stopDistance(
    instrument,
    quote.askTicks - quote.bidTicks,
    range,
    stopRanges,
  );
  const targetDistanceTicks = targetDistance(stopDistanceTicks, targetRatio);
  const stayOut = (why: string): EntryPlan => ({
    action: 'STAY_OUT',
    reason: why,
    lots: NO_LOTS,
    stopDistanceTicks,
    targetDistanceTicks,
  });
  const said = signal
    ? `${signal.network} says ${signal.word} at ${formatPercent(100 * signal.confidence, 0)}`
    : '';
  const agreement = getAgreement(side, signal);
  if (agreement === 'FORBIDS') return stayOut(`wants ${side}, but ${said}`);
  const veto = regime ? regimeVeto(regime) : null;
  if (veto !== null) return stayOut(`wants ${side}, but ${veto}`);
  if (stopRanges !== null && stopDistanceTicks === null)
    return stayOut('its average range is not known yet, so that no stop could be placed');
  const lots = positionLots({
    instrument,
    positionSize,
    riskLevel,
    equityMills,
    priceTicks: quote.lastTicks,
    scaleTicks,
    quality: computeQuality(side, strength, signal),
    volatility,
    stopDistanceTicks,
  });
  if (lots === 0) return stayOut('the smallest position of its band would not fit the limits');
  return {
    action: 'ENTER',
    reason: agreement === 'AGREES' ? `${reason}; ${said} and agrees` : reason,
    lots,
    stopDistanceTicks,
    targetDistanceTicks,
  };
}
