// Sign-in limits under attack, in simulated time: number of guesses, and access of the owner.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Attempt,
  CHECKS_A_DAY_MAX,
  LimitedError,
  SIGN_IN_LIMITS,
  SignInLimits,
} from '../../../app/server/auth/sign-in-limits.server';
import { createSeededRandomFunction } from '../../support/killer-traders';
import { DAY_MS, SECOND_MS } from '../../../app/trading/domain/time';

const OWNER = 'ann';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const makeLimits = (seed = 1): SignInLimits =>
  new SignInLimits(() => Date.now(), createSeededRandomFunction(seed));
const getStrangerAddress = (nth: number): string =>
  `${1 + (nth % 200)}.${Math.floor(nth / 200) % 250}.${Math.floor(nth / 50_000) % 250}.7`;

/** A wrong guess; counts itself in `checked` when it is checked. */
function makeGuess(limits: SignInLimits, attempt: Attempt, checked: { count: number }): void {
  void limits.admit(attempt).then(
    (admitted) => {
      checked.count += 1;
      admitted.end('wrong');
    },
    () => undefined,
  );
}

/** Guesses at a rate for some time; `addressOf` gives the source address. */
async function runAttack(
  limits: SignInLimits,
  plan: { perSecond: number; seconds: number; addressOf: (nth: number) => string | null },
): Promise<number> {
  const checked = { count: 0 };
  for (let nth = 0; nth < plan.perSecond * plan.seconds; nth += 1) {
    makeGuess(limits, { username: OWNER, address: plan.addressOf(nth), device: null }, checked);
    await vi.advanceTimersByTimeAsync(SECOND_MS / plan.perSecond);
  }
  return checked.count;
}

/**
 * Simulated seconds until the owner is checked during guesses; Infinity if every attempt in
 * `seconds` is rejected.
 */
async function ownerSeconds(
  limits: SignInLimits,
  owner: Attempt,
  plan: { perSecond: number; seconds: number; addressOf: (nth: number) => string | null },
): Promise<number> {
  const sinceMs = Date.now();
  let inMs: number | null = null;
  let isTrying = false;
  const tryOnce = (): void => {
    if (isTrying || inMs !== null) return;
    isTrying = true;
    void limits.admit(owner).then(
      (admitted) => {
        admitted.end('right');
        inMs = Date.now();
      },
      () => void (isTrying = false),
    );
  };
  for (let nth = 0; nth < plan.perSecond * plan.seconds && inMs === null; nth += 1) {
    makeGuess(
      limits,
      { username: OWNER, address: plan.addressOf(nth), device: null },
      { count: 0 },
    );
    tryOnce();
    await vi.advanceTimersByTimeAsync(SECOND_MS / plan.perSecond);
  }
  return inMs === null ? Infinity : (inMs - sinceMs) / SECOND_MS;
}

describe('a device with an earlier sign-in', () => {
  const owner: Attempt = { username: OWNER, address: '192.0.2.1', device: 'a-device' };

  it.each([2, 20])(
    'is admitted at once under %i guesses a second from anywhere',
    async (perSecond) => {
      for (const addressOf of [
        () => null,
        () => '203.0.113.9',
        () => '192.0.2.1',
        getStrangerAddress,
      ]) {
        const limits = makeLimits();
        await runAttack(limits, { perSecond, seconds: 2400 / perSecond, addressOf });
        for (let sign = 0; sign < 30; sign += 1) {
          const admitted = await limits.admit(owner);
          expect(admitted.rank).toBe(0);
          admitted.end('right');
        }
      }
    },
  );

  it('loses its trust after ten consecutive failures, also concurrent ones', async () => {
    const limits = makeLimits();
    const admitted = await Promise.all(Array.from({ length: 40 }, () => limits.admit(owner)));
    expect(admitted.filter(({ rank }) => rank === 0)).toHaveLength(SIGN_IN_LIMITS.deviceFailures);
    for (const one of admitted) one.end('wrong');
    expect(limits.isTrusted('a-device')).toBe(false);
    await vi.advanceTimersByTimeAsync(30 * DAY_MS);
    expect(limits.isTrusted('a-device')).toBe(false);
    expect(limits.isTrusted('another')).toBe(true);
  });

  it('has no failures after a success', async () => {
    const limits = makeLimits();
    for (let round = 0; round < 5; round += 1) {
      for (let failure = 0; failure < SIGN_IN_LIMITS.deviceFailures - 1; failure += 1)
        (await limits.admit(owner)).end('wrong');
      (await limits.admit(owner)).end('right');
    }
    expect(limits.isTrusted('a-device')).toBe(true);
  });

  it('is not charged for unchecked attempts', async () => {
    const limits = makeLimits();
    for (let round = 0; round < 100; round += 1) (await limits.admit(owner)).end('none');
    expect(limits.isTrusted('a-device')).toBe(true);
  });
});

describe('an owner on a new device', () => {
  const owner: Attempt = { username: OWNER, address: '192.0.2.1', device: null };

  it.each([2, 20])(
    'is checked at the first attempt under %i guesses a second from one address',
    async (perSecond) => {
      const limits = makeLimits();
      const plan = { perSecond, seconds: 3600 / perSecond, addressOf: () => '203.0.113.9' };
      await runAttack(limits, plan);
      expect(await ownerSeconds(limits, owner, { ...plan, seconds: 60 })).toBeLessThanOrEqual(1);
    },
  );

  it.each([2, 20])(
    'is checked within one interval under %i guesses a second, once each of 200 networks has guessed',
    async (perSecond) => {
      const limits = makeLimits();
      const plan = {
        perSecond,
        seconds: 3000 / perSecond,
        addressOf: (nth: number) => getStrangerAddress(nth % 200),
      };
      await runAttack(limits, plan);
      expect(await ownerSeconds(limits, owner, { ...plan, seconds: 60 })).toBeLessThanOrEqual(
        SIGN_IN_LIMITS.accountIntervalMs / SECOND_MS + 1,
      );
    },
  );

  it.each([2, 20])(
    'is checked at once during the burst under %i guesses a second of hidden addresses',
    async (perSecond) => {
      const limits = makeLimits();
      const plan = { perSecond, seconds: 40, addressOf: () => null };
      await runAttack(limits, plan);
      expect(await ownerSeconds(limits, { ...owner, address: null }, plan)).toBeLessThanOrEqual(1);
    },
  );

  it('competes at random with indistinguishable guesses, and gets in', async () => {
    const seconds: number[] = [];
    for (let seed = 1; seed <= 4; seed += 1) {
      const limits = makeLimits(seed);
      const plan = { perSecond: 2, seconds: 800, addressOf: () => null };
      await runAttack(limits, plan);
      seconds.push(
        await ownerSeconds(limits, { ...owner, address: null }, { ...plan, seconds: 7200 }),
      );
    }
    expect(seconds.every(Number.isFinite)).toBe(true);
  });
});

describe('guesses', () => {
  it.each([
    ['hidden addresses', () => null],
    [
      'IPv6 networks of one line',
      (nth: number) => `2001:db8:1:${(nth % 65_536).toString(16)}:0:0:0:1`,
    ],
  ])('from %s stay below the daily limit', async (_from, addressOf) => {
    const limits = makeLimits();
    const checked = await runAttack(limits, {
      perSecond: 0.25,
      seconds: DAY_MS / SECOND_MS,
      addressOf,
    });
    expect(checked).toBeLessThanOrEqual(CHECKS_A_DAY_MAX);
    expect(checked).toBeGreaterThan(CHECKS_A_DAY_MAX - 20);
    expect(CHECKS_A_DAY_MAX).toBeLessThan(10_000);
  });

  it("from one address use up its own limit and little of the account's", async () => {
    const limits = makeLimits();
    const checked = await runAttack(limits, {
      perSecond: 0.25,
      seconds: DAY_MS / SECOND_MS,
      addressOf: (nth) => `2001:db8:1:2:0:0:0:${(nth % 65_536).toString(16)}`,
    });
    expect(checked).toBeLessThan(200);
  });

  it('wait in a bounded queue, and the most frequent guesser leaves it first', async () => {
    const limits = makeLimits();
    await runAttack(limits, { perSecond: 20, seconds: 120, addressOf: () => null });
    const hidden = Array.from({ length: 200 }, () =>
      limits.admit({ username: OWNER, address: null, device: null }).then(
        () => 'checked',
        (error: unknown) => error,
      ),
    );
    const fresh = limits.admit({ username: OWNER, address: '192.0.2.1', device: null });
    await vi.advanceTimersByTimeAsync(SIGN_IN_LIMITS.accountIntervalMs);
    expect((await fresh).rank).toBe(1);
    await vi.advanceTimersByTimeAsync(SIGN_IN_LIMITS.waitMsMax);
    const answers = await Promise.all(hidden);
    expect(answers.filter((answer) => answer instanceof LimitedError).length).toBeGreaterThan(190);
  });

  it('refund unchecked attempts, and successes cost nothing', async () => {
    const limits = makeLimits();
    for (let nth = 0; nth < 3 * SIGN_IN_LIMITS.accountBurst; nth += 1) {
      const admitted = await limits.admit({ username: OWNER, address: '192.0.2.1', device: null });
      admitted.end(nth % 2 === 0 ? 'none' : 'right');
    }
    expect((await limits.admit({ username: 'ANN', address: '192.0.2.1', device: null })).rank).toBe(
      1,
    );
  });
});
