// Late and corrected executions of a remote broker in a real database: rows, recovery, a checkpoint, the
// audit and the notification log.
import { describe, expect, it } from 'vitest';
import { auditDatabase } from '../../../app/audit/audit-database';
import type { Terminal } from '../../../app/models/desk/terminal';
import { recoverState } from '../../../app/models/log/recovery.server';
import { buildNoticePage } from '../../../app/models/notifications/notices.server';
import { toLots, toMills, toTicks } from '../../../app/trading/domain/units';
import { applyRecord } from '../../../app/trading/engine/apply-record';
import { position } from '../../../db/schema/trade';
import { createManualOrder } from '../../support/reference-orders';
import type { ExecutionReport } from '../../../app/trading/ports';
import { openStoredDesk } from '../../support/stored-desk';
import { GAS } from '../../support/desk-harness';
import { VenueDesk, createFill, createVenue, createVenueConfig } from '../../support/venue-desk';

/** An account whose cancelled order filled late; that fill was corrected twice. */
async function openCorrected() {
  const config = createVenueConfig(createVenue());
  const { db, desk } = await openStoredDesk(config);
  const account = new VenueDesk(desk, config);
  account.compareBroker();
  desk.quote(GAS, 2800);
  const orderId = await account.placeOrder(createManualOrder({ lots: 10, stop: 50 }));
  account.offerReports({ type: 'Cancelled', orderId, reason: 'by the broker' });
  account.offerReports(createFill(orderId, 6, { executionId: 'x.01' }));
  account.offerReports({
    type: 'Corrected',
    orderId,
    executionId: 'x.02',
    replacesIds: ['x.01'],
    lots: toLots(8),
    priceTicks: toTicks(2810),
    feeMills: toMills(24),
    midTicks: toTicks(2800),
    atMs: 0,
  });
  return { db, account, orderId };
}

describe('late and corrected executions', () => {
  it('are stored, recovered and audited', async () => {
    const { db, account, orderId } = await openCorrected();
    const order = db.$client
      .prepare<
        [string],
        unknown
      >('SELECT state, filled_lots AS filled FROM trade_order WHERE id = ?')
      .get(orderId);
    expect(order).toEqual({ state: 'CANCELLED', filled: 8 });
    expect(db.select().from(position).get()).toMatchObject({
      lots: 8,
      realisedMills: -600,
      feesMills: 24,
    });
    const { state, differences } = recoverState(db, applyRecord);
    expect(differences).toEqual([]);
    expect(state.books).toEqual(account.desk.runner.state().books);
    expect(auditDatabase(db.$client).firstDifferences).toEqual([]);
  });

  it('are audited where fills, fees and corrections are stored together', async () => {
    const config = createVenueConfig(createVenue());
    const { db, desk } = await openStoredDesk(config);
    const account = new VenueDesk(desk, config);
    account.compareBroker();
    desk.quote(GAS, 2800);
    /** All reports in one transaction. */
    const report = (...reports: readonly ExecutionReport[]): void => {
      for (const each of reports)
        desk.runner.offer({
          type: 'Execution',
          bookId: account.book.id,
          report: each,
          atMs: desk.nowMs(),
        });
      desk.runner.drain();
    };
    const buildReports = (orderId: string, id: string): readonly ExecutionReport[] => [
      { type: 'Acknowledged', orderId },
      createFill(orderId, 10, { executionId: `${id}.01` }),
      { type: 'Fee', orderId, executionId: `${id}.01`, feeMills: toMills(25) },
      {
        ...createFill(orderId, 10, { executionId: `${id}.02`, priceTicks: toTicks(2805) }),
        type: 'Corrected',
        replacesIds: [`${id}.01`],
      },
    ];
    const entryId = await account.placeOrder(createManualOrder({ lots: 10 }));
    report(...buildReports(entryId, 'x'));
    const exitId = await account.placeOrder(createManualOrder({ side: 'SELL', lots: 10 }));
    report(...buildReports(exitId, 'y'));
    expect(account.book.positions).toEqual({});
    const { state, differences } = recoverState(db, applyRecord);
    expect(differences).toEqual([]);
    expect(state.books).toEqual(desk.runner.state().books);
    expect(auditDatabase(db.$client).firstDifferences).toEqual([]);
  });

  it('are in the notification log, with the difference', async () => {
    const { db, account } = await openCorrected();
    const terminal = { db, state: () => account.desk.runner.state() } as unknown as Terminal;
    const { notices } = buildNoticePage(terminal, 'ann', null, 'fills');
    expect(notices.map(({ title, description }) => [title, description])).toEqual([
      [
        'Natural Gas Futures: entry',
        'Bought 20 MMBtu of NG at 2.810, fee $0.01, SIMULATION account.',
      ],
      [
        'Natural Gas Futures entry order: execution corrected',
        'The broker corrected an execution. Bought 60 MMBtu of NG at 2.810. P&L −$0.60, fee $0.02, SIMULATION account.',
      ],
      [
        'Natural Gas Futures: entry',
        'Bought 60 MMBtu of NG at 2.800, fee $0.01, SIMULATION account.',
      ],
    ]);
  });
});
