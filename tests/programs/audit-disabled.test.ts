// The audit of books in which a user was disabled: what a faulty desk would have done for that user
// is found.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditDatabase } from '../../app/audit/audit';
import { toLots } from '../../app/trading/domain/units';
import { type Database, closeDatabase, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { MIGRATIONS, testJournal } from '../support/books';
import { ScriptedDesk } from '../support/scripted-desk';
import { rechained } from '../support/tampering';

const ANN = { userId: 'ann', id: null };
const REASON = { reason: 'by the operator' };
let db: Database;
let desk: ScriptedDesk;

/** Ann and Bob with a book each; Ann runs gas and is disabled. */
beforeEach(() => {
  db = openDatabase(':memory:');
  migrateDatabase(db, MIGRATIONS);
  desk = new ScriptedDesk(testJournal(db));
  desk.list();
  desk.open('ann');
  desk.open('bob');
  desk.record('CommodityStarted', desk.book('ann:simulation'), { commodity: 'natural-gas' });
  desk.record('UserDisabled', ANN, REASON);
  desk.record('CommodityStopped', desk.book('ann:simulation'), { commodity: 'natural-gas' });
  desk.commit();
});

afterEach(() => closeDatabase(db));

const audit = () => auditDatabase(db.$client);

function enter(userId: string): void {
  const order = desk.place(`${userId}:simulation`, {
    instrumentId: 'NG',
    side: 'BUY',
    purpose: 'ENTRY',
    lots: toLots(2),
    positionId: desk.id(),
    playbookId: null,
  });
  desk.send(order);
  desk.fill(order.id, `${userId}:simulation`, 2, desk.mark('NG'));
}

describe('books with a disabled user', () => {
  it('are right when nothing is started or opened for the user, and others trade on', () => {
    enter('bob');
    desk.record('AllStarted', desk.book('bob:simulation'), {});
    desk.commit();
    expect(audit()).toMatchObject({ isRight: true, kept: [] });
  });

  it('are right when the user trades after being enabled', () => {
    desk.record('UserEnabled', ANN, REASON);
    desk.record('AllStarted', desk.book('ann:simulation'), {});
    enter('ann');
    desk.commit();
    expect(audit()).toMatchObject({ isRight: true, kept: [] });
  });

  it.each([
    ['an entry', 'payload.order.purpose', () => enter('ann')],
    [
      'RUN',
      'type',
      () =>
        void desk.record('CommodityStarted', desk.book('ann:simulation'), { commodity: 'corn' }),
    ],
    ['RUN ALL', 'type', () => void desk.record('AllStarted', desk.book('ann:simulation'), {})],
  ])('are wrong with %s of that user', (_what, column, act) => {
    act();
    desk.commit();
    expect(audit()).toMatchObject({ isRight: false, kept: [{ table: 'event', column }] });
  });

  it('are wrong when a user is disabled twice, or enabled without having been disabled', () => {
    const seq = desk.record('UserEnabled', ANN, REASON);
    desk.commit();
    const twice = rechained(db.$client.serialize(), seq, () => ({ type: 'UserDisabled' }));
    expect(auditDatabase(twice).kept[0]).toMatchObject({
      key: String(seq),
      column: 'user_id',
      expected: '"a user who was enabled"',
    });
    const first =
      db.$client
        .prepare<[], number>("SELECT seq FROM event WHERE type = 'UserDisabled'")
        .pluck()
        .get() ?? 0;
    const never = rechained(db.$client.serialize(), first, () => ({ type: 'UserEnabled' }));
    expect(auditDatabase(never).kept[0]).toMatchObject({
      key: String(first),
      column: 'user_id',
      expected: '"a user who was disabled"',
    });
  });
});
