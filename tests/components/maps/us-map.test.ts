// State outlines: from the atlas, one per state, in a small file.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STATES } from '../../../app/trading/weather/states';
import { ROOT } from '../../support/source-files';
import { ATLAS, buildUsStatesSprite } from '../../support/us-map';

const SPRITE = join(ROOT, 'app', 'components', 'maps', 'us-states.svg');
const BYTES_MAX = 48_000;

describe('state outlines', () => {
  it('match the atlas (run with -u to regenerate)', async () => {
    await expect(buildUsStatesSprite()).toMatchFileSnapshot(SPRITE);
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
      ATLAS.objects.states.geometries.map(({ id, properties }) => [
        String(id),
        (properties as { name: string }).name,
      ]),
    );
    expect(STATES.filter(({ fips, name }) => names.get(fips) !== name)).toEqual([]);
  });
});
