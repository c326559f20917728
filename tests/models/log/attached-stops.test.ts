// A stop that was sent along with its entry, and its loss, in a real database: rows, recovery, the audit and
// the notification log.
import { expect, it } from 'vitest';
import { auditDatabase } from '../../../app/audit/audit-database';
import type { Terminal } from '../../../app/models/desk/terminal';
import { recoverState } from '../../../app/models/log/recovery.server';
import { buildNoticePage } from '../../../app/models/notifications/notices.server';
import { buildAttachedStopId } from '../../../app/trading/domain/order';
import { SECOND_MS } from '../../../app/trading/domain/time';
import { applyRecord } from '../../../app/trading/engine/apply-record';
import { GAS } from '../../support/desk-harness';
import { createManualOrder } from '../../support/reference-orders';
import { openStoredDesk } from '../../support/stored-desk';
import {
  VenueDesk,
  createAttachingVenue,
  createFill,
  createVenueConfig,
} from '../../support/venue-desk';

it('is stored, recovered, audited and reported', async () => {
  const config = createVenueConfig(createAttachingVenue());
  const { db, desk } = await openStoredDesk(config);
  const account = new VenueDesk(desk, config);
  account.compareBroker();
  desk.quote(GAS, 2800);
  const entryId = await account.placeOrder(createManualOrder({ lots: 10, stop: 50 }));
  account.offerReports(createFill(entryId, 4));
  const expectStored = (): void => {
    const { state, differences } = recoverState(db, applyRecord);
    expect(differences).toEqual([]);
    expect(state.books).toEqual(desk.runner.state().books);
    expect(auditDatabase(db.$client).firstDifferences).toEqual([]);
  };
  expectStored();
  // Its replacement is rejected.
  account.offerReports({
    type: 'Cancelled',
    orderId: buildAttachedStopId(entryId),
    reason: 'by the broker',
  });
  const replacement = account.listOrders().find(({ purpose }) => purpose === 'STOP');
  account.offerReports({ type: 'Rejected', orderId: replacement?.id ?? '', reason: 'no margin' });
  for (let second = 0; second <= 10; second += 1) account.passTime(SECOND_MS);
  expectStored();
  const terminal = { db, state: () => desk.runner.state() } as unknown as Terminal;
  expect(buildNoticePage(terminal, 'ann', null).notices[0]).toMatchObject({
    variant: 'destructive',
    title: 'Position without a stop',
    description:
      'SIMULATION account: a position had no working stop at the broker for 10 s. It is closed at market.',
  });
});
