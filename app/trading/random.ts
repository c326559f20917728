/**
 * Counter-based random numbers by seed, stream name and step.
 * Mixer: 32-bit finalizer of MurmurHash3 (A. Appleby, public domain), two rounds over the words.
 */
import type { Random } from './ports';

function mix32(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** FNV-1a over UTF-16 code units: 32-bit hash of a stream name. */
function hashText(text: string, basis: number): number {
  let h = basis | 0;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** Four seed words, each from its own basis. */
const computeSeedWords = (seed: string): readonly number[] =>
  [0x811c9dc5, 0x9e3779b9, 0x7f4a7c15, 0xbf58476d].map((basis) => mix32(hashText(seed, basis)));

/**
 * `id` gives 128 bits as 32 hexadecimal digits. With a secret 128-bit seed ids are unguessable in
 * practice, but they must not grant permissions.
 */
export function createSeededRandom(seed: string): Random {
  const words = computeSeedWords(seed);
  const computeWord = (stream: number, step: number, k: number): number => {
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
          computeWord(name ^ hashText(stream, 0x1b873593 + k), step, k)
            .toString(16)
            .padStart(8, '0'),
        )
        .join('');
    },
    uniform: (stream, step) => {
      const name = hashText(stream, 0x811c9dc5);
      return (
        ((computeWord(name, step, 0) >>> 5) * 67_108_864 + (computeWord(name, step, 1) >>> 6)) /
        9_007_199_254_740_992
      );
    },
  };
}
