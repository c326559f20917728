/** The gateway behind a loopback socket. */
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { NO_REQUEST, buildError } from './answers';
import { encodeFrame, type Field, FrameError, FrameReader } from './frames';
import { type Gateway, formatTime } from './gateway';
import { MarketData } from './market-data';
import { SERVER_VERSION, parseRequest } from './requests';
import { Session } from './session';

/** What a fault does with one message to a client. */
export type SendFields = (fields: readonly Field[]) => void;
export interface Fault {
  /** Replaces the sending of a message; absent: messages are sent as they are. */
  readonly deliver?: (fields: readonly Field[], send: SendFields, socket: Socket) => void;
  /** True for a request that gets lost before the gateway reads it. */
  readonly loses?: (fields: readonly string[], socket: Socket) => boolean;
  /** Version instead of the supported one. */
  readonly serverVersion?: number;
}

interface GatewayServerOptions {
  readonly gateway: Gateway;
  /** Quotes for clients; none if absent. */
  readonly data?: MarketData;
  /** 0 for any free port. */
  readonly port: number;
  /** Read for each message, so that it may change while clients are connected. */
  readonly getFault?: () => Fault;
}

const LOOPBACK = '127.0.0.1';

export class GatewayServer {
  private readonly clients = new Map<Socket, Session>();
  private readonly data: MarketData;

  private constructor(
    private readonly options: GatewayServerOptions,
    private readonly server: Server,
  ) {
    this.data = options.data ?? new MarketData();
    server.on('connection', (socket) => this.serveClient(socket));
  }

  static async openServer(options: GatewayServerOptions): Promise<GatewayServer> {
    const server = createServer();
    const gatewayServer = new GatewayServer(options, server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port, LOOPBACK, resolve);
    });
    return gatewayServer;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Sends all clients a note about the connection of the gateway to its servers. */
  sendNotice({ code, text }: { readonly code: number; readonly text: string }): void {
    for (const [socket, session] of this.clients)
      if (session.getClientId() !== null)
        this.deliverMessage(socket, buildError(NO_REQUEST, code, text));
  }

  /** Sends one client a message that the gateway would not send. */
  sendTo(socket: Socket, fields: readonly Field[]): void {
    this.deliverMessage(socket, fields);
  }

  /** Cuts all connections, as a restart of the gateway does; new ones are accepted. */
  dropClients(): void {
    for (const socket of this.clients.keys()) socket.destroy();
  }

  close(): Promise<void> {
    this.dropClients();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private serveClient(socket: Socket): void {
    const reader = new FrameReader();
    const session = this.openSession(socket);
    this.clients.set(socket, session);
    socket.setNoDelay(true);
    let isVersionSent = false;
    socket.on('data', (chunk) => {
      try {
        for (const fields of reader.read(chunk)) {
          if (isVersionSent) this.receiveMessage(socket, session, fields);
          else isVersionSent = this.sendVersion(socket);
        }
      } catch (error) {
        if (!(error instanceof FrameError)) throw error;
        socket.destroy();
      }
    });
    // The close that follows an error ends the session.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      session.endSession();
      this.clients.delete(socket);
    });
  }

  private openSession(socket: Socket): Session {
    const { gateway } = this.options;
    return new Session({
      gateway,
      data: this.data,
      send: (fields) => this.deliverMessage(socket, fields),
      close: () => socket.end(),
      reserveClientId: (clientId) =>
        ![...this.clients.values()].some((session) => session.getClientId() === clientId),
    });
  }

  /** The first message of a client lists its versions. */
  private sendVersion(socket: Socket): boolean {
    const version = this.getFault().serverVersion ?? SERVER_VERSION;
    socket.write(encodeFrame([version, formatTime(this.options.gateway.getTimeMs())]));
    return true;
  }

  private receiveMessage(socket: Socket, session: Session, fields: readonly string[]): void {
    if (this.getFault().loses?.(fields, socket) === true) return;
    const request = parseRequest(fields);
    if (request) session.handleRequest(request);
  }

  private deliverMessage(socket: Socket, fields: readonly Field[]): void {
    const send: SendFields = (shown) => {
      if (!socket.destroyed) socket.write(encodeFrame(shown));
    };
    const { deliver } = this.getFault();
    if (deliver) deliver(fields, send, socket);
    else send(fields);
  }

  private getFault(): Fault {
    return this.options.getFault?.() ?? {};
  }
}
