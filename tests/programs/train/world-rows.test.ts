// Rows of a simulated path.
import { expect, it } from 'vitest';
import { simulateRows } from '../../../app/programs/train/world-rows';

it('creates crop rows only up to the last simulated harvest', () => {
  const { CropNet: rows } = simulateRows({ seed: '1', years: 2, nets: ['CropNet'] });
  expect(rows?.y.some(Number.isNaN)).toBe(false);
  // Number of rows with a harvest.
  expect(rows?.rows).toBe(81);
});
