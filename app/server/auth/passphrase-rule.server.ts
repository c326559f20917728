// Rule for new passphrases: long enough and hard to guess. Stored passphrases are not checked.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { PASSPHRASE_LENGTH } from '../../contracts/account-page';
import { formatCount } from '../../trading/domain/format';

/**
 * Guesses that a program needs: the sign-in limits let it try fewer than 10,000 a day on one account,
 * which takes 30 years.
 */
const GUESSES_MIN = 1e8;

let estimator: Promise<ZxcvbnFactory> | null = null;

/** Loaded when the first passphrase is chosen: the dictionaries take 65 MB. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
}

/** Reason why this may not become the passphrase of the user, with what to do; else null. */
export async function findPassphraseFault(
  passphrase: string,
  username: string,
): Promise<string | null> {
  const { min, max } = PASSPHRASE_LENGTH;
  const { length } = [...passphrase];
  if (length < min) return `Use at least ${min} characters; this passphrase has ${length}.`;
  if (passphrase.length > max)
    return `Use at most ${formatCount(max)} characters; this passphrase has ${formatCount(passphrase.length)}.`;
  estimator ??= loadEstimator();
  const { guesses } = (await estimator).check(passphrase, [username, 'frontmonth']);
  if (guesses >= GUESSES_MIN) return null;
  const rounded = formatCount(Number(guesses.toPrecision(1)));
  return `Easy to guess: about ${rounded} guesses (needs ${formatCount(GUESSES_MIN)}). Use several words that do not belong together.`;
}
