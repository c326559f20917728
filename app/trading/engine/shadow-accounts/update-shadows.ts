/** Updates shadow accounts after an event with the engine's own functions. */
import type { Book } from '../../domain/book';
import type { CommandEnvelope } from '../../domain/command';
import { NO_SIGNALS } from '../../domain/signal-facts';
import {
  NO_SHADOW_ACCOUNTS,
  OWN_ACCOUNT,
  type ShadowDay,
  type ShadowState,
  type ShadowAccounts,
} from '../../domain/shadow-account';
import { findUsableBroker } from '../broker-access';
import { runCycle } from '../cycle';
import { createFollowerEngine } from '../engine';
import type { EngineEvent } from '../event';
import { convertToListedTicks } from '../contract-terms';
import { type DeskState, NOTHING_VALUED, type ValuationProgress } from '../state';
import type { ShadowSpec } from './shadow-specs';
import { updateExpiredMonths, addExpiredMonths } from './expired-months';

/** Shadow accounts, and expired months that only they hold. */
export interface RunningShadows {
  readonly desk: ShadowState;
  readonly expiredMonths: Readonly<Record<string, DeskState['markets']>>;
  /** Progress of the minute valuations by kind; absent before the first event. */
  readonly valuations: Readonly<Record<string, ValuationProgress>>;
}

interface ShadowUpdate {
  readonly shadows: RunningShadows;
  /** Trading days that the event ended. */
  readonly days: readonly ShadowDay[];
}

/** Adds a shadow account for every account without one. */
export const addMissingShadows = (
  specs: readonly ShadowSpec[],
  shadows: RunningShadows,
  state: DeskState,
): RunningShadows => ({
  ...shadows,
  desk: Object.fromEntries(
    specs.map((spec) => [
      spec.kind,
      startShadows(spec, shadows.desk[spec.kind] ?? NO_SHADOW_ACCOUNTS, state),
    ]),
  ),
});

/** Shadow accounts after an event that changed the state from `before` to `after`. */
export function updateShadows(
  specs: readonly ShadowSpec[],
  shadows: RunningShadows,
  before: DeskState,
  after: DeskState,
  rawEvent: EngineEvent,
): ShadowUpdate {
  const expiredMonths: Record<string, DeskState['markets']> = {};
  const desk: Record<string, ShadowAccounts> = {};
  const valuations: Record<string, ValuationProgress> = {};
  for (const spec of specs) {
    const shadow = shadows.desk[spec.kind] ?? NO_SHADOW_ACCOUNTS;
    const expiredBefore = shadows.expiredMonths[spec.kind] ?? {};
    const valuation = shadows.valuations[spec.kind] ?? NOTHING_VALUED;
    expiredMonths[spec.kind] = expiredBefore;
    valuations[spec.kind] = valuation;
    desk[spec.kind] = shadow;
    if (shadow.fault !== null) continue;
    const event = convertToListedTicks(addExpiredMonths(before.markets, expiredBefore), rawEvent);
    if (event === null) continue;
    try {
      expiredMonths[spec.kind] = updateExpiredMonths(
        expiredBefore,
        shadow,
        before,
        after,
        event,
        spec.config,
      );
      const next = updateShadow(spec, shadow, {
        before,
        after,
        event,
        valuation,
        expiredBefore,
        expiredAfter: expiredMonths[spec.kind] ?? {},
      });
      valuations[spec.kind] = next.valuation;
      desk[spec.kind] =
        before.books === after.books ? next.accounts : startShadows(spec, next.accounts, after);
    } catch (error) {
      desk[spec.kind] = {
        ...NO_SHADOW_ACCOUNTS,
        fault: error instanceof Error ? error.message : String(error),
      };
    }
  }
  return {
    shadows: { desk, expiredMonths, valuations },
    days: before.books === after.books ? [] : listEndedDays(shadows.desk, before, after),
  };
}

/** True if a shadow account changed, which must be stored even without new records. */
export const hasShadowChanges = (before: ShadowState, after: ShadowState): boolean =>
  Object.entries(after).some(
    ([kind, { books, fault }]) => before[kind]?.books !== books || before[kind]?.fault !== fault,
  );

interface ShadowStep {
  readonly before: DeskState;
  readonly after: DeskState;
  readonly event: EngineEvent;
  readonly valuation: ValuationProgress;
  readonly expiredBefore: DeskState['markets'];
  readonly expiredAfter: DeskState['markets'];
}

/** Events other than prices that affect an account directly. */
const APPLIED_EVENTS: readonly EngineEvent['type'][] = ['Command', 'Time', 'PlaybooksWarmedUp'];

/** Events that do not affect an account directly. */
const isIgnored = (event: EngineEvent): boolean =>
  event.type === 'Market'
    ? event.isBackfill || event.isUnstored === true
    : !APPLIED_EVENTS.includes(event.type);

function updateShadow(
  spec: ShadowSpec,
  shadow: ShadowAccounts,
  { before, after, event, valuation, expiredBefore, expiredAfter: expiredNow }: ShadowStep,
): { readonly accounts: ShadowAccounts; readonly valuation: ValuationProgress } {
  // A shadow account that starts within a minute is first valued in the next, like its account.
  if (Object.keys(shadow.starts).length === 0)
    return { accounts: shadow, valuation: { ...NOTHING_VALUED, minute: after.valuation.minute } };
  if (isIgnored(event)) return { accounts: shadow, valuation };
  const marketsBefore = spec.getMarkets(addExpiredMonths(before.markets, expiredBefore));
  const marketsAfter =
    before.markets === after.markets && expiredBefore === expiredNow
      ? marketsBefore
      : spec.getMarkets(addExpiredMonths(after.markets, expiredNow));
  const engine = createFollowerEngine(spec.config, marketsAfter);
  // The selected account may have no shadow (live mode): commands use the account itself.
  const books =
    event.type === 'Command'
      ? { ...listBooksWithoutShadow(shadow, before, event.envelope.userId), ...shadow.books }
      : shadow.books;
  let state: DeskState = {
    ...before,
    books,
    logSeq: shadow.logSeq,
    listings: after.listings,
    signals: spec.usesSignals ? after.signals : NO_SIGNALS,
    markets: marketsBefore,
    valuation,
  };
  const runEvent = (next: EngineEvent): void => {
    state = runCycle(engine, state, next).state;
  };
  const runCommand = (envelope: CommandEnvelope): void =>
    runEvent({ type: 'Command', commandId: 'twin', envelope, atMs: event.atMs });
  if (event.type !== 'Command') runEvent(event);
  else
    for (const command of spec.translateCommand(event.envelope.command, {
      userId: event.envelope.userId,
      desk: before,
      shadows: shadow.books,
    }))
      runCommand({ ...event.envelope, command });
  if (event.type === 'Command' || (event.type === 'Market' && event.event.type === 'BarClosed'))
    for (const envelope of spec.listFollowUps?.(state.books) ?? []) runCommand(envelope);
  const { starts, fault } = shadow;
  return {
    accounts: { books: selectStarted(state.books, starts), starts, logSeq: state.logSeq, fault },
    valuation: state.valuation,
  };
}

const listBooksWithoutShadow = (
  { starts }: ShadowAccounts,
  { books }: DeskState,
  userId: string,
): DeskState['books'] =>
  Object.fromEntries(
    Object.values(books).flatMap((book) =>
      book.userId === userId && !starts[book.id] ? [[book.id, book]] : [],
    ),
  );

/** A mode switch opens an account; its shadow starts as a copy in `startShadows`. */
function selectStarted(
  books: ShadowAccounts['books'],
  starts: ShadowAccounts['starts'],
): ShadowAccounts['books'] {
  const ids = Object.keys(books);
  return ids.every((id) => starts[id])
    ? books
    : Object.fromEntries(ids.filter((id) => starts[id]).map((id) => [id, books[id] as Book]));
}

/** Accounts at a local broker get a shadow account, and a new one per account period. */
function startShadows(spec: ShadowSpec, shadow: ShadowAccounts, state: DeskState): ShadowAccounts {
  if (shadow.fault !== null) return shadow;
  const due = Object.values(state.books).filter(
    (book) =>
      shadow.starts[book.id]?.epoch !== book.epoch &&
      findUsableBroker(spec.config, book)?.isRemote === false,
  );
  if (due.length === 0) return shadow;
  return {
    ...shadow,
    books: {
      ...shadow.books,
      ...Object.fromEntries(due.map((book) => [book.id, spec.createBook(book)])),
    },
    starts: {
      ...shadow.starts,
      ...Object.fromEntries(
        due.map(({ id, epoch, equityMills }) => [
          id,
          { epoch, startedMs: state.nowMs, baseMills: equityMills },
        ]),
      ),
    },
  };
}

/**
 * Equity of accounts and shadow accounts at the last valuation of a day, once another day has been
 * valued.
 */
function listEndedDays(
  shadows: ShadowState,
  before: DeskState,
  after: DeskState,
): readonly ShadowDay[] {
  return Object.values(before.books).flatMap((book) => {
    const { id, day, epoch } = book;
    const now = after.books[id];
    if (now === book || day === '' || now?.day === day || now?.epoch !== epoch) return [];
    const shadowBooks = Object.entries(shadows).flatMap(([kind, { books, starts }]) =>
      books[id] && starts[id]?.epoch === epoch ? [[kind, books[id]] as const] : [],
    );
    return shadowBooks.length === 0
      ? []
      : [[OWN_ACCOUNT, book] as const, ...shadowBooks].map(
          ([kind, valuedBook]): ShadowDay => ({
            userId: book.userId,
            bookId: id,
            epoch,
            kind,
            day,
            equityMills: valuedBook.equityMills,
            feesMills: valuedBook.balances.fees,
            closed: valuedBook.closed,
          }),
        );
  });
}
