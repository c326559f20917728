// The figures of inputs at the ends of bars as columns, worked out once for all playbooks that read
// them.
import type { EpochMs } from '../../trading/domain/units';
import { resolveInput } from '../../trading/market/inputs/catalogue';
import type { PublicKnowledge } from '../../trading/market/inputs/knowledge';
import { BAR_MS, type BarLength } from '../../trading/strategies/playbook';

export type KnownAt = (knownMs: EpochMs) => PublicKnowledge;

/** Columns of one length of bars, from the bar that begins at `fromMs` on. */
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

  /** Wants a column. */
  want(id: string): void {
    if (!this.columns.has(id)) this.columns.set(id, new Float64Array(this.count).fill(NaN));
  }

  /**
   * Fills the entries of bars that end in [fromMs, untilMs): to be asked in growing time. NaN
   * stands for what was not known.
   */
  fill(known: KnownAt, fromMs: EpochMs, untilMs: EpochMs): void {
    if (this.columns.size === 0) return;
    const first = Math.max(0, Math.ceil((fromMs - this.fromMs) / this.length));
    const end = Math.min(this.count, Math.ceil((untilMs - this.fromMs) / this.length));
    for (let index = first; index < end; index += 1) {
      const at = known(this.fromMs + (index + 1) * this.length - 1);
      for (const [id, column] of this.columns) column[index] = resolveInput(id, at)?.value ?? NaN;
    }
  }

  /**
   * The part of a column for bars that begin from one moment to before another. Throws RangeError
   * for what was never wanted.
   */
  slice(id: string, fromMs: EpochMs, untilMs: EpochMs): Float64Array {
    const column = this.columns.get(id);
    if (!column) throw new RangeError(`no column of ${id} was wanted for bars of ${this.bar}`);
    return column.subarray(
      (fromMs - this.fromMs) / this.length,
      (untilMs - this.fromMs) / this.length,
    );
  }
}
