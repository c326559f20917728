// Options by a schema, and what is said of invalid ones.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { UsageError } from '../../../app/programs/cli';
import { parseInteger } from '../../../app/programs/options/parse-integer';
import { parseOptions, rejectFiles } from '../../../app/programs/options/parse-options';

const SCHEMA = z.object({ days: parseInteger(1, 30).default(7), name: z.string('must be given') });

const parseGiven = (given: Readonly<Record<string, string>>) =>
  parseOptions(SCHEMA, (name) => given[name]);

describe('options of a program', () => {
  it('have their defaults where they are not given', () => {
    expect(parseGiven({ name: 'corn' })).toEqual({ days: 7, name: 'corn' });
    expect(parseGiven({ name: 'corn', days: '30', other: 'x' })).toEqual({
      days: 30,
      name: 'corn',
    });
  });

  it('are all named where several are invalid, with what was given', () => {
    const parseInvalid = (): unknown => parseGiven({ days: '31' });
    expect(parseInvalid).toThrow(UsageError);
    expect(parseInvalid).toThrow(
      "--days must be an integer from 1 to 30, not '31'.\n--name must be given.",
    );
  });

  it('take no files where a program has none', () => {
    expect(() => rejectFiles('feed', [])).not.toThrow();
    expect(() => rejectFiles('feed', ['a.csv', 'b.csv'])).toThrow(
      /^feed takes no files \(got a\.csv b\.csv\)\.$/,
    );
    expect(() => rejectFiles('train', ['a.csv'], 'Select networks with --net.')).toThrow(
      'train takes no files (got a.csv). Select networks with --net.',
    );
  });
});
