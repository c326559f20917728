/** Parameter grid: every combination of values. */

const COMBINATIONS_MAX = 200;

type GridValue = number | string | boolean | null;
/** Values by parameter name. */
type Axes = Readonly<Record<string, readonly GridValue[]>>;

/**
 * `base` with every combination of the axes. Sorted by parameter name, values in the given order,
 * the last name varying fastest, regardless of the order of the axes. No axes give the base alone.
 * Throws RangeError for more than 200 combinations, an empty axis, or a duplicate value.
 */
export function buildGrid<P extends Readonly<Record<string, unknown>>>(
  base: P,
  axes: Axes,
): readonly (P & Readonly<Record<string, GridValue>>)[] {
  const names = Object.keys(axes).sort();
  const listValues = (name: string): readonly GridValue[] => axes[name] ?? [];
  for (const name of names) {
    if (listValues(name).length === 0)
      throw new RangeError(
        `parameter ${name} has no values to try: give one, or leave it out of the grid`,
      );
    if (new Set(listValues(name)).size < listValues(name).length)
      throw new RangeError(
        `parameter ${name} has a value twice: it would be counted as two trials`,
      );
  }
  const count = names.reduce((product, name) => product * listValues(name).length, 1);
  if (count > COMBINATIONS_MAX) {
    const sizes = names.map((name) => `${name} ${listValues(name).length}`).join(', ');
    throw new RangeError(
      `a grid has at most ${COMBINATIONS_MAX} combinations, this one has ${count} (${sizes}): try fewer values`,
    );
  }
  return names
    .reduce<
      Record<string, GridValue>[]
    >((rows, name) => rows.flatMap((row) => listValues(name).map((value) => ({ ...row, [name]: value }))), [{}])
    .map((row) => ({ ...base, ...row }));
}
