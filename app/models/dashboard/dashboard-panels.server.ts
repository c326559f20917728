// What stands around the dashboard's tables: ticker, price map, weather feed, decisions and the
// lines beside the quotes.
import type { AlmanacRequest } from '../weather/almanac-desk.server';
import { decisionRows } from './decisions.server';
import type { DashboardPanels } from '../../contracts/dashboard';
import type { MapScale } from '../../contracts/maps';
import { tryOrNull } from '../faults';
import { priceMapWire } from '../market/price-map.server';
import { quoteWires, quotesWithCash } from '../market/quotes.server';
import { listSparklines } from '../market/sparklines.server';
import type { Terminal } from '../desk/terminal';
import { marketTicker } from '../market/ticker.server';
import type { DeskView } from '../../trading/desk';
import { COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import { intelligenceRows, toWeatherResult } from '../weather/weather-desk.server';

const DECISIONS_SHOWN = 12;

interface PanelsRequest {
  readonly view: DeskView;
  readonly userId: string;
  readonly commodity: CommodityKey;
  readonly scale: MapScale;
  readonly weather: AlmanacRequest;
}

export function dashboardPanels(
  desk: Terminal,
  { view, userId, commodity, scale, weather }: PanelsRequest,
): DashboardPanels {
  const { market, asOfMs, mode } = view;
  const all = quoteWires(desk, market, COMMODITY_KEYS, asOfMs);
  const quotes = all.filter((quote) => quote.commodity === commodity);
  const isLoading = desk.status().feed?.isReadingWeather ?? false;
  return {
    ticker: marketTicker(all),
    priceMap: priceMapWire(commodity, quotesWithCash(quotes, market, asOfMs), scale),
    // A page that everybody opens first does not wait for years of weather.
    feed: {
      isLoading,
      items: isLoading
        ? []
        : tryOrNull('weather feed', () => toWeatherResult(weather, intelligenceRows).rows),
      reason: weather.reason,
      source: weather.desk?.source ?? 'none',
    },
    decisions: decisionRows(desk, userId, mode, DECISIONS_SHOWN),
    sparklines: isLoading
      ? []
      : (tryOrNull('sparklines', () => listSparklines(weather.desk, quotes)) ?? []),
  };
}
