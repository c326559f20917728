// Programs in a pseudo terminal, for text browsers.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

const PROGRAM_MS_MAX = 60_000;

/** Starts a shell command in a terminal of 80 columns; it is killed after a minute. */
export function startInTerminal(command: string, home: string): ChildProcessWithoutNullStreams {
  const child: ChildProcessWithoutNullStreams = spawn('script', ['-qfec', command, '/dev/null'], {
    env: { ...process.env, HOME: home, TERM: 'vt100', LANG: 'C.UTF-8' },
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), PROGRAM_MS_MAX);
  child.on('close', () => clearTimeout(limit));
  child.stdin.on('error', () => undefined);
  return child;
}

export const waitForEnd = (child: ChildProcessWithoutNullStreams): Promise<void> =>
  new Promise((resolve) => child.on('close', () => resolve()));
