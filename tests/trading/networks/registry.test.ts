// The list of networks: eight, each with inputs of its own names, few groups, and heads that its
// targets serve.
import { describe, expect, it } from 'vitest';
import { CLIP } from '../../../app/trading/networks/core/scaler';
import { getWeightPlaces } from '../../../app/trading/networks/core/shape';
import type { PointInTimeView } from '../../../app/trading/networks/features/point-in-time-view';
import { LOSS_AS_FORECAST } from '../../../app/trading/networks/features/crop-features';
import { LOSS_MOST } from '../../../app/trading/networks/features/crop-year';
import { listGroups, rawFeatures, getShape } from '../../../app/trading/networks/network-spec';
import { NETWORKS, isNetworkId, networkSpec } from '../../../app/trading/networks/registry';

const GROUPS_MAX = 9;

describe('the registry', () => {
  it('lists exactly eight networks', () => {
    expect(NETWORKS.map(({ id }) => id)).toEqual([
      'WeatherNet',
      'CropNet',
      'SpikeNet',
      'PowerNet',
      'GasNet',
      'PetroNet',
      'AgNet',
      'VolNet',
    ]);
    expect(NETWORKS.length).toBe(8);
  });

  it('finds them by name and refuses others', () => {
    expect(networkSpec('GasNet').subjects).toEqual(['NG']);
    expect(isNetworkId('GasNet')).toBe(true);
    expect(isNetworkId('NoNet')).toBe(false);
    expect(() => networkSpec('NoNet')).toThrow(RangeError);
    expect(() => rawFeatures(networkSpec('GasNet'), {} as PointInTimeView, 'CORN')).toThrow(
      RangeError,
    );
  });

  it.each(NETWORKS.map((spec) => [spec.id, spec] as const))(
    '%s has distinct inputs in few groups',
    (_id, spec) => {
      const names = spec.features.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(listGroups(spec).length).toBeLessThanOrEqual(GROUPS_MAX);
      expect(
        spec.features.every(({ unit, name, group }) => unit !== '' && name !== '' && group !== ''),
      ).toBe(true);
    },
  );

  it('takes a fall for as good as a rise in futures, and not in power, whose spikes pull the mean above the middle', () => {
    expect(NETWORKS.filter(({ isTwoSided }) => isTwoSided).map(({ id }) => id)).toEqual([
      'GasNet',
      'PetroNet',
      'AgNet',
    ]);
  });

  it('cuts off no loss of a harvest that can come to pass', () => {
    const losses = networkSpec('CropNet').features.filter(({ name }) =>
      ['loss so far', LOSS_AS_FORECAST].includes(name),
    );
    expect(losses).toHaveLength(2);
    // features are in percent of the yield
    for (const { scale } of losses)
      expect(CLIP * (scale ?? NaN)).toBeGreaterThanOrEqual(100 * LOSS_MOST);
  });

  it.each(NETWORKS.map((spec) => [spec.id, spec] as const))(
    '%s has a shape, and a target for each head',
    (_id, spec) => {
      expect(getWeightPlaces(getShape(spec)).count).toBeLessThan(1600);
      expect(new Set(spec.heads.map(({ target }) => target))).toEqual(new Set(spec.targets.keys()));
      expect(spec.subjects.length).toBeGreaterThan(0);
      expect(spec.horizonMs).toBeGreaterThan(0);
    },
  );
});
