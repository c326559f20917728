// The outlines that the maps use: those of the atlas, one for each state of the house's list, small
// enough to be sent.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STATES } from '../../../app/trading/weather/states';
import { ROOT } from '../../support/source-files';
import { ATLAS, usStatesSprite } from '../../support/us-map';

const SPRITE = join(ROOT, 'app', 'components', 'maps', 'us-states.svg');
const BYTES_MAX = 48_000;

describe('the outlines of the states', () => {
  it('are those of the atlas; the test run with -u draws them anew', async () => {
    await expect(usStatesSprite()).toMatchFileSnapshot(SPRITE);
  });

  it('are one for each state, in one small file', () => {
    const ids = [...readFileSync(SPRITE, 'utf8').matchAll(/ id="s(\d\d)"/g)].map(
      ([, fips]) => fips,
    );
    expect(ids).toEqual(STATES.map(({ fips }) => fips));
    expect(statSync(SPRITE).size).toBeLessThan(BYTES_MAX);
  });

  it('have the names of the house', () => {
    const names = new Map(
      ATLAS.objects.states.geometries.map(({ id, properties }) => [
        String(id),
        (properties as { name: string }).name,
      ]),
    );
    expect(STATES.filter(({ fips, name }) => names.get(fips) !== name)).toEqual([]);
  });
});
