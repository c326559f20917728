// Attribution: daily P&L of the account minus each shadow account, at common valuations.
import type { ComponentContributionDto, ShadowEquityDto } from '../../contracts/api/attribution';
import { listShadowDays } from './shadow-accounts.server';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk-view';
import { type Book, getBookId } from '../../trading/domain/book';
import { formatIsoTime } from '../../trading/domain/format';
import {
  OWN_ACCOUNT,
  SHADOW_KINDS,
  type ShadowDay,
  type ShadowStart,
} from '../../trading/domain/shadow-account';
import { type Mills, NO_MILLS, subtractMills, toCentDollars } from '../../trading/domain/units';
import {
  DAYS_MIN,
  type EquityPair,
  computeContribution,
} from '../../trading/portfolio/contribution';
import type { AttributionDto } from '../../contracts/api/attribution';

type Desk = Pick<Terminal, 'db' | 'state' | 'shadowAccounts'>;

const attributionByView = new WeakMap<DeskView, AttributionDto>();

/** Attribution of a view's account; same object for the same view. */
export function getAttribution(desk: Desk, view: DeskView, userId: string): AttributionDto {
  const wire = attributionByView.get(view) ?? buildAttribution(desk, view, userId);
  attributionByView.set(view, wire);
  return wire;
}

/** Start, current equity and daily equity of an account or shadow account. */
interface AccountHistory {
  readonly start: ShadowStart;
  readonly nowMills: Mills;
  readonly feesMills: Mills;
  readonly closed: number;
  readonly days: ReadonlyMap<string, Mills>;
}

function buildAttribution(desk: Desk, view: DeskView, userId: string): AttributionDto {
  const { mode, asOfSeq, epoch } = view;
  const book = desk.state().books[getBookId(userId, mode)];
  if (!book || book.epoch !== epoch) throw new Error('attribution requires an open account');
  const rows = listShadowDays(desk.db, userId, book, '');
  const shadows = desk.shadowAccounts();
  const running = SHADOW_KINDS.flatMap((kind) => {
    const [shadow, start] = [shadows[kind]?.books[book.id], shadows[kind]?.starts[book.id]];
    return shadow && start?.epoch === epoch
      ? [[kind, buildAccountHistory(shadow, start, rows, kind)] as const]
      : [];
  });
  const first = running.map(([, { start }]) => start).sort((a, b) => a.startedMs - b.startedMs)[0];
  const own = first ? buildAccountHistory(book, first, rows, OWN_ACCOUNT) : null;
  const parts = own
    ? [
        ...running.map(([kind, shadow]) => buildContribution(book, kind, own, shadow)),
        buildContribution(book, 'NOTHING', own, buildCashHistory(own)),
      ]
    : [];
  return {
    mode,
    epoch,
    account: serializeEquity(
      own ??
        buildAccountHistory(
          book,
          { epoch, startedMs: book.openedMs, baseMills: book.capitalMills },
          rows,
          OWN_ACCOUNT,
        ),
    ),
    parts,
    daysMin: DAYS_MIN,
    missing: explainMissing(
      mode,
      running.length,
      Object.values(shadows).some(({ fault }) => fault !== null),
    ),
    day: book.day === '' ? null : book.day,
    asOfSeq,
  };
}

const buildAccountHistory = (
  account: Book,
  start: ShadowStart,
  rows: readonly ShadowDay[],
  kind: string,
): AccountHistory => ({
  start,
  nowMills: account.equityMills,
  feesMills: account.balances.fees,
  closed: account.closed,
  days: new Map(
    rows.filter((row) => row.kind === kind).map(({ day, equityMills }) => [day, equityMills]),
  ),
});

/** The account as if it had stayed in cash. */
const buildCashHistory = ({ start, days }: AccountHistory): AccountHistory => ({
  start,
  nowMills: start.baseMills,
  feesMills: NO_MILLS,
  closed: 0,
  days: new Map([...days.keys()].map((day) => [day, start.baseMills])),
});

const serializeEquity = ({
  start,
  nowMills,
  feesMills,
  closed,
}: AccountHistory): ShadowEquityDto => ({
  profit: toCentDollars(subtractMills(nowMills, start.baseMills)),
  fees: toCentDollars(feesMills),
  closed,
});

function buildContribution(
  { day }: Book,
  without: ComponentContributionDto['without'],
  own: AccountHistory,
  shadow: AccountHistory,
): ComponentContributionDto {
  const completed = [...shadow.days].flatMap(([when, shadowMills]): EquityPair[] => {
    const ownMills = own.days.get(when);
    return ownMills === undefined || when === day ? [] : [{ day: when, ownMills, shadowMills }];
  });
  const now: readonly EquityPair[] =
    day === '' ? [] : [{ day, ownMills: own.nowMills, shadowMills: shadow.nowMills }];
  const { days, totalMills, todayMills, finished, finishedMills, errorMills, verdict } =
    computeContribution([...completed, ...now], now.length > 0);
  return {
    without,
    since: formatIsoTime(shadow.start.startedMs),
    twin: serializeEquity(shadow),
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

function explainMissing(mode: string, running: number, hasFault: boolean): string | null {
  if (mode === 'live') return 'No shadow accounts in live mode.';
  if (hasFault)
    return 'A shadow account stopped on an error, which was logged. It restarts with the server. Your account is not affected.';
  return running < SHADOW_KINDS.length ? 'Shadow accounts start with the next price.' : null;
}
