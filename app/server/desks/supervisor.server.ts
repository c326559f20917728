// The servers of the directory that have no address of their own: the front starts them.
import type { DeskServer } from '../../models/desks/directory.server';
import { SupervisedServer, type SupervisorEnvironment } from './supervised-server.server';

export class Supervisor {
  private readonly supervised = new Map<string, SupervisedServer>();
  private readonly addresses = new Map<string, string>();
  private isStopping = false;

  constructor(private readonly environment: SupervisorEnvironment) {}

  /** Starts the servers that are new and stops those that were removed. */
  update(servers: readonly DeskServer[]): void {
    if (this.isStopping) return;
    const isListed = (own: SupervisedServer): boolean =>
      servers.some(
        ({ name, url, dataDir }) =>
          name === own.server.name && url === null && dataDir === own.server.dataDir,
      );
    for (const [name, own] of this.supervised) {
      if (isListed(own)) continue;
      this.supervised.delete(name);
      void own.stop();
    }
    this.addresses.clear();
    for (const server of servers) {
      if (server.url !== null) this.addresses.set(server.name, server.url);
      else if (!this.supervised.has(server.name))
        this.supervised.set(server.name, new SupervisedServer(server, this.environment));
    }
  }

  /** Address of a server that takes requests; null for one that has not started. */
  findAddress(name: string): string | null {
    return this.addresses.get(name) ?? this.supervised.get(name)?.address ?? null;
  }

  /** Resolves when all processes have ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.supervised.values()].map((own) => own.stop()));
  }
}
