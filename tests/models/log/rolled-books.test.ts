// Rolls on disk: stored, recovered and audited; and the audit finds a roll that lost a lot or
// turned.
import { expect, onTestFinished, test } from 'vitest';
import { auditDatabase } from '../../../app/audit/audit';
import { noticePage } from '../../../app/models/notifications/notices.server';
import { recoverState } from '../../../app/models/log/recovery.server';
import type { Terminal } from '../../../app/models/desk/terminal';
import { applyRecord } from '../../../app/trading/engine/apply';
import { toMills } from '../../../app/trading/domain/units';
import { closeDatabase, openDatabase } from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { MIGRATIONS, testJournal } from '../../support/books';
import { FAR, MONTHS, NEAR, NEXT, chainConfig, rolledAt, until } from '../../support/chain-desk';
import { MARKET, deskHarness, memoryJournal } from '../../support/desk-harness';
import { handOrder, holdings, workingOrders } from '../../support/reference-orders';
import { type LoggedRow, rechained } from '../../support/tampering';

/**
 * The books of a position that went through two rolls and was then closed, with one more that is
 * open.
 */
async function rolledBooks(fillsAtOnce: boolean) {
  const db = openDatabase(':memory:');
  onTestFinished(() => closeDatabase(db));
  migrateDatabase(db, MIGRATIONS);
  const stored = testJournal(db);
  const desk = deskHarness(chainConfig({ fillsAtOnce }), {
    ...memoryJournal(),
    commit: stored.commit,
    findResult: stored.findResult,
  });
  await desk.send('ann', {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: MONTHS,
    staleAfterMs: 15_000,
    atMs: desk.nowMs(),
  });
  desk.quote(NEAR, 2800);
  for (const lots of [30, 20])
    await desk.send('ann', handOrder({ instrumentId: NEAR.id, lots, stop: 60, target: 90 }));
  desk.quote(NEAR, 2800);
  rolledAt(desk, 2820, 2920);
  return { db, desk };
}

test.each([true, false])('are right at every point, filled at once: %s', async (fillsAtOnce) => {
  const { db, desk } = await rolledBooks(fillsAtOnce);
  const expectRight = (): void => {
    expect(auditDatabase(db.$client).kept).toEqual([]);
    expect(recoverState(db, applyRecord)).toMatchObject({
      differences: [],
      state: { books: desk.runner.state().books },
    });
  };
  expectRight();
  for (const each of [NEXT, NEAR]) desk.quote(each, 2900);
  expect([holdings(desk), workingOrders(desk).length]).toEqual([
    [[NEXT.id, fillsAtOnce ? 50 : 30]],
    2,
  ]);
  expectRight();
  until(desk, NEXT.contract?.rollMs ?? 0);
  for (const each of [FAR, NEXT, FAR, NEXT]) desk.quote(each, 2900);
  expect(holdings(desk)).toEqual([[FAR.id, fillsAtOnce ? 50 : 30]]);
  await desk.send('ann', { type: 'CloseTrading', commodity: null });
  desk.quote(FAR, 2900);
  expect(holdings(desk)).toEqual([]);
  expectRight();
});

test('are told as a roll in the notification log, month by month', async () => {
  const { db, desk } = await rolledBooks(true);
  const { notices } = noticePage({ db, state: desk.runner.state } as Terminal, 'ann', null);
  expect(
    notices
      .filter(({ kind }) => kind === 'fill')
      .map(({ title, description }) => `${title}: ${description.split(',')[0]}`),
  ).toEqual([
    'Natural Gas Futures: rolled into the next month: Bought 500 MMBtu of NGH24 at 2.922',
    'Natural Gas Futures: rolled out of the month: Sold 500 MMBtu of NGG24 at 2.818',
    'Natural Gas Futures: entry: Bought 200 MMBtu of NGG24 at 2.802',
    'Natural Gas Futures: entry: Bought 300 MMBtu of NGG24 at 2.802',
  ]);
});

type Leg = { lots: number; side: string; rollOf: string };
const MISTAKES: readonly (readonly [name: string, change: (leg: Leg) => void, column: string])[] = [
  ['loses a lot', (leg) => void (leg.lots -= 1), 'payload.order.lots'],
  ['turns to the other side', (leg) => void (leg.side = 'SELL'), 'payload.order.side'],
  ['rolls what is not held', (leg) => void (leg.rollOf = 'nothing'), 'payload.order.rollOf'],
];

test.each(MISTAKES)('a roll whose entry %s is found', async (_name, change, column) => {
  const { db } = await rolledBooks(false);
  const row = db.$client
    .prepare<
      [],
      LoggedRow
    >("SELECT * FROM event WHERE type = 'OrderPlaced' AND json_extract(payload, '$.order.purpose') = 'ENTRY' ORDER BY seq")
    .all()
    .at(-1);
  const image = db.$client.serialize();
  const wrong = rechained(image, row?.seq ?? 0, ({ payload }) => {
    const facts = JSON.parse(payload) as { order: Leg };
    change(facts.order);
    return { payload: JSON.stringify(facts) };
  });
  expect(auditDatabase(wrong).kept).toMatchObject([
    { table: 'event', key: String(row?.seq), column },
  ]);
});
