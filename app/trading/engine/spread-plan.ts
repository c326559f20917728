/** The entry of a spread as it follows from what was known: the lots of both legs, or why not. */
import type { Instrument } from '../domain/instrument';
import type { KnownAtSpread, KnownLeg, SpreadPlan } from '../domain/leaving-facts';
import type { Lots } from '../domain/units';
import { regimeVeto } from '../risk/regime';
import { ALONE_QUALITY, positionLots } from '../risk/sizing';
import { computeSpreadLots } from '../risk/spread-lots';

/**
 * The plan of a spread. Two legs have no stop of one of them: the range of a leg says nothing about
 * the spread.
 */
export function planSpread(
  known: KnownAtSpread,
  instrumentOf: (id: string) => Instrument,
): SpreadPlan {
  const { legs, names, reason } = known;
  const stayOut = (why: string): SpreadPlan => ({ action: 'STAY_OUT', reason: why, lots: null });
  if (!legs) return stayOut(`waits for a price of both legs, ${names.join(' and ')}`);
  const [first, second] = legs;
  for (const [index, { regime }] of legs.entries()) {
    const veto = regime ? regimeVeto(regime) : null;
    if (veto !== null) return stayOut(`wants ${known.side}, but of ${names[index] ?? ''}: ${veto}`);
  }
  const priced = ({ instrumentId, lastTicks }: KnownLeg) => ({
    instrument: instrumentOf(instrumentId),
    lastTicks,
  });
  const lots = computeSpreadLots(priced(first), priced(second), known.ratio, (leg) =>
    computeLots(known, leg === 'first' ? first : second, instrumentOf),
  );
  return lots
    ? { action: 'ENTER', reason, lots }
    : stayOut('the smallest spread of its band would not fit the limits');
}

const computeLots = (
  { positionSize, riskLevel, equityMills, strength }: KnownAtSpread,
  { instrumentId, lastTicks, scaleTicks, volatility }: KnownLeg,
  instrumentOf: (id: string) => Instrument,
): Lots =>
  positionLots({
    instrument: instrumentOf(instrumentId),
    positionSize,
    riskLevel,
    priceTicks: lastTicks,
    scaleTicks,
    equityMills,
    quality: ALONE_QUALITY * strength,
    volatility,
    stopDistanceTicks: null,
  });
