// Rule for new passphrases: long enough and hard to guess. Stored passphrases are not checked.
import type { EstimateGuesses } from './guess-estimate';
import { createGuessThread } from './guess-thread.server';
import { getLog } from '../platform/log.server';
import { PASSPHRASE_LENGTH } from '../../contracts/account-page';
import { formatCount } from '../../trading/domain/format';

/**
 * Guesses that a program needs: the sign-in limits let it try fewer than 10,000 a day on one account,
 * which takes 30 years.
 */
const GUESSES_MIN = 1e8;

const thread = createGuessThread();

/** Reason why this may not become the passphrase of the user, with what to do; else null. */
export async function findPassphraseFault(
  passphrase: string,
  username: string,
  estimate: EstimateGuesses = thread.estimateGuesses,
): Promise<string | null> {
  const { min, max } = PASSPHRASE_LENGTH;
  const { length } = [...passphrase];
  if (length < min) return `Use at least ${min} characters; this passphrase has ${length}.`;
  if (passphrase.length > max)
    return `Use at most ${formatCount(max)} characters; this passphrase has ${formatCount(passphrase.length)}.`;
  const guesses = await estimate(passphrase, [username, 'frontmonth']).catch((error: unknown) => {
    getLog().error({ err: error }, 'a passphrase was not checked');
    return null;
  });
  if (guesses === null) return 'This passphrase could not be checked. Try again.';
  if (guesses >= GUESSES_MIN) return null;
  const rounded = formatCount(Number(guesses.toPrecision(1)));
  return `Easy to guess: about ${rounded} guesses (needs ${formatCount(GUESSES_MIN)}). Use several words that do not belong together.`;
}
