// Process log: secrets are redacted at any depth, users are pseudonymous.
import { expect, test } from 'vitest';
import { redactEvent, getUserTag } from '../../../app/server/platform/log.server';

const CANARY = 'canary-0123456789';

test('redacts values under secret-like names at any depth, in lists and in errors', () => {
  const error = Object.assign(new Error('it broke'), {
    request: { headers: { 'Set-Cookie': CANARY } },
  });
  const logged = JSON.stringify(
    redactEvent({
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
  expect(logged).not.toContain(CANARY);
  expect(logged.match(/\[secret\]/g)).toHaveLength(9);
  expect(logged).toContain('it broke');
  expect(logged).toContain('log.test.ts'); // the stack is there
});

test('logs only the class of requests and headers', () => {
  const logged = redactEvent({
    headers: new Headers({ cookie: CANARY }),
    form: new URLSearchParams({ a: CANARY }),
    bytes: Buffer.from(CANARY),
    seen: new Map([['a', CANARY]]),
  });
  expect(logged).toEqual({
    headers: '[Headers]',
    form: '[URLSearchParams]',
    bytes: '[Buffer]',
    seen: '[Map]',
  });
});

test('keeps plain values, and cuts endless ones', () => {
  const facts = {
    requestId: 'a',
    status: 200,
    ms: 1.5,
    user: null,
    at: new Date(0),
    list: [1, 'two', { three: true }],
  };
  expect(redactEvent(facts)).toEqual(facts);
  const endless: Record<string, unknown> = {};
  endless['again'] = endless;
  expect(JSON.stringify(redactEvent(endless))).toContain('[deep]');
});

test('the tag of a user is constant and is not the id', () => {
  const id = '0123456789abcdef0123456789abcdef';
  expect(getUserTag(id)).toMatch(/^[0-9a-f]{12}$/);
  expect([
    getUserTag(id) === getUserTag(id),
    getUserTag(id) === getUserTag(`${id}0`),
    id.includes(getUserTag(id)),
  ]).toEqual([true, false, false]);
});
