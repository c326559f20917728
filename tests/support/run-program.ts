// Runs a built command line program as a process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './source-files';

export interface ProgramEnding {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs `build/programs/<name>.js` to its end, with `input` on standard input. The build must be
 * there.
 */
export async function runBuiltProgram(
  name: string,
  dataDir: string,
  args: readonly string[],
  input = '',
  settings: Readonly<Record<string, string>> = {},
): Promise<ProgramEnding> {
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    ...settings,
  };
  const child = spawn(process.execPath, [join(ROOT, 'build', 'programs', `${name}.js`), ...args], {
    cwd: ROOT,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const [stdout, stderr] = [[] as string[], [] as string[]];
  child.stdout.on('data', (chunk: Buffer) => void stdout.push(chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => void stderr.push(chunk.toString('utf8')));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}
