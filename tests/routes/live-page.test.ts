// Page Live by plain forms, for a user without a broker.
import { expect, it } from 'vitest';
import { extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';

const users = setUpPageUsers('live-user');

it('says what to do first, and offers nothing else', async () => {
  const user = await users.next();
  const { status, text } = await user.open('/live');
  expect([status, extractText(text)]).toEqual([
    200,
    expect.stringContaining('No live account yet Enter the connection of your broker in Settings'),
  ]);
  expect(text).toContain('ibkr:DU1234567@127.0.0.1:4002/7');
  expect(text).not.toContain('name="lossLimit"');
});

it.each([
  [{ intent: 'arm', lossLimit: '500' }, 409, 'Only live accounts are armed'],
  [{ intent: 'arm', lossLimit: 'much' }, 400, 'Enter the loss limit in dollars, for example 500.'],
  [{ intent: 'arm', lossLimit: '0' }, 400, 'The loss limit must be above zero.'],
  [{ intent: 'halt', level: '9' }, 400, 'Choose one of the five levels.'],
  [{ intent: 'halt', level: '4' }, 404, 'There is no live account to halt'],
  [{ intent: 'approve', proposal: 'none' }, 400, 'This entry no longer waits for approval.'],
  [{ intent: 'resume', bookId: 'bob:live' }, 404, 'There is no account bob:live.'],
  [{ intent: 'compare' }, 409, 'The broker is not connected, or did not answer.'],
])('answers %j with %i and the reason', async (fields, status, reason) => {
  const user = await users.next();
  const answer = await user.submit('/live', fields as Record<string, string>);
  expect([answer.status, extractText(answer.text)]).toEqual([
    status,
    expect.stringContaining(reason),
  ]);
});

it('rejects a form that it does not have', async () => {
  const user = await users.next();
  expect((await user.submit('/live', { intent: 'sell' })).status).toBe(400);
});
