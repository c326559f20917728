// The server as a process to be killed, and API users who record every response.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './source-files';

interface ServerOptions {
  readonly port: number;
  readonly dataDir: string;
  /** Price folder to replay; null for the simulated market. */
  readonly historyDir: string | null;
  /** Folder of the project; this one by default. */
  readonly root?: string;
  /** Replay speed; default 400. */
  readonly barsPerSecond?: number;
}

interface ServerEnding {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

export class ServerRun {
  readonly ended: Promise<ServerEnding>;
  private readonly child: ChildProcess;
  private readonly outputChunks: string[] = [];

  constructor({ port, dataDir, historyDir, root = ROOT, barsPerSecond = 400 }: ServerOptions) {
    const feed =
      historyDir === null
        ? { FEED: 'simulated' }
        : {
            FEED: 'replay',
            HISTORY_DIR: historyDir,
            REPLAY_BARS_PER_SECOND: String(barsPerSecond),
          };
    const env: NodeJS.ProcessEnv = {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...feed,
    };
    this.child = spawn(process.execPath, [join(root, 'server.js')], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on(
        'data',
        (chunk: Buffer) =>
          void (this.outputChunks.length < 200 && this.outputChunks.push(chunk.toString())),
      );
    this.ended = this.end();
  }

  private async end(): Promise<ServerEnding> {
    const [code, signal] = (await once(this.child, 'close')) as [
      number | null,
      NodeJS.Signals | null,
    ];
    return { code, signal, output: this.outputChunks.join('') };
  }

  /** Resolves when ready; rejects when the process ends first. */
  async ready(origin: string): Promise<void> {
    let ending: ServerEnding | null = null;
    void this.ended.then((how) => (ending = how));
    while (ending === null) {
      const isReady = await fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`the server ended before it was ready: ${JSON.stringify(ending)}`);
  }

  signal(name: 'SIGKILL' | 'SIGTERM'): void {
    this.child.kill(name);
  }
}

interface Post {
  readonly userId: string;
  readonly key: string;
  readonly path: string;
  readonly body: object;
}

interface ReceivedResponse {
  readonly text: null;
  readonly post: Post;
  readonly responseText: string;
}

interface User {
  readonly id: string;
  readonly name: string;
  cookie: string;
  positions: readonly string[];
}

const SLUGS = ['natural-gas', 'crude-oil', 'corn'] as const;

/** Users with sessions who send one call after the other. */
export class ApiTraders {
  readonly acknowledged = new Map<string, ReceivedResponse>();
  readonly pending = new Map<string, Post>();
  readonly faults: string[] = [];
  repeats = 0;
  private count = 0;

  constructor(
    private readonly origin: string,
    readonly users: readonly User[],
    private readonly random: () => number,
  ) {}

  async signIn(password: string): Promise<void> {
    for (const user of this.users) {
      const response = await fetch(`${this.origin}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: user.name, password }),
      });
      if (!response.ok)
        throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
      user.cookie = (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    }
  }

  /** Sends the user's next command; false when the server no longer responds. */
  trade(user: User): Promise<boolean> {
    const post =
      this.random() < 0.1
        ? (this.pickEarlierPost(user) ?? this.createPost(user))
        : this.createPost(user);
    if (!this.acknowledged.has(getKey(post))) this.pending.set(getKey(post), post);
    return this.send(user, post);
  }

  /** After a restart: repeats all unanswered commands and some answered ones. */
  async repeatAfterRestart(): Promise<void> {
    const answered = [...this.acknowledged.values()].slice(-15).map(({ post }) => post);
    for (const post of [...this.pending.values(), ...answered]) {
      const user = this.users.find(({ id }) => id === post.userId);
      if (user) await this.send(user, post);
    }
  }

  private pickEarlierPost(user: User): Post | undefined {
    const own = [...this.acknowledged.values()]
      .filter(({ post }) => post.userId === user.id)
      .slice(-20);
    return own[Math.floor(this.random() * own.length)]?.post;
  }

  private createPost(user: User): Post {
    const commodity = SLUGS[Math.floor(this.random() * SLUGS.length)] ?? 'corn';
    const [path, body] = this.buildCall(user, commodity, this.random());
    return { userId: user.id, key: `key-${(this.count += 1)}`, path, body };
  }

  private buildCall(user: User, commodity: string, at: number): readonly [string, object] {
    const [positionId] = user.positions;
    if (at < 0.35) return ['auto-trading/start', at < 0.1 ? {} : { commodity }];
    if (at < 0.45) return ['auto-trading/stop', at < 0.38 ? {} : { commodity }];
    if (at < 0.6) return ['auto-trading/close-positions', { commodity }];
    if (at < 0.7) return ['auto-trading/toggle-commodity', { commodity, enabled: at < 0.67 }];
    if (at < 0.82)
      return positionId
        ? [`trading-positions/${positionId}/close`, {}]
        : ['auto-trading/start', {}];
    if (at < 0.87) return ['trading-positions/close-all', {}];
    if (at < 0.92)
      return [
        'settings',
        { riskLevel: at < 0.9 ? 'aggressive' : 'moderate', positionSize: 'small' },
      ];
    return at < 0.95
      ? ['trading/mode', { mode: at < 0.93 ? 'paper' : 'simulation' }]
      : ['reset-trading-account', {}];
  }

  private async send(user: User, post: Post): Promise<boolean> {
    const headers = {
      'Content-Type': 'application/json',
      Cookie: user.cookie,
      'Idempotency-Key': post.key,
    };
    try {
      const response = await fetch(`${this.origin}/api/${post.path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(post.body),
      });
      const body = (await response.json()) as Record<string, unknown>;
      if (isLimited(response, body))
        await new Promise((resolve) => setTimeout(resolve, BACK_OFF_MS));
      else this.recordResponse(post, response.status, body);
      if (this.random() < 0.4) user.positions = await this.positions(user);
      return true;
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return false; // the connection broke, or the answer was cut
      throw error;
    }
  }

  private async positions(user: User): Promise<string[]> {
    const response = await fetch(`${this.origin}/api/trading-positions`, {
      headers: { Cookie: user.cookie },
    });
    const rows = (await response.json()) as readonly { id: string; status: string }[];
    return rows.filter(({ status }) => status === 'ACTIVE').map(({ id }) => id);
  }

  /** Compares repeated results; state fields are ignored. */
  private recordResponse(post: Post, status: number, body: Record<string, unknown>): void {
    const key = getKey(post);
    const responseText = JSON.stringify([
      status,
      body['error'] ?? null,
      body['closedPositions'] ?? null,
      body['placedOrders'] ?? null,
    ]);
    if (![200, 202, 404, 409].includes(status) && !(status === 429 && 'resetTime' in body)) {
      this.faults.push(`${post.path} answered ${status}: ${JSON.stringify(body)}`);
      return;
    }
    const first = this.acknowledged.get(key);
    this.repeats += first ? 1 : 0;
    if (first && first.responseText !== responseText)
      this.faults.push(
        `${post.path} ${key}: answered ${first.responseText} first and ${responseText} later`,
      );
    if (!first) this.acknowledged.set(key, { text: null, post, responseText });
    this.pending.delete(key);
  }
}

/** Rate-limited requests were not executed and are repeated. */
const isLimited = ({ status }: Response, body: object): boolean =>
  status === 429 && !('resetTime' in body);
const BACK_OFF_MS = 250;

const getKey = ({ userId, key }: Post): string => `${userId}\n${key}`;
