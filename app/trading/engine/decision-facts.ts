/** Builds the payload of a decision record. */
import type { Quote } from '../domain/quote';
import type { DecisionFacts } from '../domain/decision-facts';
import type { PlaybookRow, PlaybookTarget } from '../strategies/playbook';
import type { InstrumentMarket } from './state';

export const buildDecisionFacts = (
  contract: InstrumentMarket,
  quote: Quote,
  playbook: Pick<PlaybookRow, 'id'> | null,
  target: PlaybookTarget,
  action: DecisionFacts['action'],
  reason: string,
): DecisionFacts => ({
  commodity: contract.instrument.commodity,
  instrumentId: contract.instrument.id,
  playbookId: playbook?.id ?? null,
  target: target.side,
  strength: Math.round(target.strength * 1e6) / 1e6,
  action,
  reason,
  quote,
});
