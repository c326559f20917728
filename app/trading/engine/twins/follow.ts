/**
 * Twins after an event: each book of a kind does what it would have done, by the engine's own
 * functions.
 */
import type { Book } from '../../domain/book';
import type { CommandEnvelope } from '../../domain/command';
import { NO_SIGNALS } from '../../domain/signal-facts';
import {
  NO_TWINS,
  OWN_ACCOUNT,
  type ShadowDay,
  type ShadowDesk,
  type TwinShadow,
} from '../../domain/twin';
import { runCycle } from '../cycle';
import { createFollower } from '../engine';
import type { EngineEvent } from '../event';
import { inListedTicks } from '../held-terms';
import type { DeskState } from '../state';
import type { ShadowSpec } from './kinds';
import { updateKeptMonths, withKept } from './kept-months';

/** The twins and the months that they alone still hold. */
export interface RunningShadows {
  readonly desk: ShadowDesk;
  readonly kept: Readonly<Record<string, DeskState['markets']>>;
}

interface Followed {
  readonly twins: RunningShadows;
  /** Days that are over by the event. */
  readonly days: readonly ShadowDay[];
}

/** The twins with one for every book that has none, as the desk stands. */
export const withBeginners = (
  specs: readonly ShadowSpec[],
  twins: RunningShadows,
  state: DeskState,
): RunningShadows => ({
  ...twins,
  desk: Object.fromEntries(
    specs.map((spec) => [spec.kind, beginShadow(spec, twins.desk[spec.kind] ?? NO_TWINS, state)]),
  ),
});

/** The twins after an event that took the desk from one state to the next. */
export function followShadows(
  specs: readonly ShadowSpec[],
  twins: RunningShadows,
  before: DeskState,
  after: DeskState,
  offered: EngineEvent,
): Followed {
  const kept: Record<string, DeskState['markets']> = {};
  const desk: Record<string, TwinShadow> = {};
  for (const spec of specs) {
    const shadow = twins.desk[spec.kind] ?? NO_TWINS;
    const keptBefore = twins.kept[spec.kind] ?? {};
    kept[spec.kind] = keptBefore;
    desk[spec.kind] = shadow;
    if (shadow.fault !== null) continue;
    const event = inListedTicks(withKept(before.markets, keptBefore), offered);
    if (event === null) continue;
    try {
      kept[spec.kind] = updateKeptMonths(keptBefore, shadow, before, after, event, spec.config);
      const next = stepped(spec, shadow, {
        before,
        after,
        event,
        keptBefore,
        keptAfter: kept[spec.kind] ?? {},
      });
      desk[spec.kind] = before.books === after.books ? next : beginShadow(spec, next, after);
    } catch (error) {
      desk[spec.kind] = {
        ...NO_TWINS,
        fault: error instanceof Error ? error.message : String(error),
      };
    }
  }
  return {
    twins: { desk, kept },
    days: before.books === after.books ? [] : daysOver(twins.desk, before, after),
  };
}

/** Whether a twin did something, which must be stored although its book may have done nothing. */
export const areOthers = (before: ShadowDesk, after: ShadowDesk): boolean =>
  Object.entries(after).some(
    ([kind, { books, fault }]) => before[kind]?.books !== books || before[kind]?.fault !== fault,
  );

interface Moment {
  readonly before: DeskState;
  readonly after: DeskState;
  readonly event: EngineEvent;
  readonly keptBefore: DeskState['markets'];
  readonly keptAfter: DeskState['markets'];
}

/** Events of which a book takes no notice by itself. */
const isQuiet = (event: EngineEvent): boolean =>
  event.type === 'Market'
    ? event.isBackfill || event.isUnstored === true
    : !['Command', 'Time', 'PlaybooksFolded'].includes(event.type);

function stepped(
  spec: ShadowSpec,
  shadow: TwinShadow,
  { before, after, event, keptBefore, keptAfter: keptNow }: Moment,
): TwinShadow {
  if (isQuiet(event) || Object.keys(shadow.starts).length === 0) return shadow;
  const was = spec.world(withKept(before.markets, keptBefore));
  const seen =
    before.markets === after.markets && keptBefore === keptNow
      ? was
      : spec.world(withKept(after.markets, keptNow));
  const engine = createFollower(spec.config, seen);
  // A user may have selected a book that has no twin, such as the live one: commands find it as it
  // stands.
  const books =
    event.type === 'Command'
      ? { ...disableShadow(shadow, before, event.envelope.userId), ...shadow.books }
      : shadow.books;
  let state: DeskState = {
    ...before,
    books,
    logSeq: shadow.logSeq,
    listings: after.listings,
    signals: spec.hearsSignals ? after.signals : NO_SIGNALS,
    markets: was,
  };
  const run = (next: EngineEvent): void => {
    state = runCycle(engine, state, next).state;
  };
  const ask = (envelope: CommandEnvelope): void =>
    run({ type: 'Command', commandId: 'twin', envelope, atMs: event.atMs });
  if (event.type !== 'Command') run(event);
  else
    for (const command of spec.asked(event.envelope.command, {
      userId: event.envelope.userId,
      desk: before,
      twins: shadow.books,
    }))
      ask({ ...event.envelope, command });
  if (event.type === 'Command' || (event.type === 'Market' && event.event.type === 'BarClosed'))
    for (const envelope of spec.follows?.(state.books) ?? []) ask(envelope);
  return { ...shadow, books: onlyStarted(state.books, shadow.starts), logSeq: state.logSeq };
}

const disableShadow = (
  { starts }: TwinShadow,
  { books }: DeskState,
  userId: string,
): DeskState['books'] =>
  Object.fromEntries(
    Object.values(books).flatMap((book) =>
      book.userId === userId && !starts[book.id] ? [[book.id, book]] : [],
    ),
  );

/** A switch of modes opens a book; its twin begins as a copy of that, not by itself. */
function onlyStarted(
  books: TwinShadow['books'],
  starts: TwinShadow['starts'],
): TwinShadow['books'] {
  const ids = Object.keys(books);
  return ids.every((id) => starts[id])
    ? books
    : Object.fromEntries(ids.filter((id) => starts[id]).map((id) => [id, books[id] as Book]));
}

/** A book of a broker in this process gets a twin, and another one with each epoch. */
function beginShadow(spec: ShadowSpec, shadow: TwinShadow, state: DeskState): TwinShadow {
  if (shadow.fault !== null) return shadow;
  const due = Object.values(state.books).filter(
    ({ id, mode, epoch }) =>
      shadow.starts[id]?.epoch !== epoch && spec.config.brokers[mode]?.isRemote === false,
  );
  if (due.length === 0) return shadow;
  return {
    ...shadow,
    books: {
      ...shadow.books,
      ...Object.fromEntries(due.map((book) => [book.id, spec.begin(book)])),
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
 * What each account and twin was worth at the last valuation of a day, once a valuation of another
 * day has come.
 */
function daysOver(twins: ShadowDesk, before: DeskState, after: DeskState): readonly ShadowDay[] {
  return Object.values(before.books).flatMap((book) => {
    const { id, day, epoch } = book;
    const now = after.books[id];
    if (now === book || day === '' || now?.day === day || now?.epoch !== epoch) return [];
    const worths = Object.entries(twins).flatMap(([kind, { books, starts }]) =>
      books[id] && starts[id]?.epoch === epoch ? [[kind, books[id]] as const] : [],
    );
    return worths.length === 0
      ? []
      : [[OWN_ACCOUNT, book] as const, ...worths].map(
          ([kind, worth]): ShadowDay => ({
            userId: book.userId,
            bookId: id,
            epoch,
            kind,
            day,
            equityMills: worth.equityMills,
            feesMills: worth.balances.fees,
            closed: worth.closed,
          }),
        );
  });
}
