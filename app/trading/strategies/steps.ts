/**
 * How much work a rule may do on one bar: every loop of a family draws on it before it runs.
 *
 * Steps are counted and not timed: the same bars spend the same on every machine, and a replay
 * halts where the desk did.
 */

/**
 * Steps of one rule on one bar: several times what the largest window that the parameters allow can
 * need.
 */
export const STEPS_PER_BAR = 50_000;
/** Figures that the state of one rule may hold: several times those of the largest window. */
export const FIGURES_MAX = 60_000;

/** A rule that asked for more steps or more memory than a bar allows. */
class RuleBudgetError extends Error {}

/** Outside of a bar nothing is counted: families may be used by themselves. */
const meter = { left: Infinity };

/** A bar begins: the rule may spend `STEPS_PER_BAR`. */
export function beginBar(): void {
  meter.left = STEPS_PER_BAR;
}

export function endBar(): void {
  meter.left = Infinity;
}

/** Draws steps before they are made. Throws RuleBudgetError when the bar has not so many left. */
export function spendSteps(steps: number): void {
  meter.left -= steps;
  if (meter.left >= 0) return;
  meter.left = Infinity;
  throw new RuleBudgetError(`its rule asked for more than ${STEPS_PER_BAR} steps on one bar`);
}

/**
 * How many figures a state holds, counted no further than to `most`: texts by their length,
 * everything else by its parts.
 */
export function figuresIn(state: unknown, most: number = FIGURES_MAX): number {
  let count = 0;
  const open: unknown[] = [state];
  const seen = new Set<unknown>();
  for (let next = open.pop(); next !== undefined && count <= most; next = open.pop()) {
    const own = seen.has(next) ? 0 : computeSize(next);
    count += own;
    if (!isWhole(next) || own === 0) continue;
    seen.add(next);
    // Nothing is taken apart that is too large by itself.
    if (count <= most) for (const part of iterateParts(next)) open.push(part ?? 0);
  }
  return count;
}

const isWhole = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);

/**
 * Figures of one thing without its parts; of a list as long as it is, since that is what it keeps.
 */
function computeSize(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength / 8;
  if (typeof value === 'string') return value.length;
  return 1 + (Array.isArray(value) && value.length > FIGURES_MAX ? value.length : 0);
}

const iterateParts = (whole: object): Iterable<unknown> =>
  whole instanceof Map ? whole.entries() : whole instanceof Set ? whole : Object.values(whole);
