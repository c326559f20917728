// Quotes by group with the cash prices of their regions after them, of the market that the caller's
// selected book trades.
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import { quoteWires, quotesWithCash } from '../../models/market/quotes.server';
import { QuotesSchema } from '../../contracts/api/quotes';
import { type ApiCall, read } from './call';

const buildQuotesCall = (path: string, commodities: readonly CommodityKey[]): ApiCall =>
  read(
    path,
    {
      summary: `Returns quotes of ${commodities.map((key) => COMMODITIES[key].displayName).join(', ')}, followed by regional cash prices.`,
      answer: QuotesSchema,
    },
    async ({ desk, session }) => {
      await desk.ensureBook(session.userId);
      const market = desk.view(session.userId)?.market ?? '';
      const { nowMs } = desk.state();
      return quotesWithCash(quoteWires(desk, market, commodities, nowMs), market, nowMs);
    },
  );

/**
 * One call for each commodity, heating oil under `energy-futures`, and one for the three grains
 * together.
 */
export const QUOTE_CALLS: readonly ApiCall[] = [
  ...COMMODITY_KEYS.map((key) =>
    buildQuotesCall(COMMODITIES[key].endpoint.slice('/api/'.length), [key]),
  ),
  buildQuotesCall('agricultural-futures', ['corn', 'soybeans', 'wheat']),
];
