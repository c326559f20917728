// What an observer of the runner sees of a batch: for traces, which affect nothing.
import type { CommandOrigin } from '../domain/command-origin';
import type { Clock } from '../ports';
import type { Cycle } from './cycle';
import type { EngineEvent } from './event';

/** One event with what followed. Times are of the monotonic clock of the runner. */
export interface ObservedCycle {
  readonly event: EngineEvent;
  readonly origin: CommandOrigin | undefined;
  readonly cycle: Cycle;
  readonly queuedMs: number;
  readonly startedMs: number;
  readonly endedMs: number;
}

export interface ObservedBatch {
  readonly cycles: readonly ObservedCycle[];
  readonly commitStartedMs: number;
  readonly committedMs: number;
}

export interface RunnerObserver {
  /** After each commit, before its answers and orders leave. Must not throw. */
  onStored(batch: ObservedBatch): void;
}

interface QueuedInput {
  readonly event: EngineEvent;
  readonly sinceMs: number;
  readonly origin?: CommandOrigin | undefined;
}

/** Measures a batch for an observer; without one it measures nothing. */
export class BatchTimes {
  /** The start, the end of each cycle, and the end of the commit. */
  private readonly marks: number[] = [];

  constructor(
    private readonly observer: RunnerObserver | undefined,
    private readonly clock: Clock,
  ) {
    this.addMark();
  }

  addMark(): void {
    if (this.observer) this.marks.push(this.clock.monotonicMs());
  }

  /** Call after the mark of the commit. */
  reportStored(batch: readonly QueuedInput[], cycles: readonly Cycle[]): void {
    if (!this.observer) return;
    const getMark = (index: number): number => this.marks[index] ?? 0;
    this.observer.onStored({
      cycles: cycles.flatMap((cycle, index) => {
        const input = batch[index];
        if (!input) return [];
        const { event, origin, sinceMs } = input;
        return {
          event,
          origin,
          cycle,
          queuedMs: sinceMs,
          startedMs: getMark(index),
          endedMs: getMark(index + 1),
        };
      }),
      commitStartedMs: getMark(cycles.length),
      committedMs: getMark(cycles.length + 1),
    });
  }
}
