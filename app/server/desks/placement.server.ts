// The place of this server in the directory of many servers, by DESKS_DIR and DESK_NAME.
import { Directory } from '../../models/desks/directory.server';
import type { Placement } from '../../models/desks/placement.server';
import { createSettingsError, getEnv } from '../platform/env.server';

/** Throws SettingsError unless the directory has this server with this data directory. */
function findServerName(directory: Directory): string {
  const { DATA_DIR, DESK_NAME, DESKS_DIR = '' } = getEnv();
  const servers = directory.listServers();
  if (DESK_NAME === undefined)
    throw createSettingsError(['DESK_NAME: must name this server when DESKS_DIR is set']);
  const server = servers.find(({ name }) => name === DESK_NAME);
  if (!server)
    throw createSettingsError([
      `DESK_NAME: the directory in ${DESKS_DIR} has no server ${DESK_NAME}. Add it: npm run desks -- add ${DESK_NAME} --data-dir ${DATA_DIR}`,
    ]);
  if (server.url === null && server.dataDir !== DATA_DIR)
    throw createSettingsError([
      `DATA_DIR: server ${DESK_NAME} has the data directory ${server.dataDir} in the directory, not ${DATA_DIR}. Correct DATA_DIR or DESK_NAME`,
    ]);
  return DESK_NAME;
}

/** Calls `work` with the place of this server; null for a server alone. Throws SettingsError. */
export async function usePlacement<T>(
  work: (placement: Placement | null) => T | Promise<T>,
): Promise<T> {
  const { DESKS_DIR } = getEnv();
  if (DESKS_DIR === undefined) return work(null);
  const directory = Directory.open(DESKS_DIR);
  try {
    return await work({ directory, server: findServerName(directory) });
  } finally {
    directory.closeFile();
  }
}
