// Network registry: eight networks with unique input names, few groups, and consistent heads and
// targets.
import { describe, expect, it } from 'vitest';
import { findInputInfo } from '../../../app/trading/market/inputs/catalog';
import { CLIP } from '../../../app/trading/networks/core/scaler';
import { getWeightOffsets } from '../../../app/trading/networks/core/weight-offsets';
import type { PointInTimeView } from '../../../app/trading/networks/features/point-in-time-view';
import { FORECAST_LOSS_FEATURE } from '../../../app/trading/networks/features/crop-features';
import { LOSS_MAX } from '../../../app/trading/networks/features/crop-year';
import { REPORTS } from '../../../app/trading/networks/features/calendar-features';
import {
  listGroups,
  computeRawFeatures,
  getShape,
} from '../../../app/trading/networks/network-spec';
import { NETWORKS, isNetworkId, getNetworkSpec } from '../../../app/trading/networks/registry';
import { FORECAST_MODELS } from '../../../app/trading/signals/forecast-models';
import { CHAINS } from '../../../app/trading/simulation/chains';

const GROUPS_MAX = 9;

describe('network registry', () => {
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

  it('finds networks by id and rejects unknown ids', () => {
    expect(getNetworkSpec('GasNet').subjects).toEqual(['NG']);
    expect(isNetworkId('GasNet')).toBe(true);
    expect(isNetworkId('NoNet')).toBe(false);
    expect(() => getNetworkSpec('NoNet')).toThrow(RangeError);
    expect(() =>
      computeRawFeatures(getNetworkSpec('GasNet'), {} as PointInTimeView, 'CORN'),
    ).toThrow(RangeError);
  });

  it('has one price network for every chain', () => {
    expect(FORECAST_MODELS.map(({ chain }) => chain).sort()).toEqual(
      CHAINS.map(({ id }) => id).sort(),
    );
  });

  it('reads only reports with a surprise for the chain', () => {
    for (const [chain, report] of Object.entries(REPORTS))
      if (report !== undefined)
        expect(findInputInfo(`evt/${report}/${chain}/surprise`), chain).not.toBeNull();
  });

  it.each(NETWORKS.map((spec) => [spec.id, spec] as const))(
    '%s has distinct inputs in few groups',
    (_id, spec) => {
      const names = spec.features.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(listGroups(spec).length).toBeLessThanOrEqual(GROUPS_MAX);
      // Fractions and indicators have no unit.
      expect(spec.features.every(({ name, group }) => name !== '' && group !== '')).toBe(true);
    },
  );

  it('is symmetric for futures, not for power with its spikes', () => {
    expect(NETWORKS.filter(({ isTwoSided }) => isTwoSided).map(({ id }) => id)).toEqual([
      'GasNet',
      'PetroNet',
      'AgNet',
    ]);
  });

  it('does not clip any possible harvest loss', () => {
    const losses = getNetworkSpec('CropNet').features.filter(({ name }) =>
      ['loss so far', FORECAST_LOSS_FEATURE].includes(name),
    );
    expect(losses).toHaveLength(2);
    // features are in percent of the yield
    for (const { scale } of losses)
      expect(CLIP * (scale ?? NaN)).toBeGreaterThanOrEqual(100 * LOSS_MAX);
  });

  it.each(NETWORKS.map((spec) => [spec.id, spec] as const))(
    '%s has a shape, and a target for each head',
    (_id, spec) => {
      expect(getWeightOffsets(getShape(spec)).count).toBeLessThan(1600);
      expect(new Set(spec.heads.map(({ target }) => target))).toEqual(new Set(spec.targets.keys()));
      expect(spec.subjects.length).toBeGreaterThan(0);
      expect(spec.horizonMs).toBeGreaterThan(0);
    },
  );
});
