// Simulated browser environment of the live socket: time, network and server are controlled by the
// test.
import {
  type Connection,
  type ConnectionEvents,
  LiveSocket,
  type LiveState,
  type LiveEnvironment,
} from '../../app/components/live/live-socket';

interface FakeConnection extends ConnectionEvents {
  readonly sent: unknown[];
  isClosed: boolean;
}

export class FakeLiveEnvironment implements LiveEnvironment {
  private ms = 0;
  private timers: { readonly atMs: number; readonly callback: () => void }[] = [];
  readonly connections: FakeConnection[] = [];
  readonly states: LiveState[] = [];
  pageVersion: string | null = null;
  isNetworkUp = true;
  randomValue = 1;
  readonly link: LiveSocket;

  constructor(userId = 'ann') {
    this.link = new LiveSocket(userId, this, (state) => this.states.push(state));
  }

  open(events: ConnectionEvents): Connection {
    const connection: FakeConnection = { ...events, sent: [], isClosed: false };
    this.connections.push(connection);
    return {
      send: (text: string) => void connection.sent.push(JSON.parse(text)),
      close: () => void (connection.isClosed = true),
    };
  }

  schedule(callback: () => void, ms: number): () => void {
    const entry = { atMs: this.ms + ms, callback };
    this.timers.push(entry);
    return () => {
      this.timers = this.timers.filter((other) => other !== entry);
    };
  }

  nowMs = (): number => this.ms;
  random = (): number => this.randomValue;
  isOnline = (): boolean => this.isNetworkUp;
  readonly loggedCodes: number[] = [];
  logDisconnect = (code: number): void => void this.loggedCodes.push(code);

  /** Advances time and runs due timers. */
  advance(ms: number): void {
    const untilMs = this.ms + ms;
    for (let next = this.next(untilMs); next; next = this.next(untilMs)) {
      this.ms = next.atMs;
      this.timers = this.timers.filter((other) => other !== next);
      next.callback();
    }
    this.ms = untilMs;
  }

  private next(untilMs: number) {
    return this.timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
  }

  get state(): LiveState | undefined {
    return this.states.at(-1);
  }

  /** Last connection. */
  get last(): FakeConnection {
    const connection = this.connections.at(-1);
    if (!connection) throw new Error('no connection');
    return connection;
  }

  receive(message: object): void {
    this.last.onText(JSON.stringify(message));
  }

  /** Sends both account messages. */
  receiveDesk(asOfSeq: number, more: object = {}): void {
    this.receive({
      type: 'PORTFOLIO_UPDATE',
      asOfSeq,
      data: {
        mode: 'simulation',
        epoch: 1,
        portfolio: { totalValue: asOfSeq },
        commodities: [{ commodity: 'corn' }],
        ...more,
      },
    });
    this.receive({ type: 'POSITION_UPDATE', asOfSeq, data: [{ id: `position-${asOfSeq}` }] });
  }

  /** Connects and authenticates. */
  signIn(): this {
    this.link.connect();
    this.last.onOpen();
    this.receive({ type: 'authenticated', userId: 'ann' });
    return this;
  }
}
