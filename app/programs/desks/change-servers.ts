import { resolve } from 'node:path';
import type { Directory } from '../../models/desks/directory.server';
import { type ProgramCall, UsageError } from '../cli';

/** Origin of an address without a path. Throws UsageError. */
function readUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:' || url.origin !== text.replace(/\/$/, ''))
    throw new UsageError(
      `--url must be an http address without a path, such as http://10.0.0.7:3000, not '${text}'.`,
    );
  return url.origin;
}

export function addServer(call: ProgramCall, directory: Directory, name: string): number {
  const dataDir = call.option('data-dir');
  if (dataDir === undefined)
    throw new UsageError(
      'Give the data directory of the server with --data-dir DIR. Each server needs one of its own.',
    );
  const url = readUrl(call.option('url'));
  directory.addServer({ name, dataDir: resolve(dataDir), url });
  const next =
    url === null
      ? 'The running front starts it within a second; npm run desks -- serve starts a front.'
      : `Start it with DESKS_DIR, DESK_NAME=${name} and TRUSTED_PROXIES set to the address of the front.`;
  call.print(`Server ${name} added. ${next}`);
  call.printJson(directory.readServer(name));
  return 0;
}

export function removeServer(call: ProgramCall, directory: Directory, name: string): number {
  const { dataDir } = directory.readServer(name);
  directory.removeServer(name);
  call.print(`Server ${name} removed. Its data directory stays: ${dataDir}`);
  call.printJson({ name, dataDir });
  return 0;
}
