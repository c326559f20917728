// Who may have a page made next. Rendering is synchronous and takes tens of milliseconds: pages
// start one at a time, with a pass of the
// event loop between them, and not while an exit (STOP, CLOSE, EMERGENCY STOP) is under way.

export const TURN_LIMITS = {
  /** Pages under way at once: in all, and of one user or one unknown visitor. */
  running: 3,
  runningEach: 2,
  /** Requests that wait: in all, of one user, and from one address. */
  waiting: 256,
  waitingEach: 64,
  waitingOfAddress: 128,
  /** How long one exit holds pages back at most. */
  holdMsMax: 100,
  /** How long the exits of one user may hold pages back together, and how fast that comes back. */
  holdBudgetMs: 1_000,
  holdRefillMsPerSecond: 100,
} as const;

interface TurnVisitor {
  /** The signed-in user, or null. */
  readonly userId: string | null;
  /** The visitor by address; null where it names nobody. */
  readonly addressKey: string | null;
  /**
   * The page answers a write that is done: a refusal would say that it was not. Only the bound of
   * all requests holds for it.
   */
  readonly isAnswerToWrite?: boolean;
}

/** A turn that was refused: 429 where the visitor asks too much, 503 where all together do. */
export class TurnRefused extends Error {
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
  readonly isKnown: boolean;
  start(): void;
  refuse(error: Error): void;
}

interface Hold {
  readonly userId: string;
  readonly sinceMs: number;
}

interface TurnClock {
  nowMs(): number;
  /** Runs after the events that wait now: setImmediate. */
  nextPass(work: () => void): void;
  later(work: () => void, delayMs: number): void;
}

const SYSTEM_CLOCK: TurnClock = {
  nowMs: () => performance.now(),
  nextPass: (work) => void setImmediate(work),
  later: (work, delayMs) => void setTimeout(work, delayMs).unref(),
};

const RETRY_S = 2;
const BUDGETS_MAX = 1_000;

const ownRefusal = (): TurnRefused =>
  new TurnRefused(429, 'Too many requests at once. Try again in a few seconds.', RETRY_S);
const fullRefusal = (): TurnRefused =>
  new TurnRefused(
    503,
    'The desk is busy with other requests. Try again in a few seconds.',
    RETRY_S,
  );

const bumpCount = (counts: Map<string, number>, key: string, by: 1 | -1): void => {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
};

export class Turns {
  private waiting: Waiter[] = [];
  private readonly waitingOf = new Map<string, number>();
  private readonly waitingAt = new Map<string, number>();
  private readonly runningOf = new Map<string, number>();
  private running = 0;
  /** When each visitor last had a turn, in turns: whoever waited longest since then is next. */
  private readonly lastTurn = new Map<string, number>();
  private turns = 0;
  private wasKnown = false;
  private isPassDue = false;
  private readonly holds = new Set<Hold>();
  private readonly budgets = new Map<string, { leftMs: number; atMs: number }>();

  constructor(private readonly clock: TurnClock = SYSTEM_CLOCK) {}

  counts(): { readonly running: number; readonly waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  /**
   * Resolves when the visitor's page may be made; the caller ends the turn. Rejects with
   * TurnRefused, or when `signal` aborts.
   */
  take(
    { userId, addressKey, isAnswerToWrite = false }: TurnVisitor,
    signal: AbortSignal | null = null,
  ): Promise<Turn> {
    const key = userId === null ? `address ${addressKey ?? ''}` : `user ${userId}`;
    if (signal?.aborted) return Promise.reject(new DOMException('The visitor left.', 'AbortError'));
    // Nothing tells visitors without a session and an address apart: only the bound of all holds
    // for them.
    const isNobody = userId === null && addressKey === null;
    const isTooMuch = !isNobody && (this.waitingOf.get(key) ?? 0) >= TURN_LIMITS.waitingEach;
    const isTooMuchOfAddress =
      addressKey !== null && (this.waitingAt.get(addressKey) ?? 0) >= TURN_LIMITS.waitingOfAddress;
    if (!isAnswerToWrite && (isTooMuch || isTooMuchOfAddress)) return Promise.reject(ownRefusal());
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.remove(waiter);
        reject(new DOMException('The visitor left.', 'AbortError'));
      };
      const waiter: Waiter = {
        key,
        addressKey,
        isKnown: userId !== null,
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve(this.begin(key));
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', leave);
          reject(error);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.add(waiter);
    });
  }

  /**
   * Holds pages back while an exit is under way; the caller ends it. Without budget it holds
   * nothing back.
   */
  hold(userId: string): Turn {
    const nowMs = this.clock.nowMs();
    if (this.budgetOf(userId, nowMs) <= 0) return { end: () => undefined };
    const hold: Hold = { userId, sinceMs: nowMs };
    this.holds.add(hold);
    this.clock.later(() => this.endHold(hold), TURN_LIMITS.holdMsMax);
    return { end: () => this.endHold(hold) };
  }

  private endHold(hold: Hold): void {
    if (!this.holds.delete(hold)) return;
    const nowMs = this.clock.nowMs();
    const leftMs = this.budgetOf(hold.userId, nowMs) - (nowMs - hold.sinceMs);
    this.budgets.delete(hold.userId);
    this.budgets.set(hold.userId, { leftMs, atMs: nowMs });
    const [oldest] = this.budgets.keys();
    if (this.budgets.size > BUDGETS_MAX && oldest !== undefined) this.budgets.delete(oldest);
    this.schedule();
  }

  private budgetOf(userId: string, nowMs: number): number {
    const known = this.budgets.get(userId);
    if (!known) return TURN_LIMITS.holdBudgetMs;
    const refillMs = ((nowMs - known.atMs) / 1000) * TURN_LIMITS.holdRefillMsPerSecond;
    return Math.min(TURN_LIMITS.holdBudgetMs, known.leftMs + refillMs);
  }

  private add(waiter: Waiter): void {
    this.waiting.push(waiter);
    bumpCount(this.waitingOf, waiter.key, 1);
    if (waiter.addressKey !== null) bumpCount(this.waitingAt, waiter.addressKey, 1);
    if (this.waiting.length > TURN_LIMITS.waiting) this.refuseNewestOfMost();
    this.schedule();
  }

  private remove(waiter: Waiter): void {
    const place = this.waiting.indexOf(waiter);
    if (place < 0) return;
    this.waiting.splice(place, 1);
    bumpCount(this.waitingOf, waiter.key, -1);
    if (waiter.addressKey !== null) bumpCount(this.waitingAt, waiter.addressKey, -1);
  }

  /**
   * A full line drops an unknown visitor before a user, and of these the newest request of whoever
   * waits most often.
   */
  private refuseNewestOfMost(): void {
    const weight = ({ key, isKnown }: Waiter): number =>
      (this.waitingOf.get(key) ?? 0) + (isKnown ? 0 : TURN_LIMITS.waiting);
    let worst = this.waiting[this.waiting.length - 1];
    for (const waiter of this.waiting) if (worst && weight(waiter) >= weight(worst)) worst = waiter;
    if (!worst) return;
    this.remove(worst);
    worst.refuse(fullRefusal());
  }

  private begin(key: string): Turn {
    this.running += 1;
    bumpCount(this.runningOf, key, 1);
    let isOver = false;
    return {
      end: () => {
        if (isOver) return;
        isOver = true;
        this.running -= 1;
        bumpCount(this.runningOf, key, -1);
        this.schedule();
      },
    };
  }

  private schedule(): void {
    if (this.isPassDue || this.waiting.length === 0) return;
    this.isPassDue = true;
    this.clock.nextPass(() => {
      this.isPassDue = false;
      this.startOne();
    });
  }

  /** Starts one page at most, so that whatever arrived meanwhile is seen before the next. */
  private startOne(): void {
    if (this.holds.size > 0 || this.running >= TURN_LIMITS.running) return;
    const next = this.next((waiter) => waiter.isKnown !== this.wasKnown) ?? this.next(() => true);
    if (!next) return;
    this.remove(next);
    this.turns += 1;
    this.lastTurn.delete(next.key);
    this.lastTurn.set(next.key, this.turns);
    const [oldest] = this.lastTurn.keys();
    if (this.lastTurn.size > BUDGETS_MAX && oldest !== undefined) this.lastTurn.delete(oldest);
    this.wasKnown = next.isKnown;
    next.start();
    this.schedule();
  }

  /**
   * Of the visitors with a free place, the one whose last turn is longest ago. Users and unknown
   * visitors take turns.
   */
  private next(isWanted: (waiter: Waiter) => boolean): Waiter | null {
    let best: Waiter | null = null;
    for (const waiter of this.waiting) {
      const isFree = (this.runningOf.get(waiter.key) ?? 0) < TURN_LIMITS.runningEach;
      const isOlder =
        best === null || (this.lastTurn.get(waiter.key) ?? 0) < (this.lastTurn.get(best.key) ?? 0);
      if (isFree && isWanted(waiter) && isOlder) best = waiter;
    }
    return best;
  }
}

export const turns = new Turns();
