// Limits of password checks per device, address and account. Reasons and bounds: decision record
// 0050.
import { isLoopback, getNetworkKey, getVisitorKey } from '../http/ip-address.server';
import { DAY_MS, MINUTE_MS } from '../../trading/domain/time';

export const SIGN_IN_LIMITS = {
  /** Consecutive failures after which a device is no longer trusted. */
  deviceFailures: 10,
  /** Failures of one address within the window before it must wait. */
  addressFailures: 50,
  addressWindowMs: 15 * MINUTE_MS,
  addressDelayMs: [15_000, 15 * MINUTE_MS],
  /** Checks of one account without a device cookie: burst size, then one per interval. */
  accountBurst: 1_000,
  accountIntervalMs: 10_000,
  /** Maximum waiting attempts of one account, and their maximum wait. */
  waitingMax: 64,
  waitMsMax: 25_000,
} as const;

/** Maximum checks of one account without a device cookie in any 24 hours. */
export const CHECKS_A_DAY_MAX =
  SIGN_IN_LIMITS.accountBurst + DAY_MS / SIGN_IN_LIMITS.accountIntervalMs;

const ACCOUNTS_MAX = 10_000;
const NETWORKS_MAX = 4_096;
const ADDRESSES_MAX = 50_000;
const DEVICES_MAX = 10_000;

/** Too many failures; retry after the given seconds. */
export class LimitedError extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super('Too many failed sign-ins.');
  }
}

export interface Attempt {
  readonly username: string;
  /** Address that limits count by; null if unknown. */
  readonly address: string | null;
  /** Device that the request proved for this username, or null. */
  readonly device: string | null;
}

/** Attempt that may be checked. */
interface Admitted {
  /** 0 for a trusted device, else 1 plus the failures of its network. Lower ranks go first. */
  readonly rank: number;
  /** Ends the attempt. `none` refunds its token: nothing was checked. */
  end(result: 'right' | 'wrong' | 'none'): void;
}

interface Waiter {
  readonly network: string | null;
  readonly order: number;
  start(): void;
  reject(): void;
}

interface Account {
  tokens: number;
  filledMs: number;
  /** Failures by network, cleared every two days. */
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

/** Moves a row to the newest end of a map and drops the oldest rows above the limit. */
function upsertNewest<V>(
  rows: Map<string, V>,
  key: string,
  row: V,
  maxRows: number,
  canDrop: (row: V) => boolean = () => true,
): void {
  rows.delete(key);
  rows.set(key, row);
  if (rows.size <= maxRows) return;
  for (const [oldKey, old] of rows) {
    if (rows.size <= maxRows) return;
    if (oldKey !== key && canDrop(old)) rows.delete(oldKey);
  }
}

const getAccountKey = (username: string): string => username.toLowerCase().slice(0, 64);
// Loopback is a proxy or a local user: its address identifies no visitor.
const isRemoteAddress = (address: string | null): address is string =>
  address !== null && !isLoopback(address);

/** In-memory limits. `now` is in ms; `random` in [0, 1) breaks ties. */
export class SignInLimits {
  private readonly accounts = new Map<string, Account>();
  private readonly addresses = new Map<string, Address>();
  private readonly devices = new Map<string, number>();

  constructor(
    private readonly now: () => number = Date.now,
    private readonly random: () => number = Math.random,
  ) {}

  /**
   * Resolves when the attempt may be checked; the caller must end it. Rejects with LimitedError.
   */
  async admit({ username, address, device }: Attempt): Promise<Admitted> {
    const name = getAccountKey(username);
    if (device !== null && this.isTrusted(device)) return this.admitDevice(device);
    this.assertAddressAllowed(address);
    const network = isRemoteAddress(address) ? getNetworkKey(address) : null;
    const account = this.getAccount(name);
    await this.takeToken(account, network);
    const rank = 1 + this.getFailures(account, network);
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

  /** Counted before the check, so that concurrent attempts cannot exceed the limit. */
  private admitDevice(device: string): Admitted {
    const previous = this.devices.get(device) ?? 0;
    upsertNewest(this.devices, device, previous + 1, DEVICES_MAX);
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
   * Throws LimitedError while the address is blocked. Called again before the check, for attempts
   * that waited.
   */
  assertAddressAllowed(address: string | null): void {
    if (!isRemoteAddress(address)) return;
    const waitMs = (this.addresses.get(getVisitorKey(address))?.blockedUntilMs ?? 0) - this.now();
    if (waitMs > 0) throw new LimitedError(Math.ceil(waitMs / 1000));
  }

  private getAccount(name: string): Account {
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
      row.waiting.size === 0 && this.computeTokens(row) >= SIGN_IN_LIMITS.accountBurst;
    upsertNewest(this.accounts, name, account, ACCOUNTS_MAX, isIdle);
    return account;
  }

  private computeTokens({ tokens, filledMs }: Account): number {
    return Math.min(
      SIGN_IN_LIMITS.accountBurst,
      tokens + Math.floor((this.now() - filledMs) / SIGN_IN_LIMITS.accountIntervalMs),
    );
  }

  /** Adds one token per full interval; the remainder carries over. */
  private refillTokens(account: Account): void {
    const intervals = Math.max(
      0,
      Math.floor((this.now() - account.filledMs) / SIGN_IN_LIMITS.accountIntervalMs),
    );
    account.tokens = Math.min(SIGN_IN_LIMITS.accountBurst, account.tokens + intervals);
    account.filledMs += intervals * SIGN_IN_LIMITS.accountIntervalMs;
  }

  private getFailures(account: Account, network: string | null): number {
    return account.failures.get(network ?? '') ?? 0;
  }

  private takeToken(account: Account, network: string | null): Promise<void> {
    this.refillTokens(account);
    if (account.tokens > 0 && account.waiting.size === 0) {
      account.tokens -= 1;
      return Promise.resolve();
    }
    return this.waitForToken(account, network);
  }

  private waitForToken(account: Account, network: string | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const retryS = Math.ceil(SIGN_IN_LIMITS.accountIntervalMs / 1000);
      const giveUp = setTimeout(() => waiter.reject(), SIGN_IN_LIMITS.waitMsMax);
      const removeWaiter = (): void => {
        clearTimeout(giveUp);
        account.waiting.delete(waiter);
      };
      const waiter: Waiter = {
        network,
        order: this.random(),
        start: () => {
          removeWaiter();
          resolve();
        },
        reject: () => {
          removeWaiter();
          reject(new LimitedError(retryS));
        },
      };
      account.waiting.add(waiter);
      if (account.waiting.size > SIGN_IN_LIMITS.waitingMax)
        this.findWaiter(account, 'last')?.reject();
      this.scheduleServing(account);
    });
  }

  /**
   * Waiter whose network has the fewest or most failures. Ties are random, so that only more
   * attempts improve the odds.
   */
  private findWaiter(account: Account, position: 'first' | 'last'): Waiter | null {
    const sign = position === 'first' ? 1 : -1;
    const isBefore = (one: Waiter, other: Waiter): boolean => {
      const difference =
        this.getFailures(account, one.network) - this.getFailures(account, other.network);
      return sign * (difference === 0 ? one.order - other.order : difference) < 0;
    };
    let best: Waiter | null = null;
    for (const waiter of account.waiting)
      if (best === null || isBefore(waiter, best)) best = waiter;
    return best;
  }

  private scheduleServing(account: Account): void {
    if (account.timer !== null || account.waiting.size === 0) return;
    const dueMs =
      account.tokens > 0 ? 0 : account.filledMs + SIGN_IN_LIMITS.accountIntervalMs - this.now();
    account.timer = setTimeout(
      () => {
        account.timer = null;
        this.serveWaiters(account);
      },
      Math.max(0, dueMs),
    );
  }

  private serveWaiters(account: Account): void {
    this.refillTokens(account);
    while (account.tokens > 0 && account.waiting.size > 0) {
      account.tokens -= 1;
      this.findWaiter(account, 'first')?.start();
    }
    this.scheduleServing(account);
  }

  private countFailure(account: Account, network: string | null, address: string | null): void {
    upsertNewest(
      account.failures,
      network ?? '',
      this.getFailures(account, network) + 1,
      NETWORKS_MAX,
    );
    if (!isRemoteAddress(address)) return;
    const key = getVisitorKey(address);
    const nowMs = this.now();
    const existing = this.addresses.get(key);
    const isOver =
      existing === undefined ||
      nowMs - existing.sinceMs >=
        SIGN_IN_LIMITS.addressWindowMs + Math.max(0, existing.blockedUntilMs - existing.sinceMs);
    const row: Address = isOver ? { failures: 0, sinceMs: nowMs, blockedUntilMs: 0 } : existing;
    row.failures += 1;
    const excess = row.failures - SIGN_IN_LIMITS.addressFailures;
    const [firstMs, maxMs] = SIGN_IN_LIMITS.addressDelayMs;
    if (excess >= 0) row.blockedUntilMs = nowMs + Math.min(maxMs, firstMs * 2 ** excess);
    upsertNewest(this.addresses, key, row, ADDRESSES_MAX);
  }
}

export const signInLimits = new SignInLimits();
