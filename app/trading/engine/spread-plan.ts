/** Plans a spread entry from its stored inputs: lots of both legs, or the reason to stay out. */
import type { Instrument } from '../domain/instrument';
import type { SpreadFacts, LegFacts, SpreadPlan } from '../domain/plan-facts';
import { type Lots, roundDownToContracts } from '../domain/units';
import { findEntryVeto } from '../risk/entry-veto';
import { UNCONFIRMED_QUALITY, computePositionLots } from '../risk/sizing';
import { computeSpreadLots } from '../risk/spread-lots';
import { ONE_CONTRACT_TOO_LARGE } from './entry-plan';

/** Spread legs have no stop: the ATR of one leg does not describe the spread. */
export function planSpread(
  facts: SpreadFacts,
  getInstrument: (id: string) => Instrument,
): SpreadPlan {
  const { legs, names, reason } = facts;
  const stayOut = (explanation: string): SpreadPlan => ({
    action: 'STAY_OUT',
    reason: explanation,
    lots: null,
  });
  if (!legs) return stayOut(`no price of both legs yet: ${names.join(' and ')}`);
  const [first, second] = legs;
  for (const [index, { regime }] of legs.entries()) {
    const veto = regime ? findEntryVeto(regime) : null;
    if (veto !== null) return stayOut(`target ${facts.side}; ${names[index] ?? ''}: ${veto}`);
  }
  const toPricedLeg = ({ instrumentId, lastTicks }: LegFacts) => ({
    instrument: getInstrument(instrumentId),
    lastTicks,
  });
  const lots = computeSpreadLots(toPricedLeg(first), toPricedLeg(second), facts.ratio, (leg) =>
    computeLots(facts, leg === 'first' ? first : second, getInstrument),
  );
  if (!lots) return stayOut('the minimum size exceeds the limits');
  const [firstLots, secondLots] = [
    roundDownToContracts(lots[0], first.contractLots),
    roundDownToContracts(lots[1], second.contractLots),
  ];
  if (firstLots === 0 || secondLots === 0) return stayOut(ONE_CONTRACT_TOO_LARGE);
  return { action: 'ENTER', reason, lots: [firstLots, secondLots] };
}

const computeLots = (
  { positionSize, riskLevel, equityMills, strength }: SpreadFacts,
  { instrumentId, lastTicks, scaleTicks, volatility }: LegFacts,
  getInstrument: (id: string) => Instrument,
): Lots =>
  computePositionLots({
    instrument: getInstrument(instrumentId),
    positionSize,
    riskLevel,
    priceTicks: lastTicks,
    scaleTicks,
    equityMills,
    quality: UNCONFIRMED_QUALITY * strength,
    volatility,
    stopDistanceTicks: null,
  });
