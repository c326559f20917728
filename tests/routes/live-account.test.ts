// Page Live of a real account: two people arm it, a halt stops it, and its user resumes it.
import { expect, it, onTestFinished, vi } from 'vitest';
import { savePassword, setRole } from '../../app/models/account/user.server';
import { hashPassword } from '../../app/server/auth/password.server';
import { provideTerminal } from '../../app/server/desk/start-up.server';
import { getBookId } from '../../app/trading/domain/book';
import type { Broker } from '../../app/trading/ports';
import { openLiveTerminal } from '../support/live-terminal';
import { type Page, createPageUser, extractText } from '../support/page-desk';
import { createScratchDir } from '../support/test-database';
import { createVenue } from '../support/venue-desk';

const PASSPHRASE = 'plum gravel otter lantern';

async function openUsers() {
  const venues: Record<string, Broker> = {};
  const desk = openLiveTerminal(createScratchDir(), venues);
  const withdraw = provideTerminal(desk);
  onTestFinished(async () => {
    withdraw();
    await desk.close();
  });
  const [owner, second] = [await createPageUser(desk, 'ann'), await createPageUser(desk, 'bob')];
  savePassword(desk.db, second.id, await hashPassword(PASSPHRASE), Date.now());
  venues[owner.id] = createVenue();
  desk.renewBroker(owner.id);
  await desk.execute({
    userId: owner.id,
    command: { type: 'SelectMode', mode: 'live' },
    idempotencyKey: null,
  });
  const bookId = getBookId(owner.id, 'live');
  await vi.waitFor(() => expect(desk.state().links[bookId]?.state).toBe('ready'));
  return { desk, owner, second, bookId };
}

const extractMain = ({ text }: Page): string => extractText(text.slice(text.indexOf('<main')));

it('is armed by two people, halted and resumed', async () => {
  const { desk, owner, second, bookId } = await openUsers();
  expect(extractMain(await owner.open('/live'))).toContain('NOT ARMED');
  const arm = { intent: 'arm', lossLimit: '$1,000.50', approval: 'on' };
  expect((await owner.submit('/live', arm)).toast?.title).toBe('Arming requested');
  expect(extractMain(await owner.open('/live'))).toContain('WAITS FOR A SECOND PERSON');

  expect(extractMain(await second.open('/live'))).toMatch(
    /ann asks at .* to trade real money with a loss limit of \$1,000\.50; entries of strategies wait/,
  );
  const confirm = { intent: 'confirm', bookId, passphrase: 'another one' };
  const asTrader = await second.submit('/live', { ...confirm, passphrase: PASSPHRASE });
  expect([asTrader.status, extractText(asTrader.text)]).toEqual([
    403,
    expect.stringContaining('Your role is trader; this needs the role approver.'),
  ]);
  setRole(desk.db, second.id, 'approver', Date.now());
  const wrong = await second.submit('/live', confirm);
  expect([wrong.status, extractMain(wrong)]).toEqual([
    401,
    expect.stringContaining('Your passphrase is wrong. Nothing was confirmed.'),
  ]);
  expect((await second.submit('/live', { ...confirm, passphrase: PASSPHRASE })).location).toBe(
    '/live',
  );
  expect(extractMain(await owner.open('/live'))).toMatch(/ARMED UNTIL \d\d:\d\d/);

  expect((await owner.submit('/live', { intent: 'halt', level: '5' })).toast?.title).toBe(
    'Halted, level 5',
  );
  const halted = extractMain(await owner.open('/live'));
  expect(halted).toContain('HALTED, LEVEL 5');
  expect(halted).toContain('Resume the account');
  expect((await owner.submit('/live', { intent: 'resume', bookId })).location).toBe('/live');
  await vi.waitFor(async () =>
    expect(extractMain(await owner.open('/live'))).toContain('NOT ARMED'),
  );
});
