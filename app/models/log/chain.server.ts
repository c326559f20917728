// The chain of hashes that makes the log one piece: each record's hash covers the hash before it.
import { hash } from 'node:crypto';
import { canonicalJson } from '../../trading/domain/canonical';
import type { Command } from '../../trading/domain/command';
import type { LogRecord } from '../../trading/domain/record';

/** What the first record follows. */
export const GENESIS_HASH = '0'.repeat(64);

export const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** What the hash covers besides the payload. */
interface ChainedFacts extends Omit<LogRecord, 'type' | 'payload'> {
  readonly type: string;
}

/**
 * SHA-256 over the hash before it and the canonical list of the record's seven facts; the payload
 * comes as canonical text.
 */
export function recordHash(
  prevHash: string,
  { seq, userId, bookId, type, causeSeq, atMs }: ChainedFacts,
  payloadText: string,
): string {
  return sha256(
    `${prevHash}[${seq},${JSON.stringify(userId)},${JSON.stringify(bookId)},${JSON.stringify(type)},${payloadText},${causeSeq},${atMs}]`,
  );
}

/** Covers the notes beside a record: when it was written by the wall clock, and by which code. */
export const recordSeal = (recordHashed: string, wallMs: number, codeVersion: string): string =>
  sha256(`${recordHashed}|${wallMs}|${codeVersion}`);

/** What a command asked, whoever spelled it: equal commands have equal hashes. */
export const requestHash = (command: Command): string => sha256(canonicalJson(command));

/** Covers a stored answer and the record that it answers. */
export const answerSeal = (cells: readonly (string | number)[], eventHash: string): string =>
  sha256(canonicalJson([...cells, eventHash]));
