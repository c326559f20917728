// State of live accounts on the page Users.
import { expect, it } from 'vitest';
import { createUser } from '../../../app/models/account/user.server';
import { buildUsersPage } from '../../../app/models/account/users-page.server';
import type { Arming } from '../../../app/trading/domain/arming';
import { type Book, getBookId } from '../../../app/trading/domain/book';
import { toMills } from '../../../app/trading/domain/units';
import { type DeskState, EMPTY_DESK } from '../../../app/trading/engine/state';
import { createEmptyDatabase } from '../../support/test-database';

const UNTIL_MS = 1000;
const buildArming = (state: Arming['state']): Arming => ({
  state,
  lossLimitMills: toMills(1),
  equityMills: toMills(1),
  needsApproval: true,
  atMs: 0,
  untilMs: UNTIL_MS,
});
const HALT = { level: 2, reason: 'a difference', atMs: 0, needsOperator: true } as const;

it.each([
  ['armed', { arming: buildArming('armed'), halt: null }, UNTIL_MS - 1],
  ['not armed', { arming: buildArming('armed'), halt: null }, UNTIL_MS],
  ['waits for a second person', { arming: buildArming('requested'), halt: null }, UNTIL_MS - 1],
  ['not armed', { arming: buildArming('requested'), halt: null }, UNTIL_MS],
  ['not armed', { arming: null, halt: null }, 0],
  ['halted, level 2', { arming: null, halt: HALT }, 0],
])('shows "%s" for %j at %i', (text, account, nowMs) => {
  const { db } = createEmptyDatabase();
  const { id } = createUser(db, 'anna', 'hash', 0);
  const bookId = getBookId(id, 'live');
  const books = { [bookId]: account as Book };
  const state: DeskState = { ...EMPTY_DESK, books, nowMs };
  const { users } = buildUsersPage({ db, state: () => state }, id, null);
  expect(users).toMatchObject([{ username: 'anna', live: text, isSelf: true }]);
});

it('shows nothing for a user without a live account', () => {
  const { db } = createEmptyDatabase();
  const { id } = createUser(db, 'anna', 'hash', 0);
  expect(buildUsersPage({ db, state: () => EMPTY_DESK }, id, null).users[0]?.live).toBeNull();
});
