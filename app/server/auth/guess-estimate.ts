/** Number of guesses that a program needs for a passphrase, from dictionaries and patterns. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

export type EstimateGuesses = (passphrase: string, words: readonly string[]) => Promise<number>;

let estimator: Promise<ZxcvbnFactory> | null = null;

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

/** `words`: what belongs to the user, such as the username. The dictionaries stay in memory, 65 MB. */
export const estimateGuesses: EstimateGuesses = async (passphrase, words) => {
  estimator ??= loadEstimator();
  return (await estimator).check(passphrase, [...words]).guesses;
};
