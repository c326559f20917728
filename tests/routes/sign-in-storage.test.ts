// Signing in while the disk rejects writes.
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { endUserSessions } from '../../app/models/account/session.server';
import { savePassword } from '../../app/models/account/user.server';
import { hashPassword } from '../../app/server/auth/password.server';
import { type ApiDesk, openApiDesk } from '../support/api-desk';
import { type PageUser, createPageUser, extractText } from '../support/page-desk';

const TEXT = 'Storage error: the sign-in cannot be stored. Inform the operator and try again.';
const CREDENTIALS = { username: 'ann', password: 'a-passphrase-for-tests' };

let desk: ApiDesk;
let ann: PageUser;
beforeAll(async () => {
  desk = await openApiDesk();
  ann = await createPageUser(desk.terminal, CREDENTIALS.username);
  const { db } = desk.terminal;
  savePassword(db, ann.id, await hashPassword(CREDENTIALS.password), Date.now());
  endUserSessions(db, ann.id, Date.now());
});
afterAll(() => desk?.close());
afterEach(() => {
  vi.restoreAllMocks();
});

/** Sessions cannot be stored; the trading log still can. */
function fillDisk(code: string): void {
  vi.spyOn(desk.terminal.db, 'insert').mockImplementation(() => {
    throw new Sqlite.SqliteError('database or disk is full', code);
  });
}

const postForm = () =>
  ann.open('/login', {
    method: 'POST',
    headers: { Origin: 'http://127.0.0.1:3000', Host: '127.0.0.1:3000' },
    body: new URLSearchParams(CREDENTIALS),
  });

it.each(['SQLITE_FULL', 'SQLITE_IOERR_WRITE'])('%s gives 503 and the reason', async (code) => {
  fillDisk(code);
  const page = await postForm();
  expect([page.status, page.cookies, extractText(page.text).includes(TEXT)]).toEqual([
    503,
    [],
    true,
  ]);
  const call = await ann.open('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(CREDENTIALS),
  });
  expect([call.status, call.cookies, JSON.parse(call.text)]).toEqual([
    503,
    [],
    { success: false, error: TEXT, requestId: expect.any(String) as string },
  ]);
});

it('works again when the disk accepts writes', async () => {
  expect(await postForm()).toMatchObject({ status: 303, location: '/' });
});

it('other errors of the database stay errors', async () => {
  fillDisk('SQLITE_CORRUPT');
  expect((await postForm()).status).toBe(500);
});
