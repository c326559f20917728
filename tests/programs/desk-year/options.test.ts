// Options of `npm run desk-year`.
import { expect, test } from 'vitest';
import { EFFICIENT_SEEDS, SEEDS, readOptions } from '../../../app/programs/desk-year/options';

const read = (values: Readonly<Record<string, string>> = {}, flags: readonly string[] = []) =>
  readOptions({ files: [], option: (name) => values[name], flag: (name) => flags.includes(name) });

test('runs a year on ten markets and ten efficient ones by default', () => {
  expect(read()).toMatchObject({
    seeds: SEEDS,
    efficientSeeds: EFFICIENT_SEEDS,
    days: 365,
    hasSignals: true,
    shouldWrite: false,
  });
  expect([SEEDS[0], SEEDS.at(-1)]).toEqual(['1601', '1610']);
  expect([EFFICIENT_SEEDS[0], EFFICIENT_SEEDS.at(-1)]).toEqual(['1701', '1710']);
});

test('reads lists, days and threads', () => {
  expect(
    read({ seeds: '1, 2', 'efficient-seeds': 'none', days: '30', jobs: '1' }, ['no-signals']),
  ).toMatchObject({ seeds: ['1', '2'], efficientSeeds: [], days: 30, jobs: 1, hasSignals: false });
});

test('rejects unusable values by name', () => {
  expect(() => read({ seeds: '1,1' })).toThrow('--seeds must be distinct');
  expect(() => read({ days: '0', jobs: 'x' })).toThrow(/--days.*\n--jobs/);
  expect(() => read({ seeds: 'none', 'efficient-seeds': 'none' })).toThrow('must not both be none');
  expect(() => read({}, ['write', 'no-signals'])).toThrow('--no-signals');
});
