// Runs the terminal of a release once, and adds what it computed of the default market: a first start
// then computes only what follows.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PREPARED_FOLDER } from '../../server/platform/cache-file.server';
import { MARKET_FILES } from '../../server/platform/market-files';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import { findFreePort } from '../servers/free-port';

const FILES = Object.values(MARKET_FILES);
const POLL_MS = 500;

/** Reports how many of the files are there. Rejects if the terminal ends before all are. */
export async function prepareMarket(
  folder: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frontmonth-release-'));
  const server = startServer(folder, dataDir, await findFreePort());
  try {
    await waitForFiles(server, dataDir, (done) => onProgress(done, FILES.length));
    await endServer(server);
    const prepared = join(folder, relative(PROJECT_ROOT, PREPARED_FOLDER));
    await mkdir(prepared);
    for (const name of FILES) await copyForAll(join(dataDir, name), join(prepared, name));
  } finally {
    await endServer(server);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Data folders are their user's alone; a release may be unpacked by another user than runs it. */
async function copyForAll(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, 0o644);
}

function startServer(folder: string, dataDir: string, port: number): ChildProcess {
  return spawn(process.execPath, ['server.js'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function waitForFiles(
  server: ChildProcess,
  dataDir: string,
  onCount: (count: number) => void,
): Promise<void> {
  for (;;) {
    const count = FILES.filter((name) => existsSync(join(dataDir, name))).length;
    onCount(count);
    if (count === FILES.length) return;
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error('The terminal of the release ended before its market was computed.');
    await pause(POLL_MS);
  }
}

async function endServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('close', resolve));
  server.kill('SIGTERM');
  await ended;
}
