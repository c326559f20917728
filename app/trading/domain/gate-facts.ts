/**
 * What the log keeps of a refusal beside the order: what the gate saw that the log does not tell otherwise.
 * It knows shapes alone; with the desk as the log tells it up to the refusal, the gate can be asked again.
 */
import type { Order } from './order';
import type { Quote } from './quote';
import type { Mills } from './units';

export interface GateFacts {
  readonly quote: Quote | null;
  readonly staleAfterMs: number;
  readonly barSigma: number;
  readonly scaleTicks: number;
  readonly equityMills: Mills;
  readonly feeMills: Mills;
  readonly sessionClosed: string | null;
  readonly modeBlocked: string | null;
  /** Legs of the same intention that the gate would have let pass before it. */
  readonly before: readonly Order[];
}
