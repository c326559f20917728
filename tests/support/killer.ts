// Starts trading processes, sends commands, and kills them at random or inside a transaction.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import type { CommandEnvelope } from '../../app/trading/domain/command';
import type { ProcessOutput } from './trading-process';

const ROOT = join(import.meta.dirname, '..', '..');
const CACHE = join(ROOT, '.cache');

export interface BuiltProgram {
  readonly file: string;
  remove(): void;
}

/**
 * Bundles a program of tests/support for plain Node, inside the project where its packages resolve.
 */
export async function buildProgram(name: string): Promise<BuiltProgram> {
  mkdirSync(CACHE, { recursive: true });
  const outDir = mkdtempSync(join(CACHE, `${name}-`));
  await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      rollupOptions: {
        input: join(ROOT, 'tests', 'support', `${name}.ts`),
        output: { entryFileNames: `${name}.js` },
      },
    },
  });
  return {
    file: join(outDir, `${name}.js`),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}

interface RunOptions {
  readonly program: string;
  readonly dataDir: string;
  readonly seed: string;
  readonly fromMs: number;
  readonly barsPerSecond: number;
  /** Wrapper command for the process. */
  readonly under?: readonly string[];
  /** Loads, reports it, and opens the terminal at the time given by `openAt`. */
  readonly waitsForMoment?: boolean;
  /** Called per output line. */
  readonly onOutput: (line: ProcessOutput) => void;
}

/** Emits complete lines only. */
export function createLineSplitter(onLine: (line: string) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  };
}

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly wasInside: boolean;
  readonly transactionCount: number;
  readonly errors: string;
}

/** One trading process. */
export class TradingRun {
  readonly ended: Promise<Ending>;
  private readonly child: ChildProcess;

  constructor(
    options: RunOptions,
    private readonly markWatcher: MarkWatcher | null,
  ) {
    const marks = markWatcher?.pipe() ?? null;
    const [command = '', ...args] = [
      ...(options.under ?? []),
      process.execPath,
      options.program,
      options.dataDir,
      options.seed,
      String(options.fromMs),
      String(options.barsPerSecond),
    ];
    const env = {
      ...process.env,
      NODE_ENV: 'production' as const,
      KILL_MARKS: marks ? 'on' : 'off',
      WAITS_FOR_MOMENT: options.waitsForMoment ? 'on' : 'off',
      LOG_LEVEL: 'fatal',
    };
    this.child = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'pipe', marks ? marks.writeEnd : 'ignore'],
      env,
    });
    const watchResult =
      marks && markWatcher
        ? markWatcher.watch(marks, this.pid)
        : Promise.resolve({ wasInside: false, transactionCount: 0 });
    this.ended = this.end(watchResult, options.onOutput);
  }

  private async end(
    watchResult: Promise<{ wasInside: boolean; transactionCount: number }>,
    onOutput: (line: ProcessOutput) => void,
  ): Promise<Ending> {
    const { stdin, stdout, stderr } = this.child;
    const errors: string[] = [];
    stderr?.on(
      'data',
      (chunk: Buffer) => void (errors.length < 100 && errors.push(chunk.toString())),
    );
    stdin?.on('error', () => undefined); // writing to the dead is part of the game
    stdout?.setEncoding('utf8').on(
      'data',
      createLineSplitter((line) => onOutput(JSON.parse(line) as ProcessOutput)),
    );
    const [code, signal] = (await once(this.child, 'close')) as [
      number | null,
      NodeJS.Signals | null,
    ];
    return { code, signal, ...(await watchResult), errors: errors.join('') };
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  send(envelope: CommandEnvelope): void {
    this.child.stdin?.write(`${JSON.stringify(envelope)}\n`);
  }

  openAt(atMs: number): void {
    this.child.stdin?.write(`${atMs}\n`);
  }

  /** Ends it regularly: no more commands follow. */
  finish(): void {
    this.child.stdin?.end();
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** Kills it `delayUs` microseconds after its next transaction starts. */
  killInside(delayUs: number): void {
    this.markWatcher?.arm(delayUs);
  }
}

interface Marks {
  readonly readEnd: number;
  readonly writeEnd: number;
}

/** Watches the transaction marks of one process after another. */
export class MarkWatcher {
  private readonly aim = new SharedArrayBuffer(8);
  private readonly worker = new Worker(new URL('./killer-aim.js', import.meta.url), {
    workerData: this.aim,
  });
  private readonly dir = mkdtempSync(join(CACHE, 'marks-'));
  private count = 0;

  /** A named pipe with both ends open, so that neither blocks. */
  pipe(): Marks {
    const path = join(this.dir, String((this.count += 1)));
    execFileSync('mkfifo', [path]);
    const opener = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeEnd = openSync(path, constants.O_WRONLY);
    const readEnd = openSync(path, constants.O_RDONLY);
    closeSync(opener);
    return { readEnd, writeEnd };
  }

  /** Watches a process with the write end; resolves after its end. */
  async watch(
    { readEnd, writeEnd }: Marks,
    pid: number,
  ): Promise<{ wasInside: boolean; transactionCount: number }> {
    closeSync(writeEnd);
    Atomics.store(this.view, 0, 0);
    this.worker.postMessage({ fd: readEnd, pid });
    const [watchResult] = (await once(this.worker, 'message')) as [
      { wasInside: boolean; transactionCount: number },
    ];
    closeSync(readEnd);
    return watchResult;
  }

  arm(delayUs: number): void {
    Atomics.store(this.view, 1, Math.round(delayUs));
    Atomics.store(this.view, 0, 1);
  }

  private get view(): Int32Array {
    return new Int32Array(this.aim);
  }

  async close(): Promise<void> {
    await this.worker.terminate();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
