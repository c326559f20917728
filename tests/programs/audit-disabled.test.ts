// Audit of a log with a disabled user: finds entries and starts that must not happen.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditDatabase } from '../../app/audit/audit-database';
import { toLots } from '../../app/trading/domain/units';
import { type Database, closeDatabase, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { MIGRATIONS, openTestJournal } from '../support/test-database';
import { ScriptedDesk } from '../support/scripted-desk';
import { rechainWith } from '../support/tampering';

const ANN = { userId: 'ann', id: null };
const REASON = { reason: 'by the operator' };
let db: Database;
let desk: ScriptedDesk;

/** Ann and Bob have an account each; Ann runs natural gas and is disabled. */
beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db, MIGRATIONS);
  desk = new ScriptedDesk(openTestJournal(db));
  desk.listMarket();
  desk.openAccount('ann');
  desk.openAccount('bob');
  desk.record('CommodityStarted', desk.getBook('ann:simulation'), { commodity: 'natural-gas' });
  desk.record('UserDisabled', ANN, REASON);
  desk.record('CommodityStopped', desk.getBook('ann:simulation'), { commodity: 'natural-gas' });
  desk.commit();
});

afterEach(() => closeDatabase(db));

const runAudit = () => auditDatabase(db.$client);

function placeEntry(userId: string): void {
  const order = desk.placeOrder(`${userId}:simulation`, {
    instrumentId: 'NG',
    side: 'BUY',
    purpose: 'ENTRY',
    lots: toLots(2),
    positionId: desk.createId(),
    playbookId: null,
  });
  desk.sendOrder(order);
  desk.fillOrder(order.id, `${userId}:simulation`, 2, desk.getMark('NG'));
}

describe('audit with a disabled user', () => {
  it('passes when the user starts and opens nothing and others trade', () => {
    placeEntry('bob');
    desk.record('AllStarted', desk.getBook('bob:simulation'), {});
    desk.commit();
    expect(runAudit()).toMatchObject({ hasPassed: true, firstDifferences: [] });
  });

  it('passes when the user trades after being enabled', () => {
    desk.record('UserEnabled', ANN, REASON);
    desk.record('AllStarted', desk.getBook('ann:simulation'), {});
    placeEntry('ann');
    desk.commit();
    expect(runAudit()).toMatchObject({ hasPassed: true, firstDifferences: [] });
  });

  it.each([
    ['an entry', 'payload.order.purpose', () => placeEntry('ann')],
    [
      'RUN',
      'type',
      () =>
        void desk.record('CommodityStarted', desk.getBook('ann:simulation'), { commodity: 'corn' }),
    ],
    ['RUN ALL', 'type', () => void desk.record('AllStarted', desk.getBook('ann:simulation'), {})],
  ])('fails with %s of that user', (_what, column, act) => {
    act();
    desk.commit();
    expect(runAudit()).toMatchObject({
      hasPassed: false,
      firstDifferences: [{ table: 'event', column }],
    });
  });

  it('fails for a second disable and for an enable without a disable', () => {
    const seq = desk.record('UserEnabled', ANN, REASON);
    desk.commit();
    const disabledTwice = rechainWith(db.$client.serialize(), seq, () => ({
      type: 'UserDisabled',
    }));
    expect(auditDatabase(disabledTwice).firstDifferences[0]).toMatchObject({
      key: String(seq),
      column: 'user_id',
      expected: '"a user who was enabled"',
    });
    const first =
      db.$client
        .prepare<[], number>("SELECT seq FROM event WHERE type = 'UserDisabled'")
        .pluck()
        .get() ?? 0;
    const neverDisabled = rechainWith(db.$client.serialize(), first, () => ({
      type: 'UserEnabled',
    }));
    expect(auditDatabase(neverDisabled).firstDifferences[0]).toMatchObject({
      key: String(first),
      column: 'user_id',
      expected: '"a user who was disabled"',
    });
  });
});
