// Order of page rendering. Rendering is synchronous and takes tens of ms: pages start one per event
// loop pass, and not during an exit (STOP, CLOSE, EMERGENCY STOP).

export const TURN_LIMITS = {
  /** Pages in progress: in total, and per user or unknown visitor. */
  running: 3,
  runningPerVisitor: 2,
  /** Waiting requests: in total, per user and per address. */
  waiting: 256,
  waitingPerVisitor: 64,
  waitingPerAddress: 128,
  /** Maximum time that one exit blocks pages. */
  holdMsMax: 100,
  /** Time that the exits of one user may block pages in total, and its refill rate. */
  holdBudgetMs: 1_000,
  holdRefillMsPerSecond: 100,
} as const;

interface TurnVisitor {
  /** Signed-in user, or null. */
  readonly userId: string | null;
  /** Visitor by address; null if the address identifies no visitor. */
  readonly addressKey: string | null;
  /**
   * The page responds to a completed write, so a refusal would be misleading. Only the total limit
   * applies.
   */
  readonly isAnswerToWrite?: boolean;
}

/** Refused turn: 429 for too many requests of this visitor, 503 for an overloaded server. */
export class TurnRefusedError extends Error {
  constructor(
    readonly status: 429 | 503,
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }
}

export interface Turn {
  end(): void;
}

interface Waiter {
  readonly key: string;
  readonly addressKey: string | null;
  readonly isSignedIn: boolean;
  start(): void;
  reject(error: Error): void;
}

interface Hold {
  readonly userId: string;
  readonly sinceMs: number;
}

interface TurnClock {
  nowMs(): number;
  /** Runs after the pending events: setImmediate. */
  runNextPass(work: () => void): void;
  setTimer(work: () => void, delayMs: number): void;
}

const SYSTEM_CLOCK: TurnClock = {
  nowMs: () => performance.now(),
  runNextPass: (work) => void setImmediate(work),
  setTimer: (work, delayMs) => void setTimeout(work, delayMs).unref(),
};

const RETRY_S = 2;
const BUDGETS_MAX = 1_000;

const createVisitorRefusal = (): TurnRefusedError =>
  new TurnRefusedError(429, 'Too many requests at once. Try again in a few seconds.', RETRY_S);
const createServerRefusal = (): TurnRefusedError =>
  new TurnRefusedError(503, 'Server busy. Try again in a few seconds.', RETRY_S);

const adjustCount = (counts: Map<string, number>, key: string, by: 1 | -1): void => {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
};

export class TurnQueue {
  private waiting: Waiter[] = [];
  private readonly waitingByVisitor = new Map<string, number>();
  private readonly waitingByAddress = new Map<string, number>();
  private readonly runningByVisitor = new Map<string, number>();
  private running = 0;
  /** Number of each visitor's last turn; the lowest goes next. */
  private readonly lastTurn = new Map<string, number>();
  private turnCount = 0;
  private wasSignedIn = false;
  private isPassDue = false;
  private readonly holds = new Set<Hold>();
  private readonly budgets = new Map<string, { leftMs: number; atMs: number }>();

  constructor(private readonly clock: TurnClock = SYSTEM_CLOCK) {}

  getCounts(): { readonly running: number; readonly waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  /**
   * Resolves when the visitor's page may be rendered; the caller ends the turn. Rejects with
   * TurnRefusedError, or when `signal` aborts.
   */
  acquire(
    { userId, addressKey, isAnswerToWrite = false }: TurnVisitor,
    signal: AbortSignal | null = null,
  ): Promise<Turn> {
    const key = userId === null ? `address ${addressKey ?? ''}` : `user ${userId}`;
    if (signal?.aborted)
      return Promise.reject(new DOMException('The client disconnected.', 'AbortError'));
    // Visitors without session and address cannot be distinguished: only the total limit applies.
    const isUnidentified = userId === null && addressKey === null;
    const exceedsVisitorLimit =
      !isUnidentified && (this.waitingByVisitor.get(key) ?? 0) >= TURN_LIMITS.waitingPerVisitor;
    const exceedsAddressLimit =
      addressKey !== null &&
      (this.waitingByAddress.get(addressKey) ?? 0) >= TURN_LIMITS.waitingPerAddress;
    if (!isAnswerToWrite && (exceedsVisitorLimit || exceedsAddressLimit))
      return Promise.reject(createVisitorRefusal());
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        this.remove(waiter);
        reject(new DOMException('The client disconnected.', 'AbortError'));
      };
      const waiter: Waiter = {
        key,
        addressKey,
        isSignedIn: userId !== null,
        start: () => {
          signal?.removeEventListener('abort', abandon);
          resolve(this.startTurn(key));
        },
        reject: (error) => {
          signal?.removeEventListener('abort', abandon);
          reject(error);
        },
      };
      signal?.addEventListener('abort', abandon, { once: true });
      this.add(waiter);
    });
  }

  /** Blocks pages during an exit; the caller ends it. Without budget it blocks nothing. */
  holdPages(userId: string): Turn {
    const nowMs = this.clock.nowMs();
    if (this.getBudgetMs(userId, nowMs) <= 0) return { end: () => undefined };
    const hold: Hold = { userId, sinceMs: nowMs };
    this.holds.add(hold);
    this.clock.setTimer(() => this.endHold(hold), TURN_LIMITS.holdMsMax);
    return { end: () => this.endHold(hold) };
  }

  private endHold(hold: Hold): void {
    if (!this.holds.delete(hold)) return;
    const nowMs = this.clock.nowMs();
    const leftMs = this.getBudgetMs(hold.userId, nowMs) - (nowMs - hold.sinceMs);
    this.budgets.delete(hold.userId);
    this.budgets.set(hold.userId, { leftMs, atMs: nowMs });
    const [oldest] = this.budgets.keys();
    if (this.budgets.size > BUDGETS_MAX && oldest !== undefined) this.budgets.delete(oldest);
    this.schedule();
  }

  private getBudgetMs(userId: string, nowMs: number): number {
    const budget = this.budgets.get(userId);
    if (!budget) return TURN_LIMITS.holdBudgetMs;
    const refillMs = ((nowMs - budget.atMs) / 1000) * TURN_LIMITS.holdRefillMsPerSecond;
    return Math.min(TURN_LIMITS.holdBudgetMs, budget.leftMs + refillMs);
  }

  private add(waiter: Waiter): void {
    this.waiting.push(waiter);
    adjustCount(this.waitingByVisitor, waiter.key, 1);
    if (waiter.addressKey !== null) adjustCount(this.waitingByAddress, waiter.addressKey, 1);
    if (this.waiting.length > TURN_LIMITS.waiting) this.rejectMostFrequent();
    this.schedule();
  }

  private remove(waiter: Waiter): void {
    const index = this.waiting.indexOf(waiter);
    if (index < 0) return;
    this.waiting.splice(index, 1);
    adjustCount(this.waitingByVisitor, waiter.key, -1);
    if (waiter.addressKey !== null) adjustCount(this.waitingByAddress, waiter.addressKey, -1);
  }

  /**
   * A full queue drops unknown visitors before users, and among them the newest request of the most
   * frequent.
   */
  private rejectMostFrequent(): void {
    const getWeight = ({ key, isSignedIn }: Waiter): number =>
      (this.waitingByVisitor.get(key) ?? 0) + (isSignedIn ? 0 : TURN_LIMITS.waiting);
    let worst = this.waiting[this.waiting.length - 1];
    for (const waiter of this.waiting)
      if (worst && getWeight(waiter) >= getWeight(worst)) worst = waiter;
    if (!worst) return;
    this.remove(worst);
    worst.reject(createServerRefusal());
  }

  private startTurn(key: string): Turn {
    this.running += 1;
    adjustCount(this.runningByVisitor, key, 1);
    let hasEnded = false;
    return {
      end: () => {
        if (hasEnded) return;
        hasEnded = true;
        this.running -= 1;
        adjustCount(this.runningByVisitor, key, -1);
        this.schedule();
      },
    };
  }

  private schedule(): void {
    if (this.isPassDue || this.waiting.length === 0) return;
    this.isPassDue = true;
    this.clock.runNextPass(() => {
      this.isPassDue = false;
      this.startOne();
    });
  }

  /** Starts at most one page, so that new arrivals are considered before the next. */
  private startOne(): void {
    if (this.holds.size > 0 || this.running >= TURN_LIMITS.running) return;
    const next =
      this.findNext((waiter) => waiter.isSignedIn !== this.wasSignedIn) ??
      this.findNext(() => true);
    if (!next) return;
    this.remove(next);
    this.turnCount += 1;
    this.lastTurn.delete(next.key);
    this.lastTurn.set(next.key, this.turnCount);
    const [oldest] = this.lastTurn.keys();
    if (this.lastTurn.size > BUDGETS_MAX && oldest !== undefined) this.lastTurn.delete(oldest);
    this.wasSignedIn = next.isSignedIn;
    next.start();
    this.schedule();
  }

  /**
   * Next waiter with a free slot: the one whose last turn is oldest. Users and unknown visitors
   * alternate.
   */
  private findNext(isEligible: (waiter: Waiter) => boolean): Waiter | null {
    let best: Waiter | null = null;
    for (const waiter of this.waiting) {
      const isFree = (this.runningByVisitor.get(waiter.key) ?? 0) < TURN_LIMITS.runningPerVisitor;
      const isOlder =
        best === null || (this.lastTurn.get(waiter.key) ?? 0) < (this.lastTurn.get(best.key) ?? 0);
      if (isFree && isEligible(waiter) && isOlder) best = waiter;
    }
    return best;
  }
}

export const turns = new TurnQueue();
