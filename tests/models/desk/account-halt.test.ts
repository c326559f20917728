// What a trader sees of a halted live account: an alert above every screen, and why nothing is entered.
import { expect, it } from 'vitest';
import { listShellAlerts } from '../../../app/models/desk/account-alerts.server';
import { explainRunBlock } from '../../../app/models/desk/run-block.server';
import { buildNoticePage } from '../../../app/models/notifications/notices.server';
import { createScratchDir } from '../../support/test-database';
import { openHaltedDesk } from '../../support/halted-desk';

it('a halted account has an alert with its reason, and RUN names it', async () => {
  const { desk, userId } = await openHaltedDesk({ dataDir: createScratchDir(), userId: 'ann' });
  const view = desk.getView(userId);
  if (!view) throw new Error('the account is open');
  const input = { view, userId, username: 'ann', timeZone: 'America/New_York' };
  expect(listShellAlerts(desk, input)).toEqual([
    {
      kind: 'alert',
      title: 'ACCOUNT HALTED',
      text: expect.stringMatching(
        /^2026-01-05 .*: the broker disagrees with this account: order [0-9a-f]{8}\u2026 in NG\S*: 11 lots were reported filled where 10 were left\. Entries blocked, no position open; stops, CLOSE and STOP work\./,
      ) as string,
      ways: [],
    },
  ]);
  const command = { type: 'StartTrading', commodity: null } as const;
  const { outcome } = await desk.execute({ userId, command, idempotencyKey: null });
  expect(outcome).toMatchObject({ ok: false, refusal: { code: 'HALTED' } });
  expect(explainRunBlock(desk, view, { userId, scope: 'all' })).toMatch(
    /^This account is halted: order [0-9a-f]{8}\u2026 in NG\S*: 11 lots/,
  );
});

it('the owner reads in the notifications which order the broker disagrees about', async () => {
  const { desk, userId } = await openHaltedDesk({ dataDir: createScratchDir(), userId: 'ann' });
  const { notices } = buildNoticePage(desk, userId, null);
  expect(notices.find(({ title }) => title === 'Account halted')?.description).toMatch(
    /^LIVE account: Order [0-9a-f]{8}\u2026 in NG\S*: 11 lots were reported filled where 10 were left\.$/,
  );
});
