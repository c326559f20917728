// WEATHER_INTELLIGENCE message: network outputs other than prices, or why there are none.

import type { InferenceStatus } from './inference-status';
import type { WeatherIntelligence } from '../../contracts/api/signals';
import { formatIsoTime } from '../../trading/domain/format';

type OutlookStatus = Pick<InferenceStatus, 'outlook' | 'reason' | 'remark'>;

export function serializeWeatherIntelligence(status: OutlookStatus): WeatherIntelligence {
  const { outlook } = status;
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
      asOf: outlook === null ? null : formatIsoTime(outlook.stampMs),
      reason: getReason(status),
    },
  };
}

/** Why there is no outlook, or what limits it. */
const getReason = ({ outlook, reason, remark }: OutlookStatus): string | null =>
  outlook === null ? reason : remark;
