// One life of a live trading process: starts it, follows its account, and kills it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Command } from '../../app/trading/domain/command';
import type { KillAim } from './live-kill-moments';
import type { AccountState, LiveOutput, ProcessInput } from './live-process';
import { type MarkWatcher, createLineSplitter } from './killer';

interface LiveRunOptions {
  readonly program: string;
  readonly dataDir: string;
  readonly port: number;
  readonly account: string;
  readonly instrumentId: string;
}

interface RunEnding {
  readonly signal: NodeJS.Signals | null;
  /** Killed inside of a transaction. */
  readonly wasInside: boolean;
}

type Answer = Extract<LiveOutput, { type: 'answer' }>;

/** Longer than any answer of a busy machine. */
const WAIT_MS_MAX = 60_000;

export class LiveRun {
  readonly ended: Promise<RunEnding>;
  private readonly child: ChildProcess;
  private readonly listeners = new Set<() => void>();
  private account: AccountState | null = null;
  private isOpened = false;
  private errors = '';
  readonly answers: Answer[] = [];
  isDead = false;

  constructor(
    options: LiveRunOptions,
    private readonly markWatcher: MarkWatcher,
  ) {
    const marks = markWatcher.pipe();
    const { program, dataDir, port, account, instrumentId } = options;
    this.child = spawn(process.execPath, [program, dataDir, String(port), account, instrumentId], {
      stdio: ['pipe', 'pipe', 'pipe', marks.writeEnd],
      env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'fatal' },
    });
    this.child.stdin?.on('error', () => undefined);
    this.child.stderr?.on('data', (chunk: Buffer) => void (this.errors += chunk.toString()));
    this.child.stdout?.setEncoding('utf8').on(
      'data',
      createLineSplitter((line) => this.receiveOutput(JSON.parse(line) as LiveOutput)),
    );
    const watched = markWatcher.watch(marks, this.child.pid ?? 0);
    this.ended = this.waitForEnd(watched);
  }

  private async waitForEnd(watched: ReturnType<MarkWatcher['watch']>): Promise<RunEnding> {
    const [, signal] = (await once(this.child, 'close')) as [unknown, NodeJS.Signals | null];
    const { wasInside } = await watched;
    this.isDead = true;
    this.callListeners();
    return { signal, wasInside };
  }

  private receiveOutput(line: LiveOutput): void {
    if (line.type === 'account') this.account = line;
    if (line.type === 'answer') this.answers.push(line);
    if (line.type === 'opened') this.isOpened = true;
    this.callListeners();
  }

  private callListeners(): void {
    for (const listener of [...this.listeners]) listener();
  }

  /** False where the process ended before; throws where it does neither in time. */
  waitUntil(condition: () => boolean, what: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const finishWaiting = (end: () => void): void => {
        clearTimeout(timer);
        this.listeners.delete(checkCondition);
        end();
      };
      const checkCondition = (): void => {
        if (condition()) finishWaiting(() => resolve(true));
        else if (this.isDead) finishWaiting(() => resolve(false));
      };
      const timer = setTimeout(
        () => finishWaiting(() => reject(new Error(`not ${what}: ${this.describeRun()}`))),
        WAIT_MS_MAX,
      );
      this.listeners.add(checkCondition);
      checkCondition();
    });
  }

  private describeRun(): string {
    return [JSON.stringify(this.account), this.answers.at(-1)?.message, this.errors].join(' ');
  }

  waitUntilOpened(): Promise<boolean> {
    return this.waitUntil(() => this.isOpened, 'opened');
  }

  /** Until the last commit left the account in a state. */
  waitForAccount(isWanted: (account: AccountState) => boolean, what: string): Promise<boolean> {
    return this.waitUntil(() => this.account !== null && isWanted(this.account), what);
  }

  /** The account after the last commit. */
  getAccount(): AccountState {
    if (!this.account) throw new Error(`the process has stored nothing: ${this.describeRun()}`);
    return this.account;
  }

  /** Null where the process ended before its answer. */
  async sendCommand(command: Command): Promise<Answer | null> {
    const nth = this.answers.length;
    this.sendLine({ type: 'command', command });
    await this.waitUntil(() => this.answers.length > nth, 'answered');
    return this.answers[nth] ?? null;
  }

  setAim(aim: KillAim): void {
    if (aim.at === 'commit' && aim.when === 'inside') this.markWatcher.arm(aim.delayUs);
    this.sendLine({ type: 'aim', aim });
  }

  private sendLine(line: ProcessInput): void {
    this.child.stdin?.write(`${JSON.stringify(line)}\n`);
  }

  /** Kills it after so many microseconds, which pass here. */
  killNow(delayUs = 0): void {
    const endMs = performance.now() + delayUs / 1000;
    while (performance.now() < endMs);
    this.child.kill('SIGKILL');
  }

  /** Ends it regularly. */
  async finishRun(): Promise<void> {
    this.child.stdin?.end();
    await this.ended;
  }
}
