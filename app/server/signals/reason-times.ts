// Since when there is a reason for a new forecast of a chain: a forecast cycle or midnight, as in the
// simulated market, or daily prices that changed.
import type { EpochMs } from '../../trading/domain/units';
import type { MarksView } from '../../trading/networks/features/daily-marks';

interface Moments {
  /** Latest forecast cycle or midnight. */
  readonly newsMs: EpochMs;
  readonly nowMs: EpochMs;
}

/** The last two marks: the settlement of a day may arrive after the midnight that it belongs to. */
const MARKS_COMPARED = 2;

export class ReasonTimes {
  private readonly known = new Map<string, { readonly marks: string; readonly sinceMs: EpochMs }>();

  /** Later calls for a chain compare its marks with those of the call before. */
  findReasonMs(chain: string, marks: MarksView | null, { newsMs, nowMs }: Moments): EpochMs {
    const text = JSON.stringify(marks?.listMoves(MARKS_COMPARED) ?? []);
    const before = this.known.get(chain);
    const sinceMs = before === undefined ? newsMs : before.marks === text ? before.sinceMs : nowMs;
    this.known.set(chain, { marks: text, sinceMs });
    return Math.max(newsMs, sinceMs);
  }
}
