// Rows of the automatic halts: what is used of each limit.
import type { HaltLimitDto } from '../../contracts/live-page';
import type { Book } from '../../trading/domain/book';
import { formatMoney } from '../../trading/domain/format';
import { assertNever } from '../../trading/domain/outcome';
import { SECOND_MS } from '../../trading/domain/time';
import { toMills } from '../../trading/domain/units';
import { type HaltLimit, listHaltLimits } from '../../trading/engine/halt-limits';
import type { DeskState } from '../../trading/engine/state';

export const buildLimits = (state: DeskState, book: Book): readonly HaltLimitDto[] =>
  listHaltLimits(state, book).map((limit) => ({
    ...describeLimit(limit),
    ratio: Math.min(1, limit.used / limit.limit),
    effect: `level ${limit.level}`,
  }));

function describeLimit({ name, used, limit }: HaltLimit): Omit<HaltLimitDto, 'ratio' | 'effect'> {
  switch (name) {
    case 'UNANSWERED':
      return { name: 'Orders without an answer', used: String(used), limit: String(limit) };
    case 'LOSS':
      return {
        name: 'Loss since armed',
        used: formatMoney(toMills(used)),
        limit: formatMoney(toMills(limit)),
      };
    case 'REJECTIONS':
      return { name: 'Rejections in a minute', used: String(used), limit: String(limit) };
    case 'OUTAGE':
      return {
        name: 'Broker not connected',
        used: `${Math.round(used / SECOND_MS)} s`,
        limit: `${limit / SECOND_MS} s`,
      };
    default:
      return assertNever(name);
  }
}
