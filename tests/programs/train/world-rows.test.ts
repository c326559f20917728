// Rows as they come out of a walk through a world.
import { expect, it } from 'vitest';
import { worldRows } from '../../../app/programs/train/world-rows';

it('makes rows of a crop only where the walk comes to its harvest', () => {
  const { CropNet: rows } = worldRows({ seed: '1', years: 2, nets: ['CropNet'] });
  expect(rows?.y.some(Number.isNaN)).toBe(false);
  // as many as had a harvest while rows were made of all days
  expect(rows?.rows).toBe(81);
});
