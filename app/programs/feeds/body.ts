// `npm run feeds -- body`: shows what a source sent, above all when its answer was refused.
import { closeDatabase, openDatabase, toReadableError } from '../../../db/client.server';
import { listRefusedBodies } from '../../models/public-data/refused-bodies.server';
import { getBodyFolder, readStoredBody } from '../../server/feeds/public/body-folder.server';
import { formatIsoTime } from '../../trading/domain/format';
import type { SourceId } from '../../trading/domain/public-source';
import { BACKFILL_SOURCES, PUBLIC_SOURCES } from '../../trading/market/sources/catalog';
import { getDatabasePath } from '../books/data-dir';
import { type ProgramCall, UsageError } from '../cli';
import { findSource } from './source-access';

const SHA256 = /^[0-9a-f]{64}$/;
const REFUSED_MAX = 20;
/** Sequences that start with these change a terminal; tabs and ends of lines do not. */
// eslint-disable-next-line no-control-regex -- these are what a terminal obeys
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Prints a stored body, or the latest refused answers of a source. Exit code 1 for none. */
export async function runBody(
  call: ProgramCall,
  subject: string,
  dataDir: string,
): Promise<number> {
  return SHA256.test(subject)
    ? printBody(call, subject, dataDir)
    : printRefused(call, subject, dataDir);
}

async function printBody(call: ProgramCall, sha256: string, dataDir: string): Promise<number> {
  const body = await readStoredBody(getBodyFolder(dataDir), sha256).catch((error: unknown) => {
    throw new UsageError(
      `${(error as Error).message}. Remove the file; the source is asked again.`,
    );
  });
  if (body === null)
    throw new UsageError(
      `No body ${sha256} is stored. Bodies are removed after 14 days; list those of a source with body SOURCE.`,
    );
  const text = escapeControls(body.toString('utf8'));
  call.print(text);
  call.printJson({ sha256, bytes: body.byteLength, text });
  return 0;
}

/** Text for a terminal, which a source must not control. */
const escapeControls = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

function printRefused(call: ProgramCall, sourceId: string, dataDir: string): number {
  const source = findSource([...PUBLIC_SOURCES, ...BACKFILL_SOURCES], sourceId);
  const refused = listRefused(dataDir, source.id);
  for (const { sha256, atMs, requestId, reason } of refused)
    call.print(`${sha256} ${formatIsoTime(atMs)} ${requestId}: ${escapeControls(reason)}`);
  if (refused.length === 0) call.print(`No answer of ${source.name} with a body was refused.`);
  call.printJson(refused);
  return refused.length > 0 ? 0 : 1;
}

function listRefused(dataDir: string, sourceId: SourceId) {
  const path = getDatabasePath(dataDir);
  try {
    const db = openDatabase(path, { readonly: true });
    try {
      return listRefusedBodies(db, sourceId, REFUSED_MAX);
    } finally {
      closeDatabase(db);
    }
  } catch (error) {
    throw toReadableError(error, path);
  }
}
