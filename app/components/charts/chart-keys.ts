const PAGE_STEP = 10;

/** Index that a key moves to from `at`, limited to 0 and `last`; null for other keys. */
export function getNextPoint(key: string, at: number, last: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - PAGE_STEP,
    PageUp: at + PAGE_STEP,
    Home: 0,
    End: last,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(last, Math.max(0, next));
}
