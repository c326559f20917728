import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../../app/trading/random';

const STREAMS = [
  'order:ann:simulation',
  'position:ann:simulation',
  'execution:5f',
  'weather',
  'a',
  'b',
  '',
];
const STEPS = [0, 1, 2, 1000, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 52];

describe('random values by stream and step', () => {
  const random = createSeededRandom('test');
  const table = STREAMS.map((stream) =>
    STEPS.map((step) => [random.id(stream, step), random.uniform(stream, step)] as const),
  );

  test('are reproducible in any order of calls', () => {
    const other = createSeededRandom('test');
    for (let noise = 0; noise < 50; noise += 1) other.id(`a new stream ${noise}`, noise);
    const again = [...STREAMS]
      .reverse()
      .map((stream) =>
        [...STEPS]
          .reverse()
          .map((step) => {
            other.uniform('another', step);
            return [other.id(stream, step), other.uniform(stream, step)] as const;
          })
          .reverse(),
      )
      .reverse();
    expect(again).toEqual(table);
  });

  test('depend on seed, stream and step', () => {
    const ids = table.flat().map(([id]) => id);
    expect(new Set(ids).size).toBe(STREAMS.length * STEPS.length);
    expect(createSeededRandom('tesu').id('a', 0)).not.toBe(random.id('a', 0));
    expect(createSeededRandom('tesu').uniform('a', 0)).not.toBe(random.uniform('a', 0));
  });

  // Ids are in logs and hashes: a different mixer would invalidate every stored log.
  test('never change their values', () => {
    expect(random.id('order:ann:simulation', 0)).toBe('08aaa08089fd410d5e52c4c92dae894f');
    expect(random.id('order:ann:simulation', 2 ** 40)).toBe('3df895bc3f51a3805298d0f1851aa84d');
    expect(random.uniform('weather', 7)).toBe(0.3491995227010609);
  });
});

describe('ids', () => {
  const TEXT = /^[0-9a-f]{32}$/;

  test('of one stream are unique over 100,000 steps', () => {
    const random = createSeededRandom('c2f1d0a4b3e29687c2f1d0a4b3e29687');
    const ids = new Set<string>();
    for (let step = 0; step < 100_000; step += 1) ids.add(random.id('order:ann:simulation', step));
    expect(ids.size).toBe(100_000);
    for (const id of [...ids].slice(0, 1000)) expect(id).toMatch(TEXT);
  });

  test('of 100,000 streams at the same step are unique: executions are named by their order', () => {
    const random = createSeededRandom('seed');
    const ids = new Set<string>();
    for (let order = 0; order < 100_000; order += 1)
      ids.add(random.id(`execution:${random.id('order:ann:simulation', order)}`, 0));
    expect(ids.size).toBe(100_000);
  });

  test('of streams and seeds that differ in one letter are unique', () => {
    const ids = ['s1', 's2'].flatMap((seed) =>
      ['ann', 'bnn', 'anm'].flatMap((user) =>
        ['simulation', 'paper', 'live'].flatMap((mode) =>
          Array.from({ length: 500 }, (_item, step) =>
            createSeededRandom(seed).id(`order:${user}:${mode}`, step),
          ),
        ),
      ),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('uniform numbers', () => {
  test('lie in [0, 1) and are spread evenly, also over streams', () => {
    const random = createSeededRandom('spread');
    for (const draw of [
      (n: number) => random.uniform('one', n),
      (n: number) => random.uniform(`stream ${n}`, 0),
    ]) {
      const bins = new Array<number>(16).fill(0);
      for (let n = 0; n < 32_000; n += 1) {
        const value = draw(n);
        expect(value >= 0 && value < 1).toBe(true);
        bins[Math.floor(value * 16)]! += 1;
      }
      // 2,000 per bin; chi squared with 15 degrees of freedom (99.99% point 44)
      expect(bins.reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0)).toBeLessThan(60);
    }
  });
});
