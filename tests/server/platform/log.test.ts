// The process's log keeps secrets out at any depth, and tells users without naming them.
import { expect, test } from 'vitest';
import { toLoggable, userTag } from '../../../app/server/platform/log.server';

const CANARY = 'canary-0123456789';

test('what is named like a secret is taken out at any depth, in lists and in errors', () => {
  const error = Object.assign(new Error('it broke'), {
    request: { headers: { 'Set-Cookie': CANARY } },
  });
  const told = JSON.stringify(
    toLoggable({
      password: CANARY,
      user: 'x',
      err: error,
      request: {
        headers: { cookie: CANARY, Authorization: CANARY },
        body: [
          { settings: { brokerApiKey: CANARY, deep: { er: { still: { csrfToken: CANARY } } } } },
        ],
      },
      'idempotency-key': CANARY,
      MASTER_KEY: CANARY,
      METRICS_TOKEN: { value: CANARY },
    }),
  );
  expect(told).not.toContain(CANARY);
  expect(told.match(/\[secret\]/g)).toHaveLength(9);
  expect(told).toContain('it broke');
  expect(told).toContain('log.test.ts'); // the stack is there
});

test('what holds a request is named and not told', () => {
  const told = toLoggable({
    headers: new Headers({ cookie: CANARY }),
    form: new URLSearchParams({ a: CANARY }),
    bytes: Buffer.from(CANARY),
    seen: new Map([['a', CANARY]]),
  });
  expect(told).toEqual({
    headers: '[Headers]',
    form: '[URLSearchParams]',
    bytes: '[Buffer]',
    seen: '[Map]',
  });
});

test('plain facts stay as they are, and endless ones end', () => {
  const facts = {
    requestId: 'a',
    status: 200,
    ms: 1.5,
    user: null,
    at: new Date(0),
    list: [1, 'two', { three: true }],
  };
  expect(toLoggable(facts)).toEqual(facts);
  const endless: Record<string, unknown> = {};
  endless['again'] = endless;
  expect(JSON.stringify(toLoggable(endless))).toContain('[deep]');
});

test('a user is told by a tag that is always the same and is not the id', () => {
  const id = '0123456789abcdef0123456789abcdef';
  expect(userTag(id)).toMatch(/^[0-9a-f]{12}$/);
  expect([
    userTag(id) === userTag(id),
    userTag(id) === userTag(`${id}0`),
    id.includes(userTag(id)),
  ]).toEqual([true, false, false]);
});
