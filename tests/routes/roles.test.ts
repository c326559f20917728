// Roles: every write as a form without script and as a call, by every role, under the real guard.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setRole } from '../../app/models/account/user.server';
import { ROLE_RULES, normalizePath } from '../../app/server/http/role-rules.server';
import { API_CALLS } from '../../app/routes/api.$/api-calls';
import { ROLES, type Role, explainMissingRole, includesRole } from '../../app/trading/domain/role';
import { CALL_ROWS, FORM_ROWS, getFormName } from '../support/access-rows';
import type { Visitor } from '../support/desk-server';
import { extractText } from '../support/page-desk';
import { buildDataPath } from '../support/request-paths';
import { type StaticDesk, type StaticUser, startStaticDesk } from '../support/static-desk';

interface Row {
  readonly name: string;
  readonly path: string;
  readonly isCall: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly needs: Role;
}

const ID = '0123456789abcdef0123456789abcdef';

const createRow = (path: string, fields: Readonly<Record<string, string>>, needs: Role): Row => ({
  name: `form ${getFormName(path, fields)}`,
  path,
  isCall: false,
  fields,
  needs,
});

/** Forms of pages that have none on this server, with the lowest role that may send them. */
const OTHER_ROWS: readonly Row[] = [
  createRow('/dashboard', { intent: 'stop-all' }, 'viewer'),
  createRow('/dashboard', { intent: 'run-all' }, 'trader'),
  createRow('/', { intent: 'rearm', commodity: 'corn', playbook: 'BREAKOUT' }, 'trader'),
  createRow('/', { intent: 'rearm-all' }, 'trader'),
  createRow('/live', { intent: 'disarm' }, 'viewer'),
  createRow('/live', { intent: 'halt', level: '1' }, 'viewer'),
  createRow('/live', { intent: 'arm', lossLimit: '500' }, 'trader'),
  createRow('/live', { intent: 'approve', proposal: 'none' }, 'trader'),
  createRow('/live', { intent: 'decline', proposal: 'none' }, 'trader'),
  createRow('/live', { intent: 'resume', bookId: 'none' }, 'trader'),
  createRow('/live', { intent: 'compare' }, 'trader'),
  createRow('/live', { intent: 'confirm', bookId: 'none', passphrase: 'wrong' }, 'approver'),
  createRow('/data-health', { intent: 'accept-terms', source: 'nhc' }, 'operator'),
  createRow('/data-health', { intent: 'withdraw-terms', source: 'nhc' }, 'operator'),
  createRow('/data-health', { intent: 'save-key', source: 'eia' }, 'operator'),
  createRow('/data-health', { intent: 'remove-key', source: 'eia' }, 'operator'),
  createRow('/data-health', { intent: 'try-now', source: 'eia' }, 'operator'),
  createRow('/users', { intent: 'add', username: 'not a name', role: 'trader' }, 'operator'),
  createRow('/users', { intent: 'role', userId: 'none', role: 'operator' }, 'operator'),
  createRow('/users', { intent: 'reset', userId: 'none' }, 'operator'),
  createRow('/users', { intent: 'disable', userId: 'none', reason: 'a test' }, 'operator'),
  createRow('/users', { intent: 'enable', userId: 'none' }, 'operator'),
];

const ROWS: readonly Row[] = [
  ...FORM_ROWS.map(({ action, fields, needs = 'trader' }) => createRow(action, fields, needs)),
  ...OTHER_ROWS,
  ...API_CALLS.filter(({ method }) => method === 'POST').map(({ path }): Row => {
    const { body = {}, needs = 'trader' } = CALL_ROWS[`POST ${path}`] ?? {};
    const name = `call ${path}`;
    return { name, path: `/api/${path.replace(':id', ID)}`, isCall: true, fields: body, needs };
  }),
];

let desk: StaticDesk;
const users = new Map<Role, StaticUser>();

beforeAll(async () => {
  desk = await startStaticDesk('server.js');
  for (const role of ROLES) {
    const user = await desk.user(`the-${role}`);
    setRole(desk.db, user.id, role, Date.now());
    users.set(role, user);
  }
});
afterAll(() => desk?.stop());

/** A session of its own for each request: some of them end it. */
const openSession = (role: Role): Visitor => desk.session(users.get(role) ?? { id: '' });

async function sendRow({ path, isCall, fields }: Row, visitor: Visitor): Promise<Response> {
  if (isCall) return visitor.postJson(path, fields);
  const { csrf } = await visitor.formFields('/account');
  return visitor.postForm(path, { ...(fields as Record<string, string>), csrf });
}

describe.each(ROLES)('the role %s', (role) => {
  it('may send what the table gives it, and reads the reason for the rest', async () => {
    const faults: string[] = [];
    for (const row of ROWS) {
      const { status, text } = await readAnswer(await sendRow(row, openSession(role)));
      const isAllowed = includesRole(role, row.needs);
      const isRejected = status === 403 && text.includes(explainMissingRole(role, row.needs));
      if (isAllowed ? status === 403 || status >= 500 : !isRejected)
        faults.push(`${row.name}: ${status}, needs ${row.needs}: ${text.slice(0, 200)}`);
    }
    expect(faults).toEqual([]);
    expect(ROWS.length).toBeGreaterThan(50);
  }, 180_000);

  it('reads every other screen, and Users as operator alone', async () => {
    for (const path of ['/', '/live', '/data-health', '/account', '/portfolio', '/api/settings'])
      expect([path, (await openSession(role).request(path)).status]).toEqual([path, 200]);
    const { status, text } = await readAnswer(await openSession(role).request('/users'));
    expect(status).toBe(role === 'operator' ? 200 : 403);
    expect(text).toContain(
      role === 'operator' ? 'the-viewer' : explainMissingRole(role, 'operator'),
    );
    expect(text.includes('href="/users"')).toBe(role === 'operator');
  });
});

async function readAnswer(response: Response): Promise<{ status: number; text: string }> {
  return { status: response.status, text: await response.text() };
}

it('has a rule for every write of the tables', () => {
  const rules = new Set(ROLE_RULES.map(({ path }) => path));
  const paths = ROWS.map(({ path }) => path.replace(ID, ':id'));
  expect(paths.filter((path) => !rules.has(path))).toEqual([]);
  expect([...rules].filter((path) => !paths.includes(path))).toEqual(['/backtest/:id']);
});

it('takes a change of the role at the next request', async () => {
  const user = await desk.user('changed');
  const pressRun = () => user.visitor.postJson('/api/auto-trading/start', { commodity: 'corn' });
  expect((await pressRun()).status).toBe(200);
  setRole(desk.db, user.id, 'viewer', Date.now());
  expect((await pressRun()).status).toBe(403);
  expect((await user.visitor.postJson('/api/auto-trading/stop', {})).status).toBe(200);
});

it.each([
  '/users/',
  '/USERS',
  '/%75sers',
  '/users.data',
  buildDataPath('/users', 'routes/_terminal.users'),
  buildDataPath('/', 'routes/_terminal.users'),
])('lets no other spelling of the address pass: %s', async (path) => {
  const visitor = openSession('trader');
  const { csrf } = await visitor.formFields('/account');
  const form = { csrf, intent: 'role', userId: users.get('trader')?.id ?? '', role: 'operator' };
  const { text } = await readAnswer(await visitor.postForm(path, form));
  expect(text).not.toContain('Role changed');
  expect((await openSession('trader').request('/users')).status).toBe(403);
  expect(normalizePath('/%75SERS//')).toBe('/users');
});

it('counts every intent of a form that repeats the field', async () => {
  const visitor = openSession('viewer');
  const { csrf = '' } = await visitor.formFields('/account');
  const body = new URLSearchParams([
    ['csrf', csrf],
    ['intent', 'stop-all'],
    ['intent', 'run-all'],
  ]);
  expect((await visitor.request('/', { method: 'POST', body })).status).toBe(403);
});

it('shows a viewer why RUN is disabled', async () => {
  const reason = explainMissingRole('viewer', 'trader');
  const readText = async (role: Role, path: string): Promise<string> =>
    (await openSession(role).request(path)).text();
  for (const path of ['/', '/what-if', '/backtest']) {
    expect([path, (await readText('viewer', path)).includes(reason)]).toEqual([path, true]);
    expect([path, (await readText('trader', path)).includes(reason)]).toEqual([path, false]);
  }
  const run = /disabled="" title="Your role is viewer;[^>]*aria-label="RUN Corn/;
  expect(run.test(await readText('viewer', '/'))).toBe(true);
  expect(run.test(await readText('trader', '/'))).toBe(false);
  expect(extractText(await readText('viewer', '/account'))).toContain('Your role is viewer.');
});
