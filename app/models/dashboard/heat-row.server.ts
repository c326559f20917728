// Move of the day of each commodity; electricity is the mean of its hubs.
import type { QuoteDto } from '../../contracts/api/quotes';
import type { HeatDto } from '../../contracts/dashboard';
import { COMMODITY_KEYS } from '../../trading/domain/commodity';

export const buildHeatRow = (quotes: readonly QuoteDto[]): HeatDto[] =>
  COMMODITY_KEYS.map((commodity) => {
    const moves = quotes.flatMap((quote) =>
      quote.commodity === commodity && quote.changePercent !== null ? [quote.changePercent] : [],
    );
    return {
      commodity,
      changePercent:
        moves.length === 0 ? null : moves.reduce((sum, move) => sum + move, 0) / moves.length,
      quoteCount: moves.length,
    };
  });
