// Hashes passwords with argon2id, two at a time: a flood of sign-ins waits in a short line or is sent away.
import { hash, verify } from '@node-rs/argon2';
import { randomBytes, randomInt } from 'node:crypto';

// Figures of the OWASP Password Storage Cheat Sheet for argon2id: 19 MiB, 2 passes, 1 lane; about 50 ms.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const RUNNING_MAX = 2;
const WAITING_MAX = 16;

/** Too many sign-ins at once: the caller should try again in a moment. */
export class BusyError extends Error {}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= RUNNING_MAX) {
    if (waiting.length >= WAITING_MAX) throw new BusyError('Too many sign-ins at once.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST));

let decoy: Promise<string> | null = null;

/** A hash that no password meets: comparing with it takes as long as with a real one. */
export function prepareDecoy(): Promise<string> {
  decoy ??= hash(randomBytes(32).toString('hex'), COST);
  return decoy;
}

/**
 * Compares in turn; without a stored hash it compares with the decoy and answers false.
 * `mayStill` is asked when the turn has come, so that guesses that waited in line are counted like any other.
 */
export async function verifyPassword(stored: string | null, password: string, mayStill: () => Promise<void>): Promise<boolean> {
  const other = await prepareDecoy();
  return inTurn(async () => {
    await mayStill();
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
  return Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, letter).join('')).join('-');
}
