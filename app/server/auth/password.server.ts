// Password hashing with argon2id, two at a time. Further sign-ins queue or are rejected; trusted
// devices go first.
import { hash, verify } from '@node-rs/argon2';
import { randomBytes, randomInt } from 'node:crypto';

// OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, 1 lane; about 50 ms.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
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

async function runInTurn<T>(rank: number, work: () => Promise<T>): Promise<T> {
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

export const hashPassword = (password: string): Promise<string> =>
  runInTurn(TRUSTED, () => hash(password, COST));

let decoy: Promise<string> | null = null;

/** Hash that matches no password; verification takes as long as with a real hash. */
export function getDecoyHash(): Promise<string> {
  decoy ??= hash(randomBytes(32).toString('hex'), COST);
  return decoy;
}

interface Check {
  /** `TRUSTED`, or a higher number for lower priority. */
  readonly rank: number;
  /** Called when the slot is free. Throws if limits changed meanwhile. */
  assertStillAllowed(): void;
}

/**
 * Verifies a password. Without a stored hash, verifies against the decoy and returns false. Throws
 * BusyError if the queue is full.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  { rank, assertStillAllowed }: Check,
): Promise<boolean> {
  const decoyHash = await getDecoyHash();
  return runInTurn(rank, async () => {
    assertStillAllowed();
    const isRight = await verify(stored ?? decoyHash, password);
    return isRight && stored !== null;
  });
}

// No similar-looking letters and digits.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** Twenty characters in groups: 99 random bits. */
export function generatePassphrase(): string {
  const pickCharacter = (): string => ALPHABET[randomInt(ALPHABET.length)] ?? 'a';
  return Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, pickCharacter).join(''),
  ).join('-');
}
