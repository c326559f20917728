// Finds the library that shifts the clock of a process. Uses Node built-ins only.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = '/usr/lib';
const LIBRARY = 'libfaketimeMT.so.1';

/** Names in a folder; none if it cannot be read, as on Windows. @param {string} folder */
function listNames(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Path of the library; null if it is not installed. @returns {string | null} */
export function findClockLibrary() {
  const folder = listNames(FOLDER)
    .map((name) => join(FOLDER, name, 'faketime'))
    .find((each) => listNames(each).includes(LIBRARY));
  return folder === undefined ? null : join(folder, LIBRARY);
}

export const CLOCK_ADVICE =
  'libfaketime is not installed: servers of tests keep the clock of this machine, so tests that need open markets can fail at night, at weekends and on holidays. ' +
  'Install it (Debian: `apt-get install faketime`).';
