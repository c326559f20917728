// How many failed sign-ins an account and an address may have. Successful ones never count.
import { RateLimiterMemory } from 'rate-limiter-flexible';

const WINDOW_S = 900;
const ACCOUNT_FAILURES = 10;
const ADDRESS_FAILURES = 50;
const DELAY_FIRST_S = 15;
const DELAY_S_MAX = 900;

/** Wait this long before the next attempt. */
export class LimitedError extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super('Too many failed sign-ins.');
  }
}

const limiter = (points: number) => ({
  failures: new RateLimiterMemory({ points, duration: WINDOW_S }),
  delays: new RateLimiterMemory({ points: 1, duration: DELAY_S_MAX }),
  points,
});
const accounts = limiter(ACCOUNT_FAILURES);
const addresses = limiter(ADDRESS_FAILURES);

// Loopback is a proxy or this machine's own user: its address names nobody.
const isTelling = (address: string | null): address is string => address !== null && !/^(127\.|::1$|::ffff:127\.)/.test(address);

function subjects(username: string, address: string | null): (readonly [ReturnType<typeof limiter>, string])[] {
  const account = [accounts, username.toLowerCase().slice(0, 64)] as const;
  return isTelling(address) ? [account, [addresses, address]] : [account];
}

/** Throws LimitedError while the account or the address has to wait. */
export async function requireAttempt(username: string, address: string | null): Promise<void> {
  for (const [{ delays }, key] of subjects(username, address)) {
    const delay = await delays.get(key);
    if (delay && delay.msBeforeNext > 0) throw new LimitedError(Math.ceil(delay.msBeforeNext / 1000));
  }
}

/** Counts a failure; from the limit on, each makes the next wait twice as long, to a quarter of an hour at most. */
export async function countFailure(username: string, address: string | null): Promise<void> {
  for (const [{ failures, delays, points }, key] of subjects(username, address)) {
    const { consumedPoints } = await failures.penalty(key);
    const beyond = consumedPoints - points;
    if (beyond >= 0) await delays.block(key, Math.min(DELAY_S_MAX, DELAY_FIRST_S * 2 ** beyond));
  }
}

/** A right password forgives the account its failures, not the address. */
export async function forgive(username: string): Promise<void> {
  await accounts.failures.delete(username.toLowerCase().slice(0, 64));
}
