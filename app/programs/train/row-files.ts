// Rows of worlds on disk, one file for each world and network: making them takes longer than all
// training.
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
import type { Rows } from './row-sink';
import type { WorldRowsRequest } from './world-rows';

/** The sources that rows follow from. */
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

function filesUnder(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** Digest of the code that makes rows. */
export function rowsCode(): string {
  const digest = createHash('sha256');
  for (const file of SOURCES.flatMap((name) => filesUnder(join(PROJECT_ROOT, name))))
    digest
      .update(file.slice(PROJECT_ROOT.length))
      .update('\0')
      .update(readFileSync(file))
      .update('\0');
  return digest.digest('hex').slice(0, 16);
}

export class RowFiles {
  private readonly folder: string;

  /** Keeps files in a folder of their own under `dataDir`; those of former code are removed. */
  constructor(dataDir: string, code: string) {
    const all = join(dataDir, 'training-rows');
    this.folder = join(all, code);
    mkdirSync(this.folder, { recursive: true });
    for (const name of readdirSync(all))
      if (name !== code) rmSync(join(all, name), { recursive: true, force: true });
  }

  /** A file is there whole or not at all: it is renamed when it has been written. */
  has(request: Omit<WorldRowsRequest, 'nets'>, net: NetworkId): boolean {
    return existsSync(this.file(request, net));
  }

  /** The rows of a network; null when there is no file of them. */
  read(request: Omit<WorldRowsRequest, 'nets'>, net: NetworkId): Rows | null {
    try {
      return deserialize(readFileSync(this.file(request, net))) as Rows;
    } catch {
      // absent, or cut off by the end of a process: made again
      return null;
    }
  }

  write(request: Omit<WorldRowsRequest, 'nets'>, net: NetworkId, rows: Rows): void {
    const file = this.file(request, net);
    writeFileSync(`${file}.new`, serialize(rows));
    renameSync(`${file}.new`, file);
  }

  private file(
    { seed, years, isEfficient }: Omit<WorldRowsRequest, 'nets'>,
    net: NetworkId,
  ): string {
    return join(this.folder, `${net}-${seed}-${years}${isEfficient ? '-efficient' : ''}.rows`);
  }
}
