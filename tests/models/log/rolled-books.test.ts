// Stored rolls: recovery, audit, and audit of forged rolls.
import { expect, onTestFinished, test } from 'vitest';
import { auditDatabase } from '../../../app/audit/audit-database';
import { buildNoticePage } from '../../../app/models/notifications/notices.server';
import { recoverState } from '../../../app/models/log/recovery.server';
import type { Terminal } from '../../../app/models/desk/terminal';
import { applyRecord } from '../../../app/trading/engine/apply-record';
import { closeDatabase, openDatabase } from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { MIGRATIONS } from '../../support/test-database';
import {
  FAR,
  MONTHS,
  NEAR,
  NEXT,
  createChainConfig,
  advanceToRoll,
  advanceTo,
} from '../../support/chain-desk';
import { MARKET } from '../../support/desk-harness';
import { createManualOrder, listHoldings, listWorkingOrders } from '../../support/reference-orders';
import { openStoredDesk } from '../../support/stored-desk';
import { type LoggedRow, rechainWith } from '../../support/tampering';

/** An account with a rolled position and one more open position. */
async function rolledBooks(fillsAtOnce: boolean) {
  const memory = openDatabase(':memory:');
  onTestFinished(() => closeDatabase(memory));
  migrateDatabase(memory, MIGRATIONS);
  const { db, desk } = await openStoredDesk(createChainConfig({ fillsAtOnce }), memory);
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: MONTHS,
    staleAfterMs: 15_000,
    atMs: desk.nowMs(),
  });
  desk.quote(NEAR, 2800);
  for (const lots of [30, 20])
    await desk.send(
      'ann',
      createManualOrder({ instrumentId: NEAR.id, lots, stop: 60, target: 90 }),
    );
  desk.quote(NEAR, 2800);
  advanceToRoll(desk, 2820, 2920);
  return { db, desk };
}

test.each([true, false])(
  'rolled accounts are consistent at every step, immediate fills: %s',
  async (fillsAtOnce) => {
    const { db, desk } = await rolledBooks(fillsAtOnce);
    const expectRight = (): void => {
      expect(auditDatabase(db.$client).firstDifferences).toEqual([]);
      expect(recoverState(db, applyRecord)).toMatchObject({
        differences: [],
        state: { books: desk.runner.state().books },
      });
    };
    expectRight();
    for (const each of [NEXT, NEAR]) desk.quote(each, 2900);
    expect([listHoldings(desk), listWorkingOrders(desk).length]).toEqual([
      [[NEXT.id, fillsAtOnce ? 50 : 30]],
      2,
    ]);
    expectRight();
    advanceTo(desk, NEXT.contract?.rollMs ?? 0);
    for (const each of [FAR, NEXT, FAR, NEXT]) desk.quote(each, 2900);
    expect(listHoldings(desk)).toEqual([[FAR.id, fillsAtOnce ? 50 : 30]]);
    await desk.send('ann', { type: 'CloseTrading', commodity: null });
    desk.quote(FAR, 2900);
    expect(listHoldings(desk)).toEqual([]);
    expectRight();
  },
);

test('the notification log shows both halves of a roll', async () => {
  const { db, desk } = await rolledBooks(true);
  const { notices } = buildNoticePage({ db, state: desk.runner.state } as Terminal, 'ann', null);
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
  ['has one lot less', (leg) => void (leg.lots -= 1), 'payload.order.lots'],
  ['has the opposite side', (leg) => void (leg.side = 'SELL'), 'payload.order.side'],
  [
    'refers to a position that is not open',
    (leg) => void (leg.rollOf = 'nothing'),
    'payload.order.rollOf',
  ],
];

test.each(MISTAKES)('the audit detects a roll whose entry %s', async (_name, change, column) => {
  const { db } = await rolledBooks(false);
  const row = db.$client
    .prepare<
      [],
      LoggedRow
    >("SELECT * FROM event WHERE type = 'OrderPlaced' AND json_extract(payload, '$.order.purpose') = 'ENTRY' ORDER BY seq")
    .all()
    .at(-1);
  const image = db.$client.serialize();
  const wrong = rechainWith(image, row?.seq ?? 0, ({ payload }) => {
    const facts = JSON.parse(payload) as { order: Leg };
    change(facts.order);
    return { payload: JSON.stringify(facts) };
  });
  expect(auditDatabase(wrong).firstDifferences).toMatchObject([
    { table: 'event', key: String(row?.seq), column },
  ]);
});
