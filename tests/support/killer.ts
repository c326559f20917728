// Starts trading processes, talks to them, and kills them: by chance, or the moment a transaction
// begins.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import type { CommandEnvelope } from '../../app/trading/domain/command';
import type { Said } from './trading-process';

const ROOT = join(import.meta.dirname, '..', '..');
const CACHE = join(ROOT, '.cache');

export interface BuiltProgram {
  readonly file: string;
  remove(): void;
}

/**
 * Bundles a program of tests/support so that plain Node runs it; inside the project, where its
 * packages are found.
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
  /** A program that runs the process under its eyes, with its options. */
  readonly under?: readonly string[];
  /** Loads, says so, and opens the desk at the moment that `openAt` names. */
  readonly waitsForMoment?: boolean;
  /** Hears each line that the process says. */
  readonly onSaid: (line: Said) => void;
}

/** Gives out lines with their end; what was cut off in the middle was never said. */
function wholeLines(hear: (line: string) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(hear);
  };
}

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly wasInside: boolean;
  readonly begun: number;
  readonly errors: string;
}

/** One trading process from its start to its end. */
export class TradingRun {
  readonly ended: Promise<Ending>;
  private readonly child: ChildProcess;

  constructor(
    options: RunOptions,
    private readonly marksman: Marksman | null,
  ) {
    const marks = marksman?.pipe() ?? null;
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
    const seen =
      marks && marksman
        ? marksman.watch(marks, this.pid)
        : Promise.resolve({ wasInside: false, begun: 0 });
    this.ended = this.end(seen, options.onSaid);
  }

  private async end(
    seen: Promise<{ wasInside: boolean; begun: number }>,
    onSaid: (line: Said) => void,
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
      wholeLines((line) => onSaid(JSON.parse(line) as Said)),
    );
    const [code, signal] = (await once(this.child, 'close')) as [
      number | null,
      NodeJS.Signals | null,
    ];
    return { code, signal, ...(await seen), errors: errors.join('') };
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

  /** Ends it in the orderly way: no more commands will come. */
  finish(): void {
    this.child.stdin?.end();
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** Kills it so many microseconds after its next transaction has begun. */
  killInside(delayUs: number): void {
    this.marksman?.arm(delayUs);
  }
}

interface Marks {
  readonly readEnd: number;
  readonly writeEnd: number;
}

/** The thread that watches the marks of one process after another. */
export class Marksman {
  private readonly aim = new SharedArrayBuffer(8);
  private readonly worker = new Worker(new URL('./killer-aim.js', import.meta.url), {
    workerData: this.aim,
  });
  private readonly dir = mkdtempSync(join(CACHE, 'marks-'));
  private count = 0;

  /** A named pipe with both ends open, so that neither waits for the other. */
  pipe(): Marks {
    const path = join(this.dir, String((this.count += 1)));
    execFileSync('mkfifo', [path]);
    const opener = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeEnd = openSync(path, constants.O_WRONLY);
    const readEnd = openSync(path, constants.O_RDONLY);
    closeSync(opener);
    return { readEnd, writeEnd };
  }

  /** Watches a process that has inherited the writing end; answers after its end. */
  async watch(
    { readEnd, writeEnd }: Marks,
    pid: number,
  ): Promise<{ wasInside: boolean; begun: number }> {
    closeSync(writeEnd);
    Atomics.store(this.view, 0, 0);
    this.worker.postMessage({ fd: readEnd, pid });
    const [seen] = (await once(this.worker, 'message')) as [{ wasInside: boolean; begun: number }];
    closeSync(readEnd);
    return seen;
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
