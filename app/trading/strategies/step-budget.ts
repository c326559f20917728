/**
 * Step budget of a rule per bar: every loop of a family draws on it before it runs.
 *
 * Steps are counted, not timed, so that a replay halts at the same bar as the original run.
 */

/** Steps per bar, several times the need of the largest allowed window. */
export const STEPS_PER_BAR = 50_000;
/** Maximum size of a rule state in numbers, several times that of the largest window. */
export const FIGURES_MAX = 60_000;

/** A rule exceeded its step or memory budget. */
class RuleBudgetError extends Error {}

/** Unlimited outside a bar, so that families can be used alone. */
const meter = { left: Infinity };

/** Starts the budget of one bar. */
export function beginBar(): void {
  meter.left = STEPS_PER_BAR;
}

export function endBar(): void {
  meter.left = Infinity;
}

/** Spends steps before they run. Throws RuleBudgetError when the budget of the bar is exhausted. */
export function spendSteps(steps: number): void {
  meter.left -= steps;
  if (meter.left >= 0) return;
  meter.left = Infinity;
  throw new RuleBudgetError(`its rule asked for more than ${STEPS_PER_BAR} steps on one bar`);
}

/** Counts the numbers in a state, up to `max`; texts count by length. */
export function countFigures(state: unknown, max: number = FIGURES_MAX): number {
  let count = 0;
  const stack: unknown[] = [state];
  const visited = new Set<unknown>();
  for (let next = stack.pop(); next !== undefined && count <= max; next = stack.pop()) {
    const size = visited.has(next) ? 0 : computeSize(next);
    count += size;
    if (!isObject(next) || size === 0) continue;
    visited.add(next);
    // A part that exceeds the limit alone is not traversed.
    // Only parts with parts of their own are stacked.
    if (count > max) break;
    for (const part of iterateParts(next)) {
      if (isObject(part)) stack.push(part);
      else count += computeSize(part);
    }
  }
  return count;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);

/** Size of one value without its parts; arrays above the limit count by length. */
function computeSize(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength / 8;
  if (typeof value === 'string') return value.length;
  return 1 + (Array.isArray(value) && value.length > FIGURES_MAX ? value.length : 0);
}

const iterateParts = (whole: object): Iterable<unknown> =>
  whole instanceof Map ? whole.entries() : whole instanceof Set ? whole : Object.values(whole);
