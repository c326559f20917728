// An emergency stop is repeated until the server confirms it.
import { describe, expect, it } from 'vitest';
import { StopAttempts } from '../../../app/components/emergency/stop-attempts';

const DONE = {
  isStopped: true,
  at: '14:02:11',
  title: 'Emergency stop: no new entries',
  description: 'SIMULATION: 10 commodities stopped.',
};
const createJsonResponse = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** StopAttempts with scripted responses and manual timers. */
function createAttempts(answers: (Response | Error | 'silence')[]) {
  const timers: { work: () => void; delayMs: number; isOff: boolean }[] = [];
  const sent: URLSearchParams[] = [];
  const attempts = new StopAttempts({
    send: (fields, signal) => {
      sent.push(fields);
      const answer = answers.shift() ?? 'silence';
      if (answer instanceof Error) return Promise.reject(answer);
      if (answer !== 'silence') return Promise.resolve(answer);
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    },
    nowMs: () => 0,
    schedule: (work, delayMs) => {
      const timer = { work, delayMs, isOff: false };
      timers.push(timer);
      return () => void (timer.isOff = true);
    },
  });
  const runTimer = async (): Promise<number> => {
    const timer = timers.filter(({ isOff }) => !isOff).shift();
    if (timer) timer.isOff = true;
    timer?.work();
    await flushPromises();
    return timer?.delayMs ?? NaN;
  };
  return { attempts, sent, runTimer };
}

describe('an emergency stop', () => {
  it('is confirmed by the server response', async () => {
    const { attempts } = createAttempts([createJsonResponse(DONE)]);
    attempts.requestStop(new URLSearchParams({ from: '/' }));
    expect(attempts.getState()).toMatchObject({
      kind: 'unconfirmed',
      attemptCount: 1,
      failure: 'none',
    });
    await flushPromises();
    expect(attempts.getState()).toEqual({
      kind: 'confirmed',
      at: DONE.at,
      title: DONE.title,
      description: DONE.description,
    });
    attempts.clearConfirmation();
    expect(attempts.getState()).toEqual({ kind: 'idle' });
  });

  it('is retried with a bounded back-off until a response arrives', async () => {
    const { attempts, sent, runTimer } = createAttempts([
      ...Array.from({ length: 9 }, () => new TypeError('Failed to fetch')),
      createJsonResponse(DONE),
    ]);
    attempts.requestStop(new URLSearchParams({ csrf: 'token' }));
    await flushPromises();
    const pauses: number[] = [];
    while (attempts.getState().kind === 'unconfirmed' && pauses.length < 20) {
      expect(attempts.getState()).toMatchObject({
        failure: 'unreached',
        attemptCount: pauses.length + 1,
      });
      pauses.push(await runTimer());
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000, 5000, 5000]);
    expect(attempts.getState().kind).toBe('confirmed');
    expect(sent.every((fields) => fields.get('csrf') === 'token')).toBe(true);
  });

  it('times out after 3 seconds', async () => {
    const { attempts, runTimer } = createAttempts(['silence']);
    attempts.requestStop(new URLSearchParams());
    await flushPromises();
    expect(await runTimer()).toBe(3000);
    expect(attempts.getState()).toMatchObject({ kind: 'unconfirmed', failure: 'slow' });
  });

  it.each([
    [
      'a redirect to the sign-in page',
      new Response(null, { status: 302, headers: { Location: '/login' } }),
      'signed-out',
    ],
    ['401', createJsonResponse({ error: 'Sign in first' }, 401), 'signed-out'],
    [
      'a page',
      new Response('<!DOCTYPE html>', { headers: { 'Content-Type': 'text/html' } }),
      'refused',
    ],
    ['a fault of the desk', new Response('', { status: 500 }), 'refused'],
    [
      'a stop that is not stored',
      createJsonResponse({ ...DONE, isStopped: false }, 503),
      'refused',
    ],
    ['JSON of something else', createJsonResponse({ success: true }), 'refused'],
  ])('is not confirmed by %s', async (_what, answer, failure) => {
    const { attempts, runTimer } = createAttempts([answer, createJsonResponse(DONE)]);
    attempts.requestStop(new URLSearchParams());
    await flushPromises();
    expect(attempts.getState()).toMatchObject({ kind: 'unconfirmed', failure });
    await runTimer();
    expect(attempts.getState().kind).toBe('confirmed');
  });

  it('is sent at once when pressed again, without parallel requests', async () => {
    const { attempts, sent } = createAttempts([
      new TypeError('Failed to fetch'),
      createJsonResponse(DONE),
    ]);
    attempts.requestStop(new URLSearchParams());
    attempts.requestStop(new URLSearchParams());
    expect(sent).toHaveLength(1);
    await flushPromises();
    attempts.requestStop(new URLSearchParams());
    await flushPromises();
    expect(sent).toHaveLength(2);
    expect(attempts.getState().kind).toBe('confirmed');
  });
});
