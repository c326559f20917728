// Reading a record's payload without trusting it: the fold stops at the first fact that cannot be.

export type Facts = Readonly<Record<string, unknown>>;

/** A record that contradicts those before it, or itself. */
export class Contradiction extends Error {
  constructor(
    readonly column: string,
    readonly stored: unknown,
    readonly expected: unknown,
  ) {
    super(`${column}: ${say(stored)} where ${say(expected)} is expected`);
  }
}

/** A value as it is printed; BigInt as its digits. */
export const say = (value: unknown): string =>
  typeof value === 'bigint'
    ? value.toString()
    : (JSON.stringify(value, (_key, inner: unknown) =>
        typeof inner === 'bigint' ? Number(inner) : inner,
      ) ?? 'nothing');

export function require(
  condition: boolean,
  column: string,
  stored: unknown,
  expected: unknown,
): asserts condition {
  if (!condition) throw new Contradiction(column, stored, expected);
}

export function wholeOf(facts: Facts, name: string): bigint {
  const value = facts[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw new Contradiction(`payload.${name}`, value, 'a whole number');
  return BigInt(value);
}

export const wholeOrNull = (facts: Facts, name: string): bigint | null =>
  facts[name] === null ? null : wholeOf(facts, name);

export function textOf(facts: Facts, name: string): string {
  const value = facts[name];
  if (typeof value !== 'string') throw new Contradiction(`payload.${name}`, value, 'a text');
  return value;
}

export const textOrNull = (facts: Facts, name: string): string | null =>
  facts[name] === null ? null : textOf(facts, name);

export function partOf(facts: Facts, name: string): Facts {
  const value = facts[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Contradiction(`payload.${name}`, value, 'an object');
  return value as Facts;
}

export function listOf(facts: Facts, name: string): readonly Facts[] {
  const value = facts[name];
  if (!Array.isArray(value)) throw new Contradiction(`payload.${name}`, value, 'a list');
  return value as readonly Facts[];
}
