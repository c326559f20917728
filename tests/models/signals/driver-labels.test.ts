// Names of network inputs on screens.
import { describe, expect, it } from 'vitest';
import { findDriverLabel, labelDrivers } from '../../../app/models/signals/driver-labels';
import { SEASON_GROUP } from '../../../app/trading/networks/features/feature';
import { DIRECTION_NETWORKS } from '../../../app/trading/networks/registry';

describe('driver labels', () => {
  it('exist for every input that a signal can name', () => {
    const features = DIRECTION_NETWORKS.flatMap((spec) => spec.features);
    const missing = features.filter(
      ({ name, group }) => group !== SEASON_GROUP && findDriverLabel(name) === null,
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('replace each name in a sentence, and give rain in percent', () => {
    const features = ['move of the last day', 'revision of rain in Brazil'];
    expect(
      labelDrivers(
        'main driver revision of rain in Brazil: \u22121.74 tenths of a month; against it move of the last day: +0.87 sigma.',
        features,
      ),
    ).toBe(
      'main driver Brazil rain revision: \u221217% of a normal month; against it 1-day price move: +0.87 sigma.',
    );
  });

  it('do not touch names of other inputs', () => {
    expect(labelDrivers('storage over its norm: \u221285 Bcf', ['move of 5 days'])).toBe(
      'storage over its norm: \u221285 Bcf',
    );
  });
});
