// Input values at bar ends as columns, computed once for all strategies.
import type { EpochMs } from '../../trading/domain/units';
import { resolveInput } from '../../trading/market/inputs/catalog';
import type { PublicData } from '../../trading/market/inputs/public-data';
import { BAR_MS, type BarLength } from '../../trading/strategies/playbook';

export type ReadKnowledge = (knownMs: EpochMs) => PublicData;

/** Columns for bars of one length, starting at `fromMs`. */
export class InputColumns {
  private readonly columns = new Map<string, Float64Array>();
  private readonly length: number;
  private readonly count: number;

  constructor(
    readonly bar: BarLength,
    private readonly fromMs: EpochMs,
    untilMs: EpochMs,
  ) {
    this.length = BAR_MS[bar];
    this.count = Math.max(0, Math.floor((untilMs - fromMs) / this.length));
  }

  /** Adds a column of NaN. */
  addColumn(id: string): void {
    if (!this.columns.has(id)) this.columns.set(id, new Float64Array(this.count).fill(NaN));
  }

  /** Fills bars that end in [fromMs, untilMs). Call in time order. NaN marks unknown values. */
  fillBars(readKnowledge: ReadKnowledge, fromMs: EpochMs, untilMs: EpochMs): void {
    if (this.columns.size === 0) return;
    const first = Math.max(0, Math.ceil((fromMs - this.fromMs) / this.length));
    const end = Math.min(this.count, Math.ceil((untilMs - this.fromMs) / this.length));
    for (let index = first; index < end; index += 1) {
      const knowledge = readKnowledge(this.fromMs + (index + 1) * this.length - 1);
      for (const [id, column] of this.columns)
        column[index] = resolveInput(id, knowledge)?.value ?? NaN;
    }
  }

  /** Values of bars that start in [fromMs, untilMs). Throws RangeError for an unknown column. */
  getSlice(id: string, fromMs: EpochMs, untilMs: EpochMs): Float64Array {
    const column = this.columns.get(id);
    if (!column) throw new RangeError(`no ${this.bar} column of input ${id}`);
    return column.subarray(
      (fromMs - this.fromMs) / this.length,
      (untilMs - this.fromMs) / this.length,
    );
  }
}
