// The request of a command is stored beside its record: from there its orders and fills are found, and
// from an order its request.
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { auditDatabase } from '../../../app/audit/audit-database';
import {
  createRequest,
  findRequestOutcome,
} from '../../../app/models/account/operator-request.server';
import { findRequestIds } from '../../../app/models/log/request-records.server';
import { listPositionOrders } from '../../../app/models/positions/position-records.server';
import { buildPositionDetails } from '../../../app/models/positions/position-details.server';
import { auditProgram } from '../../../app/programs/books/audit-program';
import { runInRequest } from '../../../app/server/platform/request-scope.server';
import { toTicks } from '../../../app/trading/domain/units';
import type { Commit } from '../../../app/trading/ports';
import { closeDatabase, openDatabase } from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { type ApiDesk, openApiDesk, waitUntil } from '../../support/api-desk';
import { createManualOrder } from '../../support/reference-orders';
import { runCaptured } from '../../support/run-captured';
import { tamperWith } from '../../support/tampering';
import { MIGRATIONS, openTestJournal } from '../../support/test-database';
import { createTradedDesk } from '../../support/scripted-trader';

const REQUEST = 'request-of-order';

async function openDesk(): Promise<ApiDesk> {
  const desk = await openApiDesk();
  onTestFinished(() => desk.close());
  return desk;
}

const printRequest = (desk: ApiDesk, requestId: string) =>
  runCaptured(
    auditProgram,
    '--data-dir',
    join(desk.terminal.db.$client.name, '..'),
    '--request',
    requestId,
  );

it('leads from the request to order, fill and stop, and from each order back', async () => {
  const desk = await openDesk();
  const user = await desk.user('ann');
  const positionId = await runInRequest({ requestId: REQUEST }, () =>
    desk.buyGas(user, toTicks(500)),
  );
  const { code, printed } = await printRequest(desk, REQUEST);
  expect(code).toBe(0);
  const lines = printed.trim().split('\n');
  expect(lines[0]).toBe(`Request ${REQUEST}`);
  const texts = lines.slice(1).map((line) => line.replace(/^\S+ {2}record \d+ {2}/, ''));
  const orderId = /^order (\S+)/.exec(texts[1] ?? '')?.[1] ?? '';
  expect(texts.slice(0, 4)).toEqual([
    'command PlaceOrder NG by ann',
    expect.stringMatching(
      /^order \S+ {2}order placed: entry, BUY 100 MMBtu of NG, MARKET at market$/,
    ),
    `order ${orderId}  order sent to its broker`,
    expect.stringMatching(
      new RegExp(
        `^order ${orderId} {2}filled: 100 MMBtu at [\\d.]+, fee \\$[\\d.]+, execution \\S+$`,
      ),
    ),
  ]);
  expect(printed).toMatch(/order placed: stop, SELL/);
  const orders = listPositionOrders(desk.terminal.db, user.id, positionId);
  expect(orders.map(({ purpose }) => purpose)).toContain('STOP');
  const found = findRequestIds(
    desk.terminal.db,
    orders.map(({ placedSeq }) => placedSeq),
  );
  expect(orders.map(({ placedSeq }) => found.get(placedSeq))).toEqual(orders.map(() => REQUEST));
  const details = buildPositionDetails(desk.terminal, user.id, positionId, false);
  expect(details?.lines[0]?.requestId).toBe(REQUEST);
});

it('has what later happens to its orders, also by another request', async () => {
  const desk = await openDesk();
  const user = await desk.user('ann');
  const positionId = await runInRequest({ requestId: REQUEST }, () =>
    desk.buyGas(user, toTicks(500)),
  );
  await runInRequest({ requestId: 'request-of-close' }, () =>
    desk.terminal.execute({
      userId: user.id,
      idempotencyKey: null,
      command: { type: 'ClosePosition', positionId },
    }),
  );
  await waitUntil(desk.terminal, () => desk.terminal.getView(user.id)?.positions.length === 0);
  const closing = await printRequest(desk, 'request-of-close');
  expect(closing.printed).toMatch(/command ClosePosition \S+ by ann\n/);
  expect(closing.printed).toMatch(/order placed: exit, SELL/);
  const [entry, exit] = [REQUEST, 'request-of-close'];
  const later = await printRequest(desk, entry);
  expect(later.printed).toMatch(/order cancelled: /);
  expect(later.printed).not.toMatch(/order placed: exit/);
  const records = await runCaptured(
    auditProgram,
    ...['--data-dir', join(desk.terminal.db.$client.name, '..'), '--request', exit, '--json'],
  );
  const { requestId, records: listed } = JSON.parse(records.printed) as {
    requestId: string;
    records: { type: string; orderId: string | null }[];
  };
  expect([requestId, listed[0]]).toEqual([
    exit,
    expect.objectContaining({ type: 'CommandReceived', orderId: null }),
  ]);
  expect(listed.map(({ type }) => type)).toContain('OrderFilled');
});

it.each([
  ['of a page', 'request-of-page', 'request-of-page'],
  ['of a program at the machine', undefined, 'operator-1'],
])('is that of an operator %s', async (_what, requestId, stored) => {
  const desk = await openDesk();
  const user = await desk.user('ann');
  const id = createRequest(
    desk.terminal.db,
    {
      command: { type: 'StopUser', userId: user.id, close: false },
      reason: 'a test',
      requestedBy: 'operator',
      requestId,
    },
    Date.now(),
  );
  await expect.poll(() => findRequestOutcome(desk.terminal.db, id ?? 0)?.ok).toBe(true);
  expect((await printRequest(desk, stored)).printed).toContain('command StopUser');
});

it('shows why a request was rejected, and none of a request that changed nothing', async () => {
  const desk = await openDesk();
  const user = await desk.user('ann');
  await runInRequest({ requestId: REQUEST }, () =>
    desk.terminal.execute({
      userId: user.id,
      idempotencyKey: null,
      command: createManualOrder({ instrumentId: 'NG', lots: 100_000_000 }),
    }),
  );
  expect((await printRequest(desk, REQUEST)).printed).toMatch(
    / order rejected \([A-Z_]+\): |rejected \([A-Z_]+\): /,
  );
  const unknown = await printRequest(desk, 'no-such-request');
  expect([unknown.code, unknown.printed]).toEqual([
    1,
    expect.stringContaining('No command of this request is stored.'),
  ]);
});

it('gives the repeat of a command the records of the first request', async () => {
  const desk = await openDesk();
  const user = await desk.user('ann');
  const headers = { 'Idempotency-Key': 'key-1' };
  const ids = [];
  for (let count = 0; count < 2; count += 1)
    ids.push(
      (await user.post('auto-trading/start', { commodity: 'corn' }, headers)).headers.get(
        'X-Request-Id',
      ) ?? '',
    );
  expect(ids[0]).not.toBe(ids[1]);
  expect((await printRequest(desk, ids[0]!)).printed).toContain('command StartTrading corn by ann');
  expect((await printRequest(desk, ids[1]!)).code).toBe(1);
});

it('changes no hash of the log, and is audited', () => {
  const { commits } = createTradedDesk(null, 60, 5);
  const named = storeCommits(commits);
  const nameless = storeCommits(commits.map((commit) => ({ ...commit, requests: [] })));
  expect(named.head).toEqual(nameless.head);
  const countRequests = ({ db }: typeof named): unknown =>
    db.$client.prepare('SELECT count(*) FROM command_request').pluck().get();
  expect([countRequests(named), countRequests(nameless)]).toEqual([
    commits.flatMap(({ results }) => results).length,
    0,
  ]);
  expect(auditDatabase(named.db.$client).hasPassed).toBe(true);
  const changed = tamperWith(named.db.$client.serialize(), (raw) =>
    raw.exec(
      "UPDATE command_request SET seq = (SELECT max(seq) FROM event WHERE type <> 'CommandReceived') WHERE seq = (SELECT max(seq) FROM command_request)",
    ),
  );
  expect(auditDatabase(changed).firstDifferences).toMatchObject([
    { table: 'command_request', column: 'seq', expected: 'CommandReceived' },
  ]);
});

function storeCommits(commits: readonly Commit[]) {
  const db = openDatabase(':memory:');
  onTestFinished(() => closeDatabase(db));
  migrateDatabase(db, MIGRATIONS);
  const journal = openTestJournal(db);
  for (const commit of commits) journal.commit(commit);
  return { db, head: journal.head() };
}
