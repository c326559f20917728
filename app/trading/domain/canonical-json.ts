/** JSON with sorted keys, so that equal values have equal hashes. */
export function toCanonicalJson(value: unknown): string {
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw new RangeError(`${value} cannot be written as canonical JSON`);
    return JSON.stringify(value === 0 ? 0 : value);
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalJson(item)).join(',')}]`;
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${toCanonicalJson(field)}`).join(',')}}`;
}
