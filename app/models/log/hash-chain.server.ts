// Hash chain of the event log: each record hash covers the previous hash.
import { hash } from 'node:crypto';
import { toCanonicalJson } from '../../trading/domain/canonical-json';
import type { Command } from '../../trading/domain/command';
import type { LogRecord } from '../../trading/domain/record';

/** Previous hash of the first record. */
export const GENESIS_HASH = '0'.repeat(64);

/** Hashes are hexadecimal text in memory and bytes in the log. */
export const toHashBytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

export const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** Hashed fields besides the payload. */
interface HashedFields extends Omit<LogRecord, 'type' | 'payload'> {
  readonly type: string;
}

/**
 * SHA-256 of the previous hash and the canonical list of the record's seven fields; `payloadText`
 * is canonical JSON.
 */
export function computeRecordHash(
  prevHash: string,
  { seq, userId, bookId, type, causeSeq, atMs }: HashedFields,
  payloadText: string,
): string {
  return sha256(
    `${prevHash}[${seq},${JSON.stringify(userId)},${JSON.stringify(bookId)},${JSON.stringify(type)},${payloadText},${causeSeq},${atMs}]`,
  );
}

/** Covers the record's metadata: wall clock and code version. */
export const computeRecordSeal = (
  recordHashed: string,
  wallMs: number,
  codeVersion: string,
): string => sha256(`${recordHashed}|${wallMs}|${codeVersion}`);

/** Equal commands have equal hashes, whatever their spelling. */
export const computeRequestHash = (command: Command): string => sha256(toCanonicalJson(command));

/** Covers a stored command result and the hash of its log record. */
export const computeAnswerSeal = (cells: readonly (string | number)[], eventHash: string): string =>
  sha256(toCanonicalJson([...cells, eventHash]));
