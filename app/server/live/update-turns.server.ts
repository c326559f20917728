// Updates of many users that are due at the same moment: a few at a time, so that requests are
// answered in between.

/** Longest time without a break. One update of one user takes less than a millisecond to several. */
const TURN_MS_MAX = 5;

export class UpdateTurns {
  private readonly waiting: (() => void)[] = [];
  private isScheduled = false;

  /** Runs the update soon, after those that wait. */
  add(update: () => void): void {
    this.waiting.push(update);
    this.scheduleTurn();
  }

  private scheduleTurn(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.runTurn());
  }

  private runTurn(): void {
    this.isScheduled = false;
    const startedMs = performance.now();
    while (this.waiting.length > 0 && performance.now() - startedMs < TURN_MS_MAX)
      this.waiting.shift()?.();
    if (this.waiting.length > 0) this.scheduleTurn();
  }
}
