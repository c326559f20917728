import { resolve } from 'node:path';
import { Directory } from '../../models/desks/directory.server';
import type { Placement } from '../../models/desks/placement.server';
import { UsageError } from '../cli';

/** DESK_NAME, or the server with this data directory. Throws UsageError. */
function findServerName(directory: Directory, dataDir: string): string {
  const name =
    process.env['DESK_NAME'] ||
    directory.listServers().find((server) => server.dataDir === resolve(dataDir))?.name;
  if (name === undefined)
    throw new UsageError(
      `No server of the directory (DESKS_DIR) has the data directory ${resolve(dataDir)}. Set DATA_DIR, or use npm run desks -- user NAME.`,
    );
  return directory.readServer(name).name;
}

/**
 * Calls `work` with the place of a data directory in the directory DESKS_DIR; null without that
 * setting. Throws UsageError.
 */
export async function usePlacement(
  dataDir: string,
  work: (placement: Placement | null) => Promise<void>,
): Promise<void> {
  const desksDir = process.env['DESKS_DIR'];
  if (!desksDir) return work(null);
  const directory = Directory.open(desksDir);
  try {
    await work({ directory, server: findServerName(directory, dataDir) });
  } finally {
    directory.closeFile();
  }
}
