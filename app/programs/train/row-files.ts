// Disk cache of rows, one file per path and network. Simulating rows takes longer than training.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import type { NetworkId } from '../../trading/networks/network-spec';
import type { Rows } from './rows';
import type { WorldRowsRequest } from './world-rows';

/** Source files that determine the rows. */
const SOURCES = [
  'app/trading/domain',
  'app/trading/market',
  'app/trading/weather',
  'app/trading/simulation',
  'app/trading/networks/features',
  'app/trading/networks/registry.ts',
  'app/programs/train/samplers.ts',
  'app/programs/train/world-rows.ts',
  'app/server/signals/public-data-view.server.ts',
  'app/trading/signals/signal.ts',
  'app/programs/train/worlds.ts',
];

function listFiles(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)));
}

/** Digest of the code that determines the rows. */
export function computeRowsCodeHash(): string {
  const digest = createHash('sha256');
  for (const file of SOURCES.flatMap((name) => listFiles(join(PROJECT_ROOT, name))))
    digest
      .update(file.slice(PROJECT_ROOT.length))
      .update('\0')
      .update(readFileSync(file))
      .update('\0');
  return digest.digest('hex').slice(0, 16);
}

export class RowFiles {
  private readonly folder: string;

  /** Caches files in `dataDir`/training-rows/`code`; files of other code versions are removed. */
  constructor(dataDir: string, code: string) {
    const cacheFolder = join(dataDir, 'training-rows');
    this.folder = join(cacheFolder, code);
    mkdirSync(this.folder, { recursive: true });
    for (const name of readdirSync(cacheFolder))
      if (name !== code) rmSync(join(cacheFolder, name), { recursive: true, force: true });
  }

  /** Files are complete: they are renamed after writing. */
  has(request: Omit<WorldRowsRequest, 'nets'>, net: NetworkId): boolean {
    return existsSync(this.getPath(request, net));
  }

  /** Null when the file is missing or truncated. */
  read(request: Omit<WorldRowsRequest, 'nets'>, net: NetworkId): Rows | null {
    try {
      return deserialize(readFileSync(this.getPath(request, net))) as Rows;
    } catch {
      // Missing or truncated: simulated again.
      return null;
    }
  }

  write(request: Omit<WorldRowsRequest, 'nets'>, net: NetworkId, rows: Rows): void {
    const file = this.getPath(request, net);
    writeFileSync(`${file}.new`, serialize(rows));
    renameSync(`${file}.new`, file);
  }

  private getPath(
    { seed, years, isEfficient }: Omit<WorldRowsRequest, 'nets'>,
    net: NetworkId,
  ): string {
    return join(this.folder, `${net}-${seed}-${years}${isEfficient ? '-efficient' : ''}.rows`);
  }
}
