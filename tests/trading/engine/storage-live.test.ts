// A live account while the disk is full: a halt and the news of its broker take effect after it.
import { expect, test } from 'vitest';
import { createDeskHarness, createTestConfig } from '../../support/desk-harness';
import { createFragileJournal } from '../../support/fragile-journal';
import { ARM_ACCOUNT, createManualOrder, executeCommand } from '../../support/reference-orders';
import { VenueDesk, createVenue, openLiveAccount } from '../../support/venue-desk';

async function openFragile() {
  const disk = createFragileJournal();
  const venue = { ...createVenue(), isDemo: true as const };
  const config = createTestConfig({ findLiveBroker: () => venue });
  const account = new VenueDesk(createDeskHarness(config, disk.journal), config);
  await openLiveAccount(account);
  expect(await executeCommand(account.desk, ARM_ACCOUNT)).toBe('granted');
  disk.setFull(true);
  expect(await executeCommand(account.desk, createManualOrder())).toBe('STORAGE');
  return { account, venue, setFull: disk.setFull };
}

test('a halt of an account during a storage fault is carried out first after it', async () => {
  const { account, venue, setFull } = await openFragile();
  const { desk } = account;
  const halt = { type: 'HaltAccounts', userId: 'ann', level: 4, instrumentId: null } as const;
  expect(await executeCommand(desk, { ...halt, reason: 'the storm' })).toBe('STORAGE');
  setFull(false);
  account.passTime(1000);
  expect(account.book.halt).toMatchObject({ level: 4, reason: 'the storm' });
  expect(await executeCommand(desk, createManualOrder())).toBe('HALTED');
  expect(venue.sent).toEqual([]);
});

test('a lost broker is still lost after a storage fault', async () => {
  const { account, setFull } = await openFragile();
  account.loseBroker('the line is cut');
  setFull(false);
  account.passTime(1000);
  expect(account.desk.runner.state().links[account.book.id]).toMatchObject({
    state: 'down',
    reason: 'the line is cut',
  });
});

test('a comparison during a storage fault is applied after it', async () => {
  const { account, setFull } = await openFragile();
  account.loseBroker('the line is cut');
  account.compareBroker();
  setFull(false);
  account.passTime(1000);
  expect(account.desk.runner.state().links[account.book.id]?.state).toBe('ready');
});
