// Records what the desk and the double of the gateway send each other, as text.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field } from '../../app/programs/broker-mock/frames';
import type { GatewayDesk } from './gateway-desk';
import { ROOT } from './source-files';

const FOLDER = join(ROOT, 'tests', 'cassettes', 'gateway');
const LIST = join(FOLDER, 'sha256.txt');
/** `RENEW_TRANSCRIPTS=1` writes the transcripts instead of comparing them. */
export const RENEWS_TRANSCRIPTS = process.env['RENEW_TRANSCRIPTS'] === '1';

const TIME = /^\d{8}[- ]\d{2}:\d{2}:\d{2}.*$/;
const PERMANENT_ID = /^7100\d{5}$/;
const CONTRACT_ID = /^5000\d{2}$/;

function normalizeField(field: Field): string {
  const text = typeof field === 'boolean' ? String(Number(field)) : String(field);
  if (TIME.test(text)) return 'TIME';
  if (PERMANENT_ID.test(text)) return 'PERMANENT-ID';
  return CONTRACT_ID.test(text) ? 'CONTRACT-ID' : text;
}

/** Lines so far: `>` from the desk, `<` from the gateway, and fields with bars between them. */
export function recordTranscript(desk: GatewayDesk): readonly string[] {
  const lines: string[] = [];
  const addLine = (direction: '>' | '<', fields: readonly Field[]): void =>
    void lines.push(`${direction} ${fields.map(normalizeField).join('|')}`);
  desk.fault = {
    loses: (fields) => {
      addLine('>', fields);
      return false;
    },
    deliver: (fields, send) => {
      addLine('<', fields);
      send(fields);
    },
  };
  return lines;
}

const getFile = (name: string): string => join(FOLDER, `${name}.txt`);
const computeHash = (text: string): string => createHash('sha256').update(text).digest('hex');

export const readTranscript = (name: string): readonly string[] =>
  readFileSync(getFile(name), 'utf8').trimEnd().split('\n');

export const hashTranscript = (name: string): string =>
  computeHash(readFileSync(getFile(name), 'utf8'));

/** Hashes by name. */
export const readHashes = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (existsSync(LIST) ? readFileSync(LIST, 'utf8').trimEnd().split('\n') : []).map((line) => {
      const [hash = '', name = ''] = line.split('  ');
      return [name.replace(/\.txt$/, ''), hash];
    }),
  );

export function writeTranscript(name: string, lines: readonly string[]): void {
  mkdirSync(FOLDER, { recursive: true });
  const text = `${lines.join('\n')}\n`;
  writeFileSync(getFile(name), text);
  const hashes = { ...readHashes(), [name]: computeHash(text) };
  const rows = Object.entries(hashes).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(LIST, rows.map(([each, hash]) => `${hash}  ${each}.txt\n`).join(''));
}
