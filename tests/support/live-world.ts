// A browser for the page's end of the live link: its time, its network and its server are in the
// hand of the test.
import {
  type Connection,
  type ConnectionEvents,
  LiveSocket,
  type LiveState,
  type LiveWorld,
} from '../../app/components/live/live-socket';

interface FakeConnection extends ConnectionEvents {
  readonly sent: unknown[];
  isClosed: boolean;
}

export class FakeWorld implements LiveWorld {
  private ms = 0;
  private waiting: { readonly atMs: number; readonly callback: () => void }[] = [];
  readonly connections: FakeConnection[] = [];
  readonly states: LiveState[] = [];
  isThere = true;
  chance = 1;
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

  later(callback: () => void, ms: number): () => void {
    const entry = { atMs: this.ms + ms, callback };
    this.waiting.push(entry);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== entry);
    };
  }

  nowMs = (): number => this.ms;
  random = (): number => this.chance;
  isOnline = (): boolean => this.isThere;

  /** Lets time pass, and all that was due in it happen. */
  pass(ms: number): void {
    const untilMs = this.ms + ms;
    for (let next = this.next(untilMs); next; next = this.next(untilMs)) {
      this.ms = next.atMs;
      this.waiting = this.waiting.filter((other) => other !== next);
      next.callback();
    }
    this.ms = untilMs;
  }

  private next(untilMs: number) {
    return this.waiting.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
  }

  get state(): LiveState | undefined {
    return this.states.at(-1);
  }

  /** The connection made last. */
  get last(): FakeConnection {
    const connection = this.connections.at(-1);
    if (!connection) throw new Error('nothing has connected');
    return connection;
  }

  tell(message: object): void {
    this.last.onText(JSON.stringify(message));
  }

  /** Both halves of a desk. */
  tellDesk(asOfSeq: number, more: object = {}): void {
    this.tell({
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
    this.tell({ type: 'POSITION_UPDATE', asOfSeq, data: [{ id: `position-${asOfSeq}` }] });
  }

  /** Connects and is welcomed. */
  signIn(): this {
    this.link.connect();
    this.last.onOpen();
    this.tell({ type: 'authenticated', userId: 'ann' });
    return this;
  }
}
