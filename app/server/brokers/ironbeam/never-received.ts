/**
 * Proves that the broker never received an order, as far as its API allows. No list states a time and no
 * request has a number of ours, so that lists without the order prove nothing while the request may still
 * arrive. It cannot any more
 * - once its token has ended: the broker does not apply requests without a valid token. What it had
 *   accepted before that, it handles within the 10 s that it waits for an exchange at most;
 * - in an order of an earlier run, once the operating system has given up its connection.
 */
import { MINUTE_MS, SECOND_MS } from '../../../trading/domain/time';

/** The broker waits no longer for an answer of the exchange. */
const HANDLING_MS_MAX = 10 * SECOND_MS;
/** Systems repeat the bytes of an ended process for less than two minutes. */
const ORPHANED_MS_MAX = 5 * MINUTE_MS;

interface Request {
  /** The token that it had; null in an earlier run. */
  readonly token: string | null;
  readonly sentMs: number;
}

interface ProofPorts {
  readonly nowMs: () => number;
  /** False where the broker does not confirm that the token has ended. */
  readonly endToken: (token: string) => Promise<boolean>;
  readonly pause: (ms: number) => Promise<void>;
}

/** True once the request cannot be applied any more: lists that are read afterwards are complete. */
export async function waitUntilEnded(
  { token, sentMs }: Request,
  { nowMs, endToken, pause }: ProofPorts,
): Promise<boolean> {
  if (token === null) return nowMs() - sentMs > ORPHANED_MS_MAX;
  if (!(await endToken(token))) return false;
  await pause(HANDLING_MS_MAX);
  return true;
}
