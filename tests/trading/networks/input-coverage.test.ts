// Networks without most of their inputs issue no forecast; what is missing is named.
import { describe, expect, it } from 'vitest';
import { createGroup } from '../../../app/trading/networks/features/feature';
import {
  PointInTimeView,
  type PublicHistory,
} from '../../../app/trading/networks/features/point-in-time-view';
import { assessInputs } from '../../../app/trading/networks/input-coverage';
import { NETWORKS } from '../../../app/trading/networks/registry';

/** A network with these groups, each a list of values. */
function assessValues(
  values: Readonly<Record<string, readonly number[]>>,
  coreGroups: readonly string[],
) {
  const features = Object.entries(values).flatMap(([group, list]) =>
    list.map((value, index) => createGroup(group).scaled(`${group} ${index}`, '', () => value)),
  );
  const view = new PointInTimeView({} as PublicHistory, 0);
  return assessInputs({ id: 'GasNet', subjects: ['NG'], features, coreGroups }, view, 'NG');
}

describe('inputs', () => {
  it('may be missing to one half, and are named in order', () => {
    expect(assessValues({ a: [1, NaN], b: [NaN, 0] }, ['a', 'b'])).toEqual({
      missing: ['a 1', 'b 0'],
      gap: null,
    });
  });

  it.each([
    ['of all', { a: [1, NaN], b: [NaN, NaN] }, ['a'], '3 of 4 inputs are missing'],
    [
      'of a core group',
      { a: [NaN, NaN], b: [1, 1, 1, 1] },
      ['a'],
      '2 of 2 inputs of "a" are missing',
    ],
  ] as const)('leave a gap with more than one half missing %s', (_name, values, core, gap) => {
    expect(assessValues(values, core).gap).toBe(gap);
  });

  it('of a group that is not core may all be missing', () => {
    expect(assessValues({ a: [1, 1, 1], b: [NaN, NaN] }, ['a']).gap).toBeNull();
  });
});

it.each(NETWORKS)('$id has its core groups', ({ features, coreGroups }) => {
  expect(coreGroups.length).toBeGreaterThan(0);
  for (const group of coreGroups)
    expect(
      features.some((feature) => feature.group === group),
      group,
    ).toBe(true);
});
