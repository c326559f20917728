// Reads payloads of untrusted records. Throws AuditMismatch at the first invalid fact.

export type Facts = Readonly<Record<string, unknown>>;

/** A record contradicts earlier records or itself. */
export class AuditMismatch extends Error {
  constructor(
    readonly column: string,
    readonly stored: unknown,
    readonly expected: unknown,
  ) {
    super(`${column}: ${formatFact(stored)} where ${formatFact(expected)} is expected`);
  }
}

/** JSON text of a value; BigInt as digits. */
export const formatFact = (value: unknown): string =>
  typeof value === 'bigint'
    ? value.toString()
    : (JSON.stringify(value, (_key, inner: unknown) =>
        typeof inner === 'bigint' ? Number(inner) : inner,
      ) ?? 'nothing');

export function assertFact(
  condition: boolean,
  column: string,
  stored: unknown,
  expected: unknown,
): asserts condition {
  if (!condition) throw new AuditMismatch(column, stored, expected);
}

export function readWhole(facts: Facts, name: string): bigint {
  const value = facts[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw new AuditMismatch(`payload.${name}`, value, 'a whole number');
  return BigInt(value);
}

export const readWholeOrNull = (facts: Facts, name: string): bigint | null =>
  facts[name] === null ? null : readWhole(facts, name);

export function readText(facts: Facts, name: string): string {
  const value = facts[name];
  if (typeof value !== 'string') throw new AuditMismatch(`payload.${name}`, value, 'a text');
  return value;
}

export const readTextOrNull = (facts: Facts, name: string): string | null =>
  facts[name] === null ? null : readText(facts, name);

export function readPart(facts: Facts, name: string): Facts {
  const value = facts[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AuditMismatch(`payload.${name}`, value, 'an object');
  return value as Facts;
}

export function readList(facts: Facts, name: string): readonly Facts[] {
  const value = facts[name];
  if (!Array.isArray(value)) throw new AuditMismatch(`payload.${name}`, value, 'a list');
  return value as readonly Facts[];
}
