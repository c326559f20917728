// Queue of password hashes, two at a time. Further sign-ins wait or are rejected; trusted devices go first.

const RUNNING_MAX = 2;
/** Untrusted attempts use at most one slot, so that a trusted device soon gets the other. */
const UNTRUSTED_RUNNING_MAX = 1;
const WAITING_MAX = 16;

/** Rank of trusted devices and operators; other attempts have rank 1 or higher. */
export const TRUSTED = 0;

/** Too many sign-ins at once. The caller should retry in a moment. */
export class BusyError extends Error {}

interface Waiter {
  readonly rank: number;
  start(): void;
  reject(): void;
}

const running = { trusted: 0, untrusted: 0 };
/** Ordered by rank, then arrival. */
const waiting: Waiter[] = [];

const getTrustClass = (rank: number): keyof typeof running =>
  rank === TRUSTED ? 'trusted' : 'untrusted';

const canStart = (rank: number): boolean =>
  running.trusted + running.untrusted < RUNNING_MAX &&
  (rank === TRUSTED || running.untrusted < UNTRUSTED_RUNNING_MAX);

/** Waits for a free slot. A full queue drops the entry with the highest rank, possibly this one. */
function waitForTurn(rank: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiter: Waiter = {
      rank,
      start: resolve,
      reject: () => reject(new BusyError('Too many sign-ins at once.')),
    };
    const index = waiting.findIndex((other) => other.rank > rank);
    waiting.splice(index < 0 ? waiting.length : index, 0, waiter);
    if (waiting.length > WAITING_MAX) waiting.pop()?.reject();
  });
}

function startNext(): void {
  for (let next = waiting[0]; next !== undefined && canStart(next.rank); next = waiting[0]) {
    waiting.shift();
    running[getTrustClass(next.rank)] += 1;
    next.start();
  }
}

export async function runInTurn<T>(rank: number, work: () => Promise<T>): Promise<T> {
  const isFirst = rank === TRUSTED || waiting.length === 0;
  if (isFirst && canStart(rank)) running[getTrustClass(rank)] += 1;
  else await waitForTurn(rank);
  try {
    return await work();
  } finally {
    running[getTrustClass(rank)] -= 1;
    startNext();
  }
}
