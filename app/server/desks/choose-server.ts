// Choice of a server for requests that no place of a user decides.
import { createHmac } from 'node:crypto';

/**
 * The same name for the same text, spread evenly; null without names. By the highest of the digests,
 * so that a server more or less moves few texts. Without the key no one can predict the choice.
 */
export function chooseByText(names: readonly string[], text: string, key: Buffer): string | null {
  const ranked = names.map((name) => ({
    name,
    digest: createHmac('sha256', key).update(`${name}\n${text}`).digest('hex'),
  }));
  ranked.sort((a, b) => (a.digest < b.digest ? 1 : -1));
  return ranked[0]?.name ?? null;
}
