import type { EpochMs } from '../../domain/units';
import type { CurvePoint, PublicData, PublishedValue } from './public-data';

export const publishValue = (value: number, publishedMs: EpochMs): PublishedValue => ({
  value,
  publishedMs,
});
/** A value of prices, calendar or warnings, which are current. */
export const publishNow = (data: PublicData, value: number | null): PublishedValue | null =>
  value === null ? null : publishValue(value, data.knownMs);

/** Latest value of a series in its current vintage. */
export function findLatest(data: PublicData, series: string): PublishedValue | null {
  const found = data.vintages.findLatest(series, data.knownMs);
  return found ? publishValue(found.value, found.publishedMs) : null;
}

/** Prices of the first `count` months; null when fewer are listed. */
export function getFirstPrices(
  data: PublicData,
  chain: string,
  count: number,
): readonly CurvePoint[] | null {
  const points = data.listCurve(chain).slice(0, count);
  return points.length === count ? points : null;
}

export const getFrontPrice = (data: PublicData, chain: string): number | null =>
  data.listCurve(chain)[0]?.price ?? null;
