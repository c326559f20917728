/** Which playbooks a market with one bar length offers. */
import type { BarLength, PlaybookRow } from './playbook';

/** Why a market has no values of an input; null where it has. */
export type ExplainMissingInput = (id: string) => string | null;

const PRICES_ALONE: ExplainMissingInput = () => 'only prices are known here';

/**
 * Why the market does not offer a playbook, as a clause; null where it does. Playbooks on prices alone
 * run on bars of any length.
 */
export function explainNotOffered(
  { legs, inputs, bar }: Pick<PlaybookRow, 'legs' | 'inputs' | 'bar'>,
  barLength: BarLength,
  explainMissingInput: ExplainMissingInput = PRICES_ALONE,
): string | null {
  if (legs !== null) return 'spreads of two contracts are not traded here';
  const reasons = inputs.flatMap((id) => explainMissingInput(id) ?? []);
  if (reasons[0] !== undefined) return reasons[0];
  return inputs.length === 0 || bar === barLength
    ? null
    : `it decides on bars of ${bar}, and the bars here are of ${barLength}`;
}
