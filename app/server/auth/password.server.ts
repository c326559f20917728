// Password hashing with argon2id.
import { hash, verify } from '@node-rs/argon2';
import { randomBytes, randomInt } from 'node:crypto';
import { TRUSTED, runInTurn } from './hash-queue.server';

// OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, 1 lane; about 50 ms.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

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
 * Returns what `findStored` finds if the password is right, else null. It is called when the turn
 * comes, so that attempts which the queue rejects cost little. Where it finds nothing, the password is
 * compared with the decoy. Throws BusyError if the queue is full.
 */
export async function verifyPassword<T extends { readonly passwordHash: string }>(
  findStored: () => T | null,
  password: string,
  { rank, assertStillAllowed }: Check,
): Promise<T | null> {
  const decoyHash = await getDecoyHash();
  return runInTurn(rank, async () => {
    assertStillAllowed();
    const stored = findStored();
    const isRight = await verify(stored?.passwordHash ?? decoyHash, password);
    return isRight ? stored : null;
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
