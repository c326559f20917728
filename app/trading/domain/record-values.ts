/** Values of records that are often empty, such as the orders of a book. */

const NO_VALUES: readonly never[] = [];

function isEmpty(record: object): boolean {
  for (const key in record) if (Object.hasOwn(record, key)) return false;
  return true;
}

/** As `Object.values`, which takes several times as long for an empty record. */
export const listValues = <T>(record: Readonly<Record<string, T>>): readonly T[] =>
  isEmpty(record) ? NO_VALUES : Object.values(record);
