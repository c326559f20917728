// The climatology file as its program writes it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatClimatology } from '../../../app/programs/measure-climatology/program';
import { PROJECT_ROOT } from '../../../app/server/platform/project.server';
import { CLIMATOLOGY } from '../../../app/trading/simulation/prices/climatology.generated';

const FILE = readFileSync(
  join(PROJECT_ROOT, 'app/trading/simulation/prices/climatology.generated.ts'),
  'utf8',
);

describe('measure-climatology', () => {
  it('writes the stored rows as they are stored', () =>
    expect(formatClimatology(FILE, CLIMATOLOGY)).toBe(FILE));

  it('changes rows and hash together', () => {
    const [first, ...others] = CLIMATOLOGY;
    const written = formatClimatology(FILE, [{ ...first!, mean: [0.5] }, ...others]);
    expect(written).toContain('    mean: [0.5],');
    expect(/HASH = '(\w+)'/.exec(written)?.[1]).not.toBe(/HASH = '(\w+)'/.exec(FILE)?.[1]);
  });
});
