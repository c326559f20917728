// Runs a command line program and captures its output.
import { vi } from 'vitest';
import { type Program, runProgram } from '../../app/programs/cli';

/** Exit code and all output, including standard error. */
export async function runCaptured(
  program: Program,
  ...args: string[]
): Promise<{ code: number; printed: string }> {
  let printed = '';
  const capture = (text: string | Uint8Array): boolean => ((printed += String(text)), true);
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(capture),
    vi.spyOn(process.stderr, 'write').mockImplementation(capture),
  ];
  try {
    return { code: await runProgram(program, args), printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
