// The front and its servers as one process with children: opened together, stopped together.
import { once } from 'node:events';
import { Directory } from '../../models/desks/directory.server';
import { getEnv } from '../platform/env.server';
import { getLog } from '../platform/log.server';
import { Front } from './front.server';
import { type FrontHealth, isAnswering, readFrontHealth } from './front-health.server';
import { RoutingTable } from './routing-table.server';
import { ensureServerCookieKey } from './server-cookie.server';
import { launchServerProcess } from './server-process.server';
import { Supervisor } from './supervisor.server';

/** How soon a change of the directory takes effect without a request. */
const REFRESH_MS = 250;

interface FrontProcess {
  /** Stops the servers, then the front. */
  stop(): Promise<void>;
}

/** Throws SecretError, DatabaseError, or the error of `listen`. */
export async function startFront(
  desksDir: string,
  print: (text: string) => void,
): Promise<FrontProcess> {
  const { HOST, PORT, basePath } = getEnv();
  const directory = Directory.open(desksDir);
  const table = new RoutingTable(directory);
  const supervisor = new Supervisor({
    launch: (server) => launchServerProcess(server, desksDir),
    isAnswering: (address) => isAnswering(address, basePath),
    nowMs: () => performance.now(),
    startTimer(callback, ms) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    print,
  });
  const findAddress = (name: string): string | null => supervisor.findAddress(name);
  const front = new Front({
    table,
    key: ensureServerCookieKey(desksDir),
    findAddress,
    readHealth: shareHealth(() => readFrontHealth(table, findAddress, basePath)),
  });
  const update = (): void => {
    try {
      table.readChanges();
      supervisor.update(table.servers);
      front.closeMovedSockets();
    } catch (error) {
      getLog().error({ err: error }, 'the directory cannot be read');
    }
  };
  try {
    front.server.listen(PORT, HOST);
    await once(front.server, 'listening');
  } catch (error) {
    directory.closeFile();
    throw error;
  }
  update();
  if (table.servers.length === 0)
    print('no servers yet: npm run desks -- add NAME --data-dir DIR adds one');
  const timer = setInterval(update, REFRESH_MS);
  return {
    async stop() {
      clearInterval(timer);
      front.stopListening();
      await supervisor.stop();
      front.closeConnections();
      directory.closeFile();
    },
  };
}

/** One look at the servers for all who ask at the same time. */
function shareHealth(read: () => Promise<FrontHealth>): () => Promise<FrontHealth> {
  let reading: Promise<FrontHealth> | null = null;
  return () =>
    (reading ??= read().finally(() => {
      reading = null;
    }));
}
