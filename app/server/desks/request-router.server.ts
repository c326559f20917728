// Which server gets a request: by the cookie of the front, by the name of a sign-in, or any.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { UserPlace } from '../../models/desks/directory.server';
import { getLog } from '../platform/log.server';
import { chooseByText } from './choose-server';
import { type FrontFault, MOVING, SERVER_DOWN } from './front-answers.server';
import type { RoutingTable } from './routing-table.server';
import { readCookieUserId } from './server-cookie.server';
import { findUsername, isSignIn, readSignInBody } from './sign-in-request.server';

/** How long a server without an answer gets no requests of visitors who are no users. */
const AVOID_MS = 5_000;

export interface Route {
  /** Null when no server takes requests. */
  readonly server: string | null;
  /** Null for visitors and for names that no user has. */
  readonly place: UserPlace | null;
  /** What was read of the body, to pass on. */
  readonly body: Readable | null;
}

export interface Target {
  readonly route: Route;
  readonly address: string;
}

export interface RouterOptions {
  readonly table: RoutingTable;
  /** Key of the cookies. */
  readonly key: Buffer;
  /** Address of a server that takes requests; null while it takes none. */
  readonly findAddress: (name: string) => string | null;
}

export class RequestRouter {
  private readonly failedMs = new Map<string, number>();

  constructor(private readonly options: RouterOptions) {}

  /** While the directory cannot be read, requests follow its last state. */
  readDirectory(): void {
    try {
      this.options.table.readChanges();
    } catch (error) {
      getLog().error({ err: error }, 'the directory cannot be read');
    }
  }

  /** `address`: of the client, or null. Rejects if the client disconnects during a sign-in. */
  async findTarget(request: IncomingMessage, address: string | null): Promise<Target | FrontFault> {
    const isByName = isSignIn(request.method ?? '', request.url ?? '');
    return this.findTargetOfRoute(
      isByName
        ? await this.findSignInRoute(request, address)
        : this.findCookieRoute(request, address),
    );
  }

  findSocketTarget(request: IncomingMessage, address: string | null): Target | FrontFault {
    return this.findTargetOfRoute(this.findCookieRoute(request, address));
  }

  /** For a request that names its server. */
  findTargetByName(server: string): Target | FrontFault {
    return this.findTargetOfRoute({ server, place: null, body: null });
  }

  recordFailure({ server }: Route, error: Error): void {
    if (server !== null) this.failedMs.set(server, Date.now());
    getLog().warn({ server, err: error }, 'a server did not answer');
  }

  private findTargetOfRoute(route: Route): Target | FrontFault {
    if (route.place !== null && route.place.movingTo !== null) return MOVING;
    const address = route.server === null ? null : this.options.findAddress(route.server);
    return address === null ? SERVER_DOWN : { route, address };
  }

  private findCookieRoute(request: IncomingMessage, address: string | null): Route {
    const userId = readCookieUserId(request.headers.cookie ?? null, this.options.key);
    const place = userId === null ? null : this.options.table.findById(userId);
    return place
      ? { server: place.server, place, body: null }
      : { server: this.chooseAny(address), place: null, body: null };
  }

  private async findSignInRoute(request: IncomingMessage, address: string | null): Promise<Route> {
    const { text, stream } = await readSignInBody(request);
    const username =
      text === null ? null : findUsername(request.headers['content-type'] ?? '', text);
    if (username === null) return { server: this.chooseAny(address), place: null, body: stream };
    const place = this.options.table.findByName(username);
    return { server: place?.server ?? this.chooseForName(username), place, body: stream };
  }

  /**
   * Server that rejects a name that no user has. By the name, as for users, whether it answers or not:
   * otherwise failures and limits of single servers would show which names exist.
   */
  private chooseForName(username: string): string | null {
    const names = this.options.table.servers.map(({ name }) => name);
    return chooseByText(names, username.toLowerCase(), this.options.key);
  }

  /** A server for a visitor: of those that take requests, the same for one address. */
  private chooseAny(address: string | null): string | null {
    const names = this.options.table.servers
      .map(({ name }) => name)
      .filter((name) => this.options.findAddress(name) !== null);
    const nowMs = Date.now();
    const answering = names.filter(
      (name) => nowMs - (this.failedMs.get(name) ?? -Infinity) > AVOID_MS,
    );
    return chooseByText(answering.length > 0 ? answering : names, address ?? '', this.options.key);
  }
}
