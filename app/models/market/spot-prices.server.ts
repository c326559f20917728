// Published spot prices as rows beside the quotes of futures.
import type { SpotDto } from '../../contracts/api/quotes';
import type { CommodityKey } from '../../trading/domain/commodity';
import { getContract } from '../../trading/domain/contract';
import { formatDate, formatIsoTime, formatHourMinute } from '../../trading/domain/format';
import { requireDecimal } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import type { SpotPrice, SpotReader } from '../../trading/market/spot-price';

/** What the price is and the interval or day that it is for. */
const describeSpot = ({ what, hub, startsMs, endsMs }: SpotPrice): string =>
  hub === null
    ? `${what} of ${formatDate(startsMs, 'UTC')}`
    : `${what}, ${formatHourMinute(startsMs, 'UTC')} to ${formatHourMinute(endsMs, 'UTC')} UTC`;

function serializeSpot(spot: SpotPrice, nowMs: EpochMs): SpotDto {
  const { commodity, region, hub, price, change, startsMs, publisher, isStale } = spot;
  const { decimals } = requireDecimal(getContract(commodity).tick);
  const base = change === null ? 0 : price - change;
  return {
    kind: 'spot',
    note: describeSpot(spot),
    symbol: `SPOT-${region}`,
    contract: null,
    commodity,
    price: price.toFixed(decimals),
    change: change === null ? null : Number(change.toFixed(decimals)),
    changePercent: change === null || base === 0 ? null : (change / Math.abs(base)) * 100,
    hub,
    region: hub === null ? region : null,
    bid: null,
    ask: null,
    high: null,
    low: null,
    volume: null,
    expiresAt: null,
    asOf: formatIsoTime(startsMs),
    ageSeconds: Math.max(0, Math.round((nowMs - startsMs) / 1000)),
    source: publisher,
    isStale,
  };
}

/** Spot prices of some commodities; none in a market without them. */
export const listSpotDtos = (
  spot: SpotReader | null,
  commodities: readonly CommodityKey[],
  nowMs: EpochMs,
): SpotDto[] =>
  (spot?.listSpotPrices(nowMs) ?? [])
    .filter(({ commodity }) => commodities.includes(commodity))
    .map((price) => serializeSpot(price, nowMs));
