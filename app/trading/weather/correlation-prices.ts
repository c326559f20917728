/** Daily prices that weather is compared with. */
import type { EpochMs } from '../domain/units';
import type { DailyClose } from './correlations';
import type { WeatherSource } from './weather-source';

interface ComparedPrices {
  readonly kind: 'futures' | 'spot';
  readonly closes: readonly DailyClose[];
}

/**
 * Prices of a chain, such as `NG`, in [fromMs, nowMs): closes of its future, or daily spot prices
 * where these are of more days.
 */
export function listComparedPrices(
  { closes, spot }: Pick<WeatherSource, 'closes' | 'spot'>,
  chain: string,
  fromMs: EpochMs,
  nowMs: EpochMs,
): ComparedPrices {
  const futures = closes(chain).filter(({ dayMs }) => dayMs >= fromMs);
  const published = spot?.listDailyPrices(chain, fromMs, nowMs) ?? [];
  return published.length > futures.length
    ? { kind: 'spot', closes: published }
    : { kind: 'futures', closes: futures };
}
