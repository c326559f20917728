// The message about weather, crops and gas: what the networks say besides prices, or why they say
// nothing.

import type { SignalsStatus } from './signals-status';
import type { WeatherIntelligence } from '../../contracts/api/signals';
import { isoMoment } from '../../trading/domain/format';

export function weatherIntelligence({
  outlook,
  reason,
}: Pick<SignalsStatus, 'outlook' | 'reason'>): WeatherIntelligence {
  const spike = outlook?.gasSpike ?? null;
  return {
    type: 'WEATHER_INTELLIGENCE',
    data: {
      dopplerRadarAnalysis: {
        confidence: outlook?.confidence ?? null,
        precipitationForecast: outlook?.precipitationForecast ?? null,
      },
      satelliteImagery: { cropHealthIndex: outlook?.cropHealthIndex ?? null },
      aiPredictions: {
        naturalGasSpike: {
          probability: spike?.probability ?? null,
          targetPrice: spike?.targetPrice ?? null,
          timeframe: spike === null ? null : `${spike.days} days`,
        },
      },
      asOf: outlook === null ? null : isoMoment(outlook.stampMs),
      reason,
    },
  };
}
