// How many passwords may be checked: for a device that has signed in before, for an address, and
// for an account as a whole.
// Decision record 0050 gives the reasons and the bounds.
import { isLoopback, networkKey, visitorKey } from '../http/client-address.server';
import { DAY_MS, MINUTE_MS } from '../../trading/domain/time';

export const SIGN_IN_LIMITS = {
  /** Failures in a row after which a device is no longer trusted. */
  deviceFailures: 10,
  /** Failures of one address in the window before it has to wait. */
  addressFailures: 50,
  addressWindowMs: 15 * MINUTE_MS,
  addressDelayMs: [15_000, 15 * MINUTE_MS],
  /** Checks of one account without a device cookie: so many at once, then one each interval. */
  accountBurst: 1_000,
  accountIntervalMs: 10_000,
  /** Attempts of one account that wait for a check, and for how long at most. */
  waitingMax: 64,
  waitMsMax: 25_000,
} as const;

/** The most checks of one account without a device cookie in any 24 hours. */
export const CHECKS_A_DAY_MAX =
  SIGN_IN_LIMITS.accountBurst + DAY_MS / SIGN_IN_LIMITS.accountIntervalMs;

const ACCOUNTS_MAX = 10_000;
const NETWORKS_MAX = 4_096;
const ADDRESSES_MAX = 50_000;
const DEVICES_MAX = 10_000;

/** Wait this long before the next attempt. */
export class LimitedError extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super('Too many failed sign-ins.');
  }
}

export interface Attempt {
  readonly username: string;
  /** The address that limits count by; null where it is unknown. */
  readonly address: string | null;
  /** The device that the request proved for this user name, or null. */
  readonly device: string | null;
}

/** An attempt that may be checked. */
interface Admitted {
  /**
   * 0 for a trusted device, otherwise 1 and more: the more failures the network has, the later it
   * comes.
   */
  readonly rank: number;
  /** Ends the attempt. `none` gives back what it took: nothing was checked. */
  end(result: 'right' | 'wrong' | 'none'): void;
}

interface Waiter {
  readonly network: string | null;
  readonly order: number;
  start(): void;
  refuse(): void;
}

interface Account {
  tokens: number;
  filledMs: number;
  /** Failures by network, of the last day or two. */
  readonly failures: Map<string, number>;
  failuresSinceMs: number;
  readonly waiting: Set<Waiter>;
  timer: ReturnType<typeof setTimeout> | null;
}

interface Address {
  failures: number;
  sinceMs: number;
  blockedUntilMs: number;
}

/** Puts a row at the newest end of a map and drops the oldest rows beyond the bound. */
function putNewest<V>(
  rows: Map<string, V>,
  key: string,
  row: V,
  most: number,
  mayDrop: (row: V) => boolean = () => true,
): void {
  rows.delete(key);
  rows.set(key, row);
  if (rows.size <= most) return;
  for (const [oldKey, old] of rows) {
    if (rows.size <= most) return;
    if (oldKey !== key && mayDrop(old)) rows.delete(oldKey);
  }
}

const accountKey = (username: string): string => username.toLowerCase().slice(0, 64);
// Loopback is a proxy or a user of this machine: its address names nobody.
const isNamed = (address: string | null): address is string =>
  address !== null && !isLoopback(address);

/** Limits in memory, by a clock in milliseconds and a chance in [0, 1) that orders equals. */
export class SignInLimits {
  private readonly accounts = new Map<string, Account>();
  private readonly addresses = new Map<string, Address>();
  private readonly devices = new Map<string, number>();

  constructor(
    private readonly now: () => number = Date.now,
    private readonly chance: () => number = Math.random,
  ) {}

  /**
   * Resolves when the attempt may be checked; the caller ends it. Rejects with LimitedError where
   * it may not.
   */
  async admit({ username, address, device }: Attempt): Promise<Admitted> {
    const name = accountKey(username);
    if (device !== null && this.isTrusted(device)) return this.admitDevice(device);
    this.requireAddress(address);
    const network = isNamed(address) ? networkKey(address) : null;
    const account = this.account(name);
    await this.takeToken(account, network);
    const rank = 1 + this.failuresOf(account, network);
    return {
      rank,
      end: (result) => {
        if (result !== 'wrong')
          account.tokens = Math.min(SIGN_IN_LIMITS.accountBurst, account.tokens + 1);
        if (result === 'wrong') this.countFailure(account, network, address);
        if (result === 'right') account.failures.delete(network ?? '');
      },
    };
  }

  isTrusted(device: string): boolean {
    return (this.devices.get(device) ?? 0) < SIGN_IN_LIMITS.deviceFailures;
  }

  /** Counted before the check, so that attempts at the same time cannot exceed the budget. */
  private admitDevice(device: string): Admitted {
    const before = this.devices.get(device) ?? 0;
    putNewest(this.devices, device, before + 1, DEVICES_MAX);
    return {
      rank: 0,
      end: (result) => {
        if (result === 'right') this.devices.delete(device);
        if (result === 'none')
          this.devices.set(device, Math.max(0, (this.devices.get(device) ?? 1) - 1));
      },
    };
  }

  /**
   * Throws LimitedError while the address has to wait. Asked again before the check, for attempts
   * that waited meanwhile.
   */
  requireAddress(address: string | null): void {
    if (!isNamed(address)) return;
    const waitMs = (this.addresses.get(visitorKey(address))?.blockedUntilMs ?? 0) - this.now();
    if (waitMs > 0) throw new LimitedError(Math.ceil(waitMs / 1000));
  }

  private account(name: string): Account {
    const nowMs = this.now();
    const account: Account = this.accounts.get(name) ?? {
      tokens: SIGN_IN_LIMITS.accountBurst,
      filledMs: nowMs,
      failures: new Map(),
      failuresSinceMs: nowMs,
      waiting: new Set(),
      timer: null,
    };
    if (nowMs - account.failuresSinceMs >= 2 * DAY_MS) {
      account.failures.clear();
      account.failuresSinceMs = nowMs;
    }
    const isIdle = (row: Account): boolean =>
      row.waiting.size === 0 && this.refilled(row) >= SIGN_IN_LIMITS.accountBurst;
    putNewest(this.accounts, name, account, ACCOUNTS_MAX, isIdle);
    return account;
  }

  private refilled({ tokens, filledMs }: Account): number {
    return Math.min(
      SIGN_IN_LIMITS.accountBurst,
      tokens + Math.floor((this.now() - filledMs) / SIGN_IN_LIMITS.accountIntervalMs),
    );
  }

  /** Whole intervals become tokens; the rest of an interval goes on counting. */
  private refill(account: Account): void {
    const intervals = Math.max(
      0,
      Math.floor((this.now() - account.filledMs) / SIGN_IN_LIMITS.accountIntervalMs),
    );
    account.tokens = Math.min(SIGN_IN_LIMITS.accountBurst, account.tokens + intervals);
    account.filledMs += intervals * SIGN_IN_LIMITS.accountIntervalMs;
  }

  private failuresOf(account: Account, network: string | null): number {
    return account.failures.get(network ?? '') ?? 0;
  }

  private takeToken(account: Account, network: string | null): Promise<void> {
    this.refill(account);
    if (account.tokens > 0 && account.waiting.size === 0) {
      account.tokens -= 1;
      return Promise.resolve();
    }
    return this.wait(account, network);
  }

  private wait(account: Account, network: string | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const retryS = Math.ceil(SIGN_IN_LIMITS.accountIntervalMs / 1000);
      const giveUp = setTimeout(() => waiter.refuse(), SIGN_IN_LIMITS.waitMsMax);
      const leave = (): void => {
        clearTimeout(giveUp);
        account.waiting.delete(waiter);
      };
      const waiter: Waiter = {
        network,
        order: this.chance(),
        start: () => {
          leave();
          resolve();
        },
        refuse: () => {
          leave();
          reject(new LimitedError(retryS));
        },
      };
      account.waiting.add(waiter);
      if (account.waiting.size > SIGN_IN_LIMITS.waitingMax) this.pick(account, 'last')?.refuse();
      this.serveLater(account);
    });
  }

  /**
   * The waiter whose network failed least or most; chance decides among equals, so that coming more
   * often is the only gain.
   */
  private pick(account: Account, place: 'first' | 'last'): Waiter | null {
    const sign = place === 'first' ? 1 : -1;
    const isBefore = (one: Waiter, other: Waiter): boolean => {
      const difference =
        this.failuresOf(account, one.network) - this.failuresOf(account, other.network);
      return sign * (difference === 0 ? one.order - other.order : difference) < 0;
    };
    let best: Waiter | null = null;
    for (const waiter of account.waiting)
      if (best === null || isBefore(waiter, best)) best = waiter;
    return best;
  }

  private serveLater(account: Account): void {
    if (account.timer !== null || account.waiting.size === 0) return;
    const dueMs =
      account.tokens > 0 ? 0 : account.filledMs + SIGN_IN_LIMITS.accountIntervalMs - this.now();
    account.timer = setTimeout(
      () => {
        account.timer = null;
        this.serve(account);
      },
      Math.max(0, dueMs),
    );
  }

  private serve(account: Account): void {
    this.refill(account);
    while (account.tokens > 0 && account.waiting.size > 0) {
      account.tokens -= 1;
      this.pick(account, 'first')?.start();
    }
    this.serveLater(account);
  }

  private countFailure(account: Account, network: string | null, address: string | null): void {
    putNewest(account.failures, network ?? '', this.failuresOf(account, network) + 1, NETWORKS_MAX);
    if (!isNamed(address)) return;
    const key = visitorKey(address);
    const nowMs = this.now();
    const known = this.addresses.get(key);
    const isOver =
      known === undefined ||
      nowMs - known.sinceMs >=
        SIGN_IN_LIMITS.addressWindowMs + Math.max(0, known.blockedUntilMs - known.sinceMs);
    const row: Address = isOver ? { failures: 0, sinceMs: nowMs, blockedUntilMs: 0 } : known;
    row.failures += 1;
    const beyond = row.failures - SIGN_IN_LIMITS.addressFailures;
    const [firstMs, mostMs] = SIGN_IN_LIMITS.addressDelayMs;
    if (beyond >= 0) row.blockedUntilMs = nowMs + Math.min(mostMs, firstMs * 2 ** beyond);
    putNewest(this.addresses, key, row, ADDRESSES_MAX);
  }
}

export const signInLimits = new SignInLimits();
