// Panels of the dashboard: ticker, price map, weather feed, decision log, sparklines.
import type { AlmanacRequest } from '../weather/serialize-almanac.server';
import { listDecisionRows } from './decisions.server';
import type { DashboardPanels } from '../../contracts/dashboard';
import type { MapScale } from '../../contracts/maps';
import { tryOrNull } from '../faults';
import { serializePriceMap } from '../market/price-map.server';
import { listQuoteDtos, appendCashPrices } from '../market/quotes.server';
import { listSparklines } from '../market/sparklines.server';
import type { Terminal } from '../desk/terminal';
import { buildMarketTicker } from '../market/ticker.server';
import type { DeskView } from '../../trading/desk-view';
import { COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import { listIntelligenceRows, toWeatherResult } from '../weather/serialize-weather.server';

const DECISIONS_SHOWN = 12;

interface PanelsRequest {
  readonly view: DeskView;
  readonly userId: string;
  readonly commodity: CommodityKey;
  readonly scale: MapScale;
  readonly weather: AlmanacRequest;
}

export function buildDashboardPanels(
  desk: Terminal,
  { view, userId, commodity, scale, weather }: PanelsRequest,
): DashboardPanels {
  const { market, asOfMs, mode } = view;
  const all = listQuoteDtos(desk, market, COMMODITY_KEYS, asOfMs);
  const quotes = all.filter((quote) => quote.commodity === commodity);
  const isLoading = desk.status().feed?.isReadingWeather ?? false;
  return {
    ticker: buildMarketTicker(all),
    priceMap: serializePriceMap(commodity, appendCashPrices(quotes, market, asOfMs), scale),
    // The dashboard does not wait for the weather history to load.
    feed: {
      isLoading,
      items: isLoading
        ? []
        : tryOrNull('weather feed', () => toWeatherResult(weather, listIntelligenceRows).rows),
      reason: weather.reason,
      source: weather.desk?.source ?? 'none',
    },
    decisions: listDecisionRows(desk, userId, mode, DECISIONS_SHOWN),
    sparklines: isLoading
      ? []
      : (tryOrNull('sparklines', () => listSparklines(weather.desk, quotes)) ?? []),
  };
}
