// Faults of the file system at a start: one sentence that says what to do, and no stack.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const TIME_LIMIT_MS = 60_000;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  }
});

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'frontmonth-start-'));
  folders.push(folder);
  return folder;
}

/** Starts the server through a shell command; returns its exit code and its errors. */
function startServer(command: string, dataDir: string) {
  const { status, stderr } = spawnSync('sh', ['-c', `${command} "${process.execPath}" server.js`], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: TIME_LIMIT_MS,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '3000', // never listened on
      DATA_DIR: dataDir,
    },
  });
  return { status, lines: stderr.trim().split('\n') };
}

/** Root may read everything: for it the capability is dropped. */
const WITHOUT_PRIVILEGES =
  process.getuid?.() === 0
    ? 'exec setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-dac_override,-dac_read_search'
    : 'exec';

describe('a start', () => {
  it('without the permission to write its data directory names it and the remedy', () => {
    const folder = createFolder();
    mkdirSync(join(folder, 'data'));
    chmodSync(folder, 0o000);
    const { status, lines } = startServer(WITHOUT_PRIVILEGES, join(folder, 'data'));
    expect({ status, lines }).toEqual({
      status: 1,
      lines: [
        `${join(folder, 'data')} cannot be used (EACCES). Change its owner or permissions, or set DATA_DIR to another folder.`,
      ],
    });
  });

  it('with too few open files says how to raise the limit', () => {
    // Node itself needs 27; with 38 the server starts, and threads fail later.
    const { status, lines } = startServer('ulimit -n 32; exec', join(createFolder(), 'data'));
    expect({ status, lines }).toEqual({
      status: 1,
      lines: ['Too many files are open. Raise the limit (ulimit -n) and start again.'],
    });
  });
});
