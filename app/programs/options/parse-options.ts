// Options of a program by a schema.
import type { z } from 'zod';
import { type ProgramCall, UsageError } from '../cli';

/** Reads the options that a schema names. Throws UsageError naming every invalid one. */
export function parseOptions<Schema extends z.ZodObject>(
  schema: Schema,
  option: ProgramCall['option'],
): z.output<Schema> {
  const values = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, option(name)]));
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    parsed.error.issues
      .map(({ path, message }) => {
        const name = path.join('.');
        const given = values[String(path[0])];
        return `--${name} ${message}${given === undefined ? '' : `, not '${given}'`}.`;
      })
      .join('\n'),
  );
}

/** Throws UsageError for files. `advice` is a sentence on what to give instead. */
export function rejectFiles(program: string, files: readonly string[], advice?: string): void {
  if (files.length === 0) return;
  const text = `${program} takes no files (got ${files.join(' ')}).`;
  throw new UsageError(advice === undefined ? text : `${text} ${advice}`);
}
