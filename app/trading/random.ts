/**
 * The one source of chance: counter-based, by seed, stream name and step.
 *
 * Source of the mixer: the 32-bit finaliser of MurmurHash3 (A. Appleby, public domain), two rounds
 * over the words.
 */
import type { Random } from './ports';

function mix32(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** FNV-1a over UTF-16 code units: a 32-bit name of a stream. */
function hashText(text: string, basis: number): number {
  let h = basis | 0;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** Four seed words from a text, each from a basis of its own. */
const seedWords = (seed: string): readonly number[] =>
  [0x811c9dc5, 0x9e3779b9, 0x7f4a7c15, 0xbf58476d].map((basis) => mix32(hashText(seed, basis)));

/**
 * Chance for a seed. `id` gives 128 bits as 32 hexadecimal digits; with a secret 128-bit seed they
 * cannot be guessed in practice,
 * and they are names, never permissions.
 */
export function seededRandom(seed: string): Random {
  const words = seedWords(seed);
  const word = (stream: number, step: number, k: number): number => {
    const low = step >>> 0;
    const high = Math.floor(step / 0x1_0000_0000) >>> 0;
    const seeded = mix32((words[k & 3] ?? 0) ^ mix32(stream ^ Math.imul(k + 1, 0x9e3779b1)));
    return mix32(mix32(seeded ^ low) ^ Math.imul(high + 1, 0x85ebca77) ^ (words[(k + 1) & 3] ?? 0));
  };
  return {
    id: (stream, step) => {
      const name = hashText(stream, 0x811c9dc5);
      return [0, 1, 2, 3]
        .map((k) =>
          word(name ^ hashText(stream, 0x1b873593 + k), step, k)
            .toString(16)
            .padStart(8, '0'),
        )
        .join('');
    },
    uniform: (stream, step) => {
      const name = hashText(stream, 0x811c9dc5);
      return (
        ((word(name, step, 0) >>> 5) * 67_108_864 + (word(name, step, 1) >>> 6)) /
        9_007_199_254_740_992
      );
    },
  };
}
