// Names of network inputs on screens.
import { describe, expect, it } from 'vitest';
import { findDriverLabel } from '../../../app/trading/signals/driver-labels';
import { describeDriver } from '../../../app/trading/signals/format-reasoning';
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

  it('name a driver and its value apart, rain in percent and unknown inputs as they are', () => {
    const reason = { group: 'rain', adds: 0.1 };
    expect(
      [
        { ...reason, feature: 'move of the last day', value: 0.87, unit: 'sigma' },
        {
          ...reason,
          feature: 'revision of rain in Brazil',
          value: -1.74,
          unit: 'tenths of a month',
        },
        { ...reason, feature: 'warmth of the Pacific', value: 1.25, unit: 'deg C' },
        { ...reason, feature: 'another input', value: null, unit: 'Bcf' },
      ].map(describeDriver),
    ).toEqual([
      { name: '1-day price move', value: '+0.87 sigma' },
      { name: 'Brazil rain revision', value: '\u221217% of a normal month' },
      { name: 'Pacific sea temperature', value: '+1.25 °C' },
      { name: 'another input', value: 'N/A (median used)' },
    ]);
  });
});
