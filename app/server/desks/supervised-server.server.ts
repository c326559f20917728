// One server that the front starts, restarts and stops.
import type { DeskServer } from '../../models/desks/directory.server';
import { computeRestartDelayMs } from './restart-delay';

/** A process of a server. */
export interface ServerProcess {
  readonly address: string;
  readonly pid: number;
  /** Resolves when it has ended, with how it did. */
  readonly ended: Promise<string>;
  /** Asks it to end. */
  stop(): void;
  kill(): void;
}

export interface SupervisorEnvironment {
  launch(server: DeskServer): Promise<ServerProcess>;
  isAnswering(address: string): Promise<boolean>;
  nowMs(): number;
  /** Returns a function that cancels the callback. */
  startTimer(callback: () => void, ms: number): () => void;
  print(text: string): void;
}

const PROBE_MS = 100;
/** A server needs 2 s to stop, at most 10 s. */
const STOP_MS_MAX = 15_000;
/** More ends than any pause depends on. */
const ENDS_MAX = 16;

export class SupervisedServer {
  private process: ServerProcess | null = null;
  private isLaunching = false;
  private isUp = false;
  private isStopping = false;
  private cancelTimer: () => void = () => undefined;
  private readonly endedMs: number[] = [];
  private readonly stopped: Promise<void>;
  private resolveStopped: () => void = () => undefined;

  constructor(
    readonly server: DeskServer,
    private readonly environment: SupervisorEnvironment,
  ) {
    this.stopped = new Promise((resolve) => (this.resolveStopped = resolve));
    void this.start();
  }

  /** Address while it answers, else null. */
  get address(): string | null {
    return this.isUp ? (this.process?.address ?? null) : null;
  }

  /** Resolves when the process has ended. */
  stop(): Promise<void> {
    if (!this.isStopping) {
      this.isStopping = true;
      this.isUp = false;
      this.cancelTimer();
      if (this.process !== null) this.stopProcess(this.process);
      else if (!this.isLaunching) this.resolveStopped();
    }
    return this.stopped;
  }

  private stopProcess(process: ServerProcess): void {
    process.stop();
    this.cancelTimer = this.environment.startTimer(() => {
      this.printLine(`does not stop after ${STOP_MS_MAX / 1000} s and is killed`);
      process.kill();
    }, STOP_MS_MAX);
  }

  private async start(): Promise<void> {
    const startedMs = this.environment.nowMs();
    this.isLaunching = true;
    try {
      const process = await this.environment.launch(this.server);
      this.process = process;
      this.isLaunching = false;
      void process.ended.then((how) => this.handleEnd(how));
      if (this.isStopping) this.stopProcess(process);
      else this.waitForAnswer(process, startedMs);
    } catch (error) {
      this.handleEnd(`could not be started: ${error instanceof Error ? error.message : ''}`);
    }
  }

  /** Until it answers or ends. */
  private waitForAnswer(process: ServerProcess, startedMs: number): void {
    const isCurrent = (): boolean => this.process === process && !this.isStopping;
    const askAgain = async (): Promise<void> => {
      const isAnswering = await this.environment.isAnswering(process.address);
      if (!isCurrent()) return;
      if (!isAnswering) {
        this.cancelTimer = this.environment.startTimer(() => void askAgain(), PROBE_MS);
        return;
      }
      this.isUp = true;
      const seconds = ((this.environment.nowMs() - startedMs) / 1000).toFixed(1);
      this.printLine(`answers at ${process.address} (process ${process.pid}) after ${seconds} s`);
    };
    void askAgain();
  }

  private handleEnd(how: string): void {
    this.process = null;
    this.isLaunching = false;
    this.isUp = false;
    this.cancelTimer();
    if (this.isStopping) {
      this.printLine(how);
      this.resolveStopped();
      return;
    }
    const nowMs = this.environment.nowMs();
    this.endedMs.push(nowMs);
    if (this.endedMs.length > ENDS_MAX) this.endedMs.shift();
    const delayMs = computeRestartDelayMs(this.endedMs, nowMs);
    const when =
      delayMs === 0
        ? 'starting it again'
        : `it has ended several times within a minute: starting it again in ${delayMs / 1000} s`;
    this.printLine(`${how}; ${when}`);
    if (delayMs === 0) void this.start();
    else this.cancelTimer = this.environment.startTimer(() => void this.start(), delayMs);
  }

  private printLine(text: string): void {
    this.environment.print(`server ${this.server.name}: ${text}`);
  }
}
