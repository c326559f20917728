// Twin accounts as they are told: the account less each twin, day by day, at the valuations that
// both have in common.
import type { ShadowPartDto, ShadowEquityDto } from '../../contracts/api/twins';
import { listTwinDays } from './twin.server';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk';
import { type Book, bookId } from '../../trading/domain/book';
import { isoMoment } from '../../trading/domain/format';
import {
  OWN_ACCOUNT,
  TWIN_KINDS,
  type ShadowDay,
  type ShadowStart,
} from '../../trading/domain/twin';
import { type Mills, NO_MILLS, subtractMills, toCentDollars } from '../../trading/domain/units';
import {
  DAYS_MIN,
  type WorthPair,
  computeContribution,
} from '../../trading/portfolio/contribution';
import type { ShadowsDto } from '../../contracts/api/twins';

type Desk = Pick<Terminal, 'db' | 'state' | 'twins'>;

const made = new WeakMap<DeskView, ShadowsDto>();

/** What each part of the desk gave in the book of a view; the same object for the same view. */
export function twinsWire(desk: Desk, view: DeskView, userId: string): ShadowsDto {
  const wire = made.get(view) ?? makeTwins(desk, view, userId);
  made.set(view, wire);
  return wire;
}

/**
 * An account that is compared: where it stands at the last valuation, what it began with, and its
 * days.
 */
interface Compared {
  readonly start: ShadowStart;
  readonly nowMills: Mills;
  readonly feesMills: Mills;
  readonly closed: number;
  readonly days: ReadonlyMap<string, Mills>;
}

function makeTwins(desk: Desk, view: DeskView, userId: string): ShadowsDto {
  const { mode, asOfSeq, epoch } = view;
  const book = desk.state().books[bookId(userId, mode)];
  if (!book || book.epoch !== epoch) throw new Error('twins are asked of a book that is open');
  const rows = listTwinDays(desk.db, userId, book, '');
  const twins = desk.twins();
  const running = TWIN_KINDS.flatMap((kind) => {
    const [twin, start] = [twins[kind]?.books[book.id], twins[kind]?.starts[book.id]];
    return twin && start?.epoch === epoch
      ? [[kind, buildComparison(twin, start, rows, kind)] as const]
      : [];
  });
  const first = running.map(([, { start }]) => start).sort((a, b) => a.startedMs - b.startedMs)[0];
  const own = first ? buildComparison(book, first, rows, OWN_ACCOUNT) : null;
  const parts = own
    ? [
        ...running.map(([kind, twin]) => buildPart(book, kind, own, twin)),
        buildPart(book, 'NOTHING', own, buildCash(own)),
      ]
    : [];
  return {
    mode,
    epoch,
    account: computeWorth(
      own ??
        buildComparison(
          book,
          { epoch, startedMs: book.openedMs, baseMills: book.capitalMills },
          rows,
          OWN_ACCOUNT,
        ),
    ),
    parts,
    daysMin: DAYS_MIN,
    missing: findMissing(
      mode,
      running.length,
      Object.values(twins).some(({ fault }) => fault !== null),
    ),
    day: book.day === '' ? null : book.day,
    asOfSeq,
  };
}

const buildComparison = (
  account: Book,
  start: ShadowStart,
  rows: readonly ShadowDay[],
  kind: string,
): Compared => ({
  start,
  nowMills: account.equityMills,
  feesMills: account.balances.fees,
  closed: account.closed,
  days: new Map(
    rows.filter((row) => row.kind === kind).map(({ day, equityMills }) => [day, equityMills]),
  ),
});

/** The account had it stayed in cash. */
const buildCash = ({ start, days }: Compared): Compared => ({
  start,
  nowMills: start.baseMills,
  feesMills: NO_MILLS,
  closed: 0,
  days: new Map([...days.keys()].map((day) => [day, start.baseMills])),
});

const computeWorth = ({ start, nowMills, feesMills, closed }: Compared): ShadowEquityDto => ({
  profit: toCentDollars(subtractMills(nowMills, start.baseMills)),
  fees: toCentDollars(feesMills),
  closed,
});

function buildPart(
  { day }: Book,
  without: ShadowPartDto['without'],
  own: Compared,
  twin: Compared,
): ShadowPartDto {
  const over = [...twin.days].flatMap(([when, twinMills]): WorthPair[] => {
    const ownMills = own.days.get(when);
    return ownMills === undefined || when === day ? [] : [{ day: when, ownMills, twinMills }];
  });
  const now: readonly WorthPair[] =
    day === '' ? [] : [{ day, ownMills: own.nowMills, twinMills: twin.nowMills }];
  const { days, totalMills, todayMills, finished, finishedMills, errorMills, verdict } =
    computeContribution([...over, ...now], now.length > 0);
  return {
    without,
    since: isoMoment(twin.start.startedMs),
    twin: computeWorth(twin),
    total: toCentDollars(totalMills),
    today: toCentDollars(todayMills),
    days: finished,
    finished: toCentDollars(finishedMills),
    standardError: errorMills === null ? null : toCentDollars(errorMills),
    verdict,
    history: days.map((one) => ({
      day: one.day,
      value: toCentDollars(one.mills),
      total: toCentDollars(one.totalMills),
    })),
  };
}

function findMissing(mode: string, running: number, hasFault: boolean): string | null {
  if (mode === 'live') return 'No shadow accounts in live mode.';
  if (hasFault)
    return 'A shadow account stopped on an error, which was logged. It restarts with the server. Your account is not affected.';
  return running < TWIN_KINDS.length ? 'Shadow accounts start with the next price.' : null;
}
