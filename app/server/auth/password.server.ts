// Hashes passwords with argon2id, two at a time: a flood of sign-ins waits in a short line or is
// refused, trusted devices first.
import { hash, verify } from '@node-rs/argon2';
import { randomBytes, randomInt } from 'node:crypto';

// Figures of the OWASP Password Storage Cheat Sheet for argon2id: 19 MiB, 2 passes, 1 lane; about
// 50 ms.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const RUNNING_MAX = 2;
/** Guesses may take one of the two, so that a trusted device always finds the other one soon. */
const UNTRUSTED_RUNNING_MAX = 1;
const WAITING_MAX = 16;

/**
 * The rank of what a trusted device or the operator asks for; attempts of strangers have 1 and
 * more.
 */
export const TRUSTED = 0;

/** Too many sign-ins at once: the caller should try again in a moment. */
export class BusyError extends Error {}

interface Waiter {
  readonly rank: number;
  start(): void;
  refuse(): void;
}

const running = { trusted: 0, untrusted: 0 };
/** Ordered by rank, and by arrival among equals. */
const waiting: Waiter[] = [];

const getKind = (rank: number): keyof typeof running =>
  rank === TRUSTED ? 'trusted' : 'untrusted';

const canStart = (rank: number): boolean =>
  running.trusted + running.untrusted < RUNNING_MAX &&
  (rank === TRUSTED || running.untrusted < UNTRUSTED_RUNNING_MAX);

/** Waits for a turn. A full line drops whoever has the highest rank, which may be the newcomer. */
function waitForTurn(rank: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiter: Waiter = {
      rank,
      start: resolve,
      refuse: () => reject(new BusyError('Too many sign-ins at once.')),
    };
    const place = waiting.findIndex((other) => other.rank > rank);
    waiting.splice(place < 0 ? waiting.length : place, 0, waiter);
    if (waiting.length > WAITING_MAX) waiting.pop()?.refuse();
  });
}

function startNext(): void {
  for (let next = waiting[0]; next !== undefined && canStart(next.rank); next = waiting[0]) {
    waiting.shift();
    running[getKind(next.rank)] += 1;
    next.start();
  }
}

async function inTurn<T>(rank: number, work: () => Promise<T>): Promise<T> {
  const isFirst = rank === TRUSTED || waiting.length === 0;
  if (isFirst && canStart(rank)) running[getKind(rank)] += 1;
  else await waitForTurn(rank);
  try {
    return await work();
  } finally {
    running[getKind(rank)] -= 1;
    startNext();
  }
}

export const hashPassword = (password: string): Promise<string> =>
  inTurn(TRUSTED, () => hash(password, COST));

let decoy: Promise<string> | null = null;

/** A hash that no password meets: comparing with it takes as long as with a real one. */
export function prepareDecoy(): Promise<string> {
  decoy ??= hash(randomBytes(32).toString('hex'), COST);
  return decoy;
}

interface Check {
  /** Who is checked first: `TRUSTED`, or a higher number for later. */
  readonly rank: number;
  /**
   * Called when the turn has come: throws where the attempt may not go on, for limits may have
   * changed meanwhile.
   */
  requireStill(): void;
}

/**
 * Compares in turn; without a stored hash it compares with the decoy and returns false. Throws
 * BusyError where the line is full.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  { rank, requireStill }: Check,
): Promise<boolean> {
  const other = await prepareDecoy();
  return inTurn(rank, async () => {
    requireStill();
    const isRight = await verify(stored ?? other, password);
    return isRight && stored !== null;
  });
}

// Without letters and digits that look alike.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** Twenty letters and digits in groups: 99 random bits, easy to copy by hand. */
export function makePassphrase(): string {
  const letter = (): string => ALPHABET[randomInt(ALPHABET.length)] ?? 'a';
  return Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, letter).join(''),
  ).join('-');
}
