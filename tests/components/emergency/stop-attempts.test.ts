// An emergency stop is repeated until it is confirmed, and nothing but the answer of the desk
// confirms it.
import { describe, expect, it } from 'vitest';
import { StopAttempts } from '../../../app/components/emergency/stop-attempts';

const DONE = {
  isStopped: true,
  at: '14:02:11',
  title: 'Emergency stop: no new entries',
  description: 'SIMULATION: 10 commodities stopped.',
};
const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A page whose answers and timers the test gives. */
function makePage(answers: (Response | Error | 'silence')[]) {
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
    later: (work, delayMs) => {
      const timer = { work, delayMs, isOff: false };
      timers.push(timer);
      return () => void (timer.isOff = true);
    },
  });
  const runTimer = async (): Promise<number> => {
    const timer = timers.filter(({ isOff }) => !isOff).shift();
    if (timer) timer.isOff = true;
    timer?.work();
    await settle();
    return timer?.delayMs ?? NaN;
  };
  return { attempts, sent, runTimer };
}

describe('an emergency stop', () => {
  it('is confirmed by the answer of the desk', async () => {
    const { attempts } = makePage([json(DONE)]);
    attempts.press(new URLSearchParams({ from: '/' }));
    expect(attempts.read()).toMatchObject({ kind: 'unconfirmed', tries: 1, trouble: 'none' });
    await settle();
    expect(attempts.read()).toEqual({
      kind: 'confirmed',
      at: DONE.at,
      title: DONE.title,
      description: DONE.description,
    });
    attempts.acknowledge();
    expect(attempts.read()).toEqual({ kind: 'idle' });
  });

  it('is sent again, with growing pauses up to a bound, until it is answered', async () => {
    const { attempts, sent, runTimer } = makePage([
      ...Array.from({ length: 9 }, () => new TypeError('Failed to fetch')),
      json(DONE),
    ]);
    attempts.press(new URLSearchParams({ csrf: 'token' }));
    await settle();
    const pauses: number[] = [];
    while (attempts.read().kind === 'unconfirmed' && pauses.length < 20) {
      expect(attempts.read()).toMatchObject({ trouble: 'unreached', tries: pauses.length + 1 });
      pauses.push(await runTimer());
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000, 5000, 5000]);
    expect(attempts.read().kind).toBe('confirmed');
    expect(sent.every((fields) => fields.get('csrf') === 'token')).toBe(true);
  });

  it('does not wait for an answer for ever', async () => {
    const { attempts, runTimer } = makePage(['silence']);
    attempts.press(new URLSearchParams());
    await settle();
    expect(await runTimer()).toBe(3000);
    expect(attempts.read()).toMatchObject({ kind: 'unconfirmed', trouble: 'slow' });
  });

  it.each([
    [
      'a redirect to the sign-in page',
      new Response(null, { status: 302, headers: { Location: '/login' } }),
      'signed-out',
    ],
    ['401', json({ error: 'Sign in first' }, 401), 'signed-out'],
    [
      'a page',
      new Response('<!DOCTYPE html>', { headers: { 'Content-Type': 'text/html' } }),
      'refused',
    ],
    ['a fault of the desk', new Response('', { status: 500 }), 'refused'],
    ['a stop that is not stored', json({ ...DONE, isStopped: false }, 503), 'refused'],
    ['JSON of something else', json({ success: true }), 'refused'],
  ])('is not confirmed by %s', async (_what, answer, trouble) => {
    const { attempts, runTimer } = makePage([answer, json(DONE)]);
    attempts.press(new URLSearchParams());
    await settle();
    expect(attempts.read()).toMatchObject({ kind: 'unconfirmed', trouble });
    await runTimer();
    expect(attempts.read().kind).toBe('confirmed');
  });

  it('that is pressed again is sent at once, and never twice at the same time', async () => {
    const { attempts, sent } = makePage([new TypeError('Failed to fetch'), json(DONE)]);
    attempts.press(new URLSearchParams());
    attempts.press(new URLSearchParams());
    expect(sent).toHaveLength(1);
    await settle();
    attempts.press(new URLSearchParams());
    await settle();
    expect(sent).toHaveLength(2);
    expect(attempts.read().kind).toBe('confirmed');
  });
});
