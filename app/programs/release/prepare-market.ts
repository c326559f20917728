// Runs the terminal of a release once, and adds what it computed of the default market: a first start
// then computes only what follows.
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PREPARED_FOLDER } from '../../server/platform/cache-file.server';
import { MARKET_FILES } from '../../server/platform/market-files';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import { type LaunchedServer, launchServer } from '../servers/launch-server';

const FILES = Object.values(MARKET_FILES);
const POLL_MS = 500;

/** Reports how many of the files are there. Rejects if the terminal ends before all are. */
export async function prepareMarket(
  folder: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frontmonth-release-'));
  const server = await launchServer(['server.js'], { folder, settings: { DATA_DIR: dataDir } });
  try {
    await waitForFiles(server, dataDir, (done) => onProgress(done, FILES.length));
    await server.stop();
    const prepared = join(folder, relative(PROJECT_ROOT, PREPARED_FOLDER));
    await mkdir(prepared);
    for (const name of FILES) await copyForAll(join(dataDir, name), join(prepared, name));
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Data folders are their user's alone; a release may be unpacked by another user than runs it. */
async function copyForAll(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, 0o644);
}

async function waitForFiles(
  server: LaunchedServer,
  dataDir: string,
  onCount: (count: number) => void,
): Promise<void> {
  for (;;) {
    const count = FILES.filter((name) => existsSync(join(dataDir, name))).length;
    onCount(count);
    if (count === FILES.length) return;
    if (server.hasEnded())
      throw new Error('The terminal of the release ended before its market was computed.');
    await pause(POLL_MS);
  }
}
