// Page Users by plain forms: what it changes, shows once and writes to the log.
import { beforeAll, expect, it, vi } from 'vitest';
import {
  findUserById,
  findUserByName,
  setDisabled,
  setRole,
} from '../../app/models/account/user.server';
import { SYSTEM_USER } from '../../app/trading/engine/config';
import { type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';

const users = setUpPageUsers('page-user');
const PASSPHRASE = /(?:[a-z2-9]{4}-){4}[a-z2-9]{4}/;

let operator: PageUser;
beforeAll(async () => {
  operator = await users.next();
  setRole(users.desk.terminal.db, operator.id, 'operator', Date.now());
});

const findUser = (name: string) => findUserByName(users.desk.terminal.db, name);

/** Payloads of administrative commands in the log. */
const listLogged = (): string[] =>
  users.desk.terminal.db.$client
    .prepare<
      [string],
      string
    >("SELECT payload FROM event WHERE type = 'CommandReceived' AND user_id = ? ORDER BY seq")
    .pluck()
    .all(SYSTEM_USER);

/** Waits until the server has written so many administrative commands. */
const waitForLog = (count: number) => vi.waitFor(() => expect(listLogged()).toHaveLength(count));

it('adds a user, whose passphrase is on the answer alone and never in the log', async () => {
  const before = listLogged().length;
  const added = await operator.submit('/users', { intent: 'add', username: 'new', role: 'viewer' });
  const [passphrase = ''] = PASSPHRASE.exec(extractText(added.text)) ?? [];
  expect([added.status, passphrase.length]).toEqual([200, 24]);
  expect(findUser('new')?.role).toBe('viewer');
  const page = await operator.open('/users');
  expect(extractText(page.text)).toMatch(/new viewer enabled none/);
  expect(page.text).not.toContain(passphrase);
  await waitForLog(before + 1);
  expect(JSON.parse(listLogged().at(-1) ?? '{}')).toMatchObject({
    command: {
      type: 'RecordAdministration',
      userId: findUser('new')?.id,
      act: 'add',
      detail: 'viewer',
      byUserId: operator.id,
    },
  });
  expect(listLogged().join()).not.toContain(passphrase);
  const again = await operator.submit('/users', { intent: 'add', username: 'NEW', role: 'viewer' });
  expect([again.status, extractText(again.text)]).toEqual([
    409,
    expect.stringContaining('User NEW exists already.'),
  ]);
  const sign = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
  const body = JSON.stringify({ username: 'new', password: passphrase });
  const visitor = await users.next();
  expect((await visitor.open('/api/auth/login', { ...sign, body })).status).toBe(200);
});

it.each([
  [
    { intent: 'add', username: 'two words', role: 'trader' },
    400,
    'A user name has 1 to 64 letters',
  ],
  [{ intent: 'add', username: 'x', role: 'king' }, 400, 'Choose one of the four roles.'],
  [{ intent: 'role', userId: 'none', role: 'viewer' }, 409, 'There is no such user.'],
  [{ intent: 'disable', userId: 'none', reason: ' ' }, 400, 'Enter a reason.'],
  [{ intent: 'sell' }, 400, 'This form is not valid.'],
])('answers %j with %i and the reason', async (fields, status, reason) => {
  const answer = await operator.submit('/users', fields as Record<string, string>);
  expect([answer.status, extractText(answer.text)]).toEqual([
    status,
    expect.stringContaining(reason),
  ]);
});

it('changes a role, resets a passphrase, disables and enables, each once in the log', async () => {
  const { terminal } = users.desk;
  const user = await users.next();
  const name = findUserById(terminal.db, user.id)?.username ?? '';
  const run = { type: 'StartTrading', commodity: null } as const;
  await terminal.execute({ userId: user.id, command: run, idempotencyKey: null });
  expect(users.view().isActive).toBe(true);
  const before = listLogged().length;
  const sendForm = (fields: Record<string, string>) =>
    operator.submit('/users', { userId: user.id, ...fields });
  expect((await sendForm({ intent: 'role', role: 'approver' })).toast?.title).toBe('Role changed');
  const reset = await sendForm({ intent: 'reset' });
  expect(extractText(reset.text)).toMatch(PASSPHRASE);
  expect((await user.open('/')).location).toBe('/login');
  const disabled = await sendForm({ intent: 'disable', reason: 'left the desk' });
  expect(disabled.toast).toMatchObject({
    title: 'User disabled',
    description: expect.stringContaining('Stopped accounts: 1.') as string,
    variant: 'success',
  });
  expect(users.view().isActive).toBe(false);
  expect(Object.keys(terminal.state().disabledUsers)).toContain(user.id);
  expect((await sendForm({ intent: 'enable' })).toast?.title).toBe('User enabled');
  await waitForLog(before + 4);
  const text = extractText((await operator.open('/notifications')).text);
  for (const line of [
    `page-user-1 gave ${name} the role approver.`,
    `page-user-1 reset the passphrase of ${name}.`,
    `page-user-1 disabled ${name}. Left the desk.`,
    `page-user-1 enabled ${name}. Page Users.`,
  ])
    expect(text).toContain(line);
  const other = await users.next();
  expect((await other.open('/notifications')).text).not.toContain('left the desk');
});

it('never takes the role from the last operator, and never disables it', async () => {
  const { db } = users.desk.terminal;
  const message = 'page-user-1 is the last operator. Give another user the role operator first.';
  const demote = { intent: 'role', userId: operator.id, role: 'trader' };
  const disable = { intent: 'disable', userId: operator.id, reason: 'a test' };
  for (const fields of [demote, disable]) {
    const answer = await operator.submit('/users', fields);
    expect([answer.status, extractText(answer.text)]).toEqual([
      409,
      expect.stringContaining(message),
    ]);
  }
  expect(findUser('page-user-1')).toMatchObject({ role: 'operator', isDisabled: false });
  const second = await users.next();
  setRole(db, second.id, 'operator', Date.now());
  setDisabled(db, second.id, true, Date.now());
  expect((await operator.submit('/users', demote)).status).toBe(409);
  setDisabled(db, second.id, false, Date.now());
  expect((await operator.submit('/users', demote)).toast?.title).toBe('Role changed');
  expect((await operator.open('/users')).status).toBe(403);
});
