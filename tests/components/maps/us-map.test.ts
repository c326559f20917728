// State outlines: from the atlas, one per state, in a small file.
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STATES } from '../../../app/trading/weather/states';
import { ROOT } from '../../support/source-files';
import { drawStates } from '../../../build.js';

const SPRITE = join(ROOT, 'app', 'components', 'maps', 'us-states.svg');
const BYTES_MAX = 48_000;
const ATLAS = createRequire(import.meta.url)('us-atlas/states-albers-10m.json') as {
  readonly objects: {
    readonly states: {
      readonly geometries: readonly {
        readonly id: string;
        readonly properties: { readonly name: string };
      }[];
    };
  };
};

describe('state outlines', () => {
  it('are those that the build draws from the atlas', async () => {
    expect(readFileSync(SPRITE, 'utf8')).toBe(await drawStates());
  });

  it('contain each state once, in one small file', () => {
    const ids = [...readFileSync(SPRITE, 'utf8').matchAll(/ id="s(\d\d)"/g)].map(
      ([, fips]) => fips,
    );
    expect(ids).toEqual(STATES.map(({ fips }) => fips));
    expect(statSync(SPRITE).size).toBeLessThan(BYTES_MAX);
  });

  it('match the state names in the code', () => {
    const names = new Map(
      ATLAS.objects.states.geometries.map(({ id, properties }) => [id, properties.name]),
    );
    expect(STATES.filter(({ fips, name }) => names.get(fips) !== name)).toEqual([]);
  });
});
