// Quotes by commodity group, followed by cash and spot prices, of the account's market.
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import { openView } from '../../models/desk/open-view.server';
import { listQuoteDtos, appendCashPrices } from '../../models/market/quotes.server';
import { listSpotDtos } from '../../models/market/spot-prices.server';
import { QuotesSchema } from '../../contracts/api/quotes';
import { type ApiCall, defineRead } from './api-call';

const buildQuotesCall = (path: string, commodities: readonly CommodityKey[]): ApiCall =>
  defineRead(
    path,
    {
      summary: `Returns quotes of ${commodities.map((key) => COMMODITIES[key].displayName).join(', ')}, followed by regional cash prices and published spot prices.`,
      answer: QuotesSchema,
    },
    async ({ desk, session }) => {
      const { market } = await openView(desk, session.userId);
      const { nowMs } = desk.state();
      const quotes = listQuoteDtos(desk, market, commodities, nowMs);
      const spot = desk.findWeather(market)?.spot ?? null;
      return [
        ...appendCashPrices(quotes, market, nowMs),
        ...listSpotDtos(spot, commodities, nowMs),
      ];
    },
  );

/** One call per commodity (heating oil at `energy-futures`), and one for the three grains. */
export const QUOTE_CALLS: readonly ApiCall[] = [
  ...COMMODITY_KEYS.map((key) =>
    buildQuotesCall(COMMODITIES[key].endpoint.slice('/api/'.length), [key]),
  ),
  buildQuotesCall('agricultural-futures', ['corn', 'soybeans', 'wheat']),
];
