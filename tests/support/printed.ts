// Runs a command line program inside a test and keeps what it prints.
import { vi } from 'vitest';
import { type Program, runProgram } from '../../app/programs/cli';

/** Exit code and everything printed, standard error included. */
export async function runPrinted(
  program: Program,
  ...args: string[]
): Promise<{ code: number; printed: string }> {
  let printed = '';
  const keep = (text: string | Uint8Array): boolean => ((printed += String(text)), true);
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(keep),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep),
  ];
  try {
    return { code: await runProgram(program, args), printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
