// Published spot prices as rows beside the quotes of futures.
import type { SpotDto } from '../../contracts/api/quotes';
import type { CommodityKey } from '../../trading/domain/commodity';
import { getContract } from '../../trading/domain/contract';
import { formatDate, formatHourMinute } from '../../trading/domain/format';
import { requireDecimal } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import { buildUntradedPrice } from './quotes.server';
import type { SpotPrice, SpotReader } from '../../trading/market/spot-price';

/** What the price is and the interval or day that it is for. */
const describeSpot = ({ kind, description, startsMs, endsMs }: SpotPrice): string =>
  kind === 'daily'
    ? `${description} of ${formatDate(startsMs, 'UTC')}`
    : `${description}, ${formatHourMinute(startsMs, 'UTC')} to ${formatHourMinute(endsMs, 'UTC')} UTC`;

function serializeSpot(spot: SpotPrice, nowMs: EpochMs): SpotDto {
  const { name, commodity, region, hub, price, change, startsMs, publisher, isStale } = spot;
  const { decimals } = requireDecimal(getContract(commodity).tick);
  const shown = {
    price: price.toFixed(decimals),
    change: change === null ? null : Number(change.toFixed(decimals)),
    asOfMs: startsMs,
  };
  return {
    ...buildUntradedPrice(shown, nowMs),
    kind: 'spot',
    note: describeSpot(spot),
    symbol: `SPOT-${name}`,
    commodity,
    hub,
    region: hub === null ? region : null,
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
