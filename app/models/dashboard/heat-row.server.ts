// Move of the day of each commodity; electricity is the mean of its hubs.
import type { QuoteDto } from '../../contracts/api/quotes';
import type { HeatDto } from '../../contracts/dashboard';
import { COMMODITY_KEYS } from '../../trading/domain/commodity';

export const buildHeatRow = (quotes: readonly QuoteDto[]): HeatDto[] =>
  COMMODITY_KEYS.map((commodity) => {
    const own = quotes.filter(
      (quote) => quote.commodity === commodity && quote.changePercent !== null,
    );
    const sum = own.reduce((total, { changePercent }) => total + (changePercent ?? 0), 0);
    return {
      commodity,
      changePercent: own.length === 0 ? null : sum / own.length,
      quoteCount: own.length,
      isStale: own.some(({ isStale }) => isStale),
    };
  });
