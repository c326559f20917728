// Panels of the dashboard: ticker, price map, weather feed, decision log, sparklines.
import type { AlmanacRequest } from '../weather/serialize-almanac.server';
import { listDecisionRows } from './decisions.server';
import { buildHeatRow } from './heat-row.server';
import { formatExchangeHours } from '../market/exchange-hours.server';
import type { DashboardPanels } from '../../contracts/dashboard';
import type { MapScale } from '../../contracts/maps';
import { tryOrNull } from '../faults';
import { buildCalendarStrip } from '../market/calendar.server';
import { buildContractChart } from '../market/contract-chart.server';
import { getCommodityChain, listCommodityChains } from '../market/curve-chain';
import { buildCurvePreview } from '../market/curve-page.server';
import { serializePriceMap } from '../market/price-map.server';
import { buildPowerPrices } from '../market/power-prices.server';
import { listQuoteDtos, appendCashPrices } from '../market/quotes.server';
import { listSparklines } from '../market/sparklines.server';
import { listSpotDtos } from '../market/spot-prices.server';
import { PUBLIC_MARKET, type Terminal } from '../desk/terminal';
import { createViewCache } from '../desk/view-cache';
import { buildMarketTicker } from '../market/ticker.server';
import type { DeskView } from '../../trading/desk-view';
import type { Instrument } from '../../trading/domain/instrument';
import { findTradedContract } from '../../trading/engine/chain';
import { COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import { buildWeatherFeed } from '../weather/weather-feed.server';

const DECISIONS_SHOWN = 12;

export interface PanelsRequest {
  readonly view: DeskView;
  readonly userId: string;
  readonly commodity: CommodityKey;
  /** Range of the contract chart, as in its address. */
  readonly range: string | null;
  readonly scale: MapScale;
  readonly weather: AlmanacRequest;
  readonly timeZone: string;
}

const isLoadingWeather = (desk: Terminal): boolean => desk.status().feed?.isReadingWeather ?? false;

const listShownQuotes = (desk: Terminal, { view, commodity }: PanelsRequest) =>
  listQuoteDtos(desk, view.market, [commodity], view.asOfMs);

type TickerPanel = Pick<DashboardPanels, 'ticker' | 'heat' | 'exchanges'>;

const cacheTicker = createViewCache<TickerPanel>();
const cacheMap = createViewCache<DashboardPanels['priceMap']>();
const cachePower = createViewCache<DashboardPanels['power']>();
const cacheEvents = createViewCache<DashboardPanels['events']>();
const cacheSparklines = createViewCache<DashboardPanels['sparklines']>();
const cacheDecisions = createViewCache<DashboardPanels['decisions']>();

/** Prices of a public market come while its exchanges are open. */
const hasPricesAtAllHours = ({ mode, market }: DeskView): boolean =>
  mode === 'simulation' && market !== PUBLIC_MARKET;

/**
 * Names what the panels of a market depend on besides the state of the desk: users with the same
 * market, time and time zone share them.
 */
const formatMarketKey = ({ view, timeZone }: PanelsRequest): string =>
  `${view.market} ${view.asOfMs} ${timeZone}`;

export function buildTickerPanel(desk: Terminal, request: PanelsRequest): TickerPanel {
  const { view, timeZone } = request;
  const isOpenAlways = hasPricesAtAllHours(view);
  return cacheTicker(desk.state(), `${formatMarketKey(request)} ${isOpenAlways}`, () => {
    const quotes = listQuoteDtos(desk, view.market, COMMODITY_KEYS, view.asOfMs);
    return {
      heat: buildHeatRow(quotes),
      exchanges: isOpenAlways ? null : formatExchangeHours(view.asOfMs, timeZone),
      ticker: buildMarketTicker(quotes),
    };
  });
}

/** A map of fewer priced regions shows nothing that the table does not. */
const MAP_REGIONS_MIN = 3;

export const buildMapPanel = (
  desk: Terminal,
  request: PanelsRequest,
): DashboardPanels['priceMap'] =>
  cacheMap(desk.state(), `${formatMarketKey(request)} ${request.commodity} ${request.scale}`, () =>
    drawMap(desk, request),
  );

function drawMap(desk: Terminal, request: PanelsRequest): DashboardPanels['priceMap'] {
  const { commodity, view, scale, timeZone } = request;
  const nowMs = view.asOfMs;
  const quotes = appendCashPrices(listShownQuotes(desk, request), view.market, nowMs);
  const spot = listSpotDtos(request.weather.desk?.spot ?? null, [commodity], nowMs);
  const prices = serializePriceMap(commodity, [...spot, ...quotes], { scale, timeZone, nowMs });
  const chain = prices.rows.length < MAP_REGIONS_MIN ? getCommodityChain(commodity) : null;
  return { ...prices, curve: chain && buildCurvePreview(desk, view.market, chain, timeZone) };
}

/** The contract that the account holds, or else the active month of the first chain. */
function findShownContract(desk: Terminal, { view, commodity }: PanelsRequest): Instrument | null {
  const held = view.positions.find(({ instrument }) => instrument.commodity === commodity);
  if (held) return held.instrument;
  const { markets, nowMs } = desk.state();
  const market = markets[view.market];
  return (
    listCommodityChains(commodity)
      .map((chain) => findTradedContract(market, chain, nowMs)?.instrument)
      .find((instrument) => instrument !== undefined) ?? null
  );
}

export async function buildChartPanel(
  desk: Terminal,
  request: PanelsRequest,
): Promise<DashboardPanels['chart']> {
  const instrument = findShownContract(desk, request);
  if (!instrument) return null;
  const { view, userId, commodity, range, timeZone } = request;
  return buildContractChart({
    desk,
    userId,
    view,
    instrument,
    range,
    linkTo: (name) => `/?commodity=${commodity}&range=${name}`,
    timeZone,
  });
}

export const buildPowerPanel = (
  desk: Terminal,
  request: PanelsRequest,
): DashboardPanels['power'] => {
  const { commodity, view, weather, timeZone } = request;
  const { spot = null, series } = weather.desk ?? {};
  if (commodity !== 'electricity' || spot === null || series === undefined) return null;
  return cachePower(desk.state(), formatMarketKey(request), () =>
    buildPowerPrices({ spot, series }, view.asOfMs, timeZone),
  );
};

export const buildEventsPanel = (
  desk: Terminal,
  request: PanelsRequest,
): DashboardPanels['events'] =>
  cacheEvents(desk.state(), formatMarketKey(request), () =>
    buildCalendarStrip(desk, {
      market: request.view.market,
      commodity: null,
      timeZone: request.timeZone,
    }),
  );

/** The dashboard does not wait for the weather history to load. */
export const buildFeedPanel = (
  desk: Terminal,
  { weather }: PanelsRequest,
): DashboardPanels['feed'] => buildWeatherFeed(weather, isLoadingWeather(desk));

export const buildDecisionsPanel = (
  desk: Terminal,
  { userId, view }: PanelsRequest,
): DashboardPanels['decisions'] =>
  cacheDecisions(view, '', () => listDecisionRows(desk, userId, view.mode, DECISIONS_SHOWN));

export const buildDashboardPanels = async (
  desk: Terminal,
  request: PanelsRequest,
): Promise<DashboardPanels> => ({
  chart: await buildChartPanel(desk, request),
  power: buildPowerPanel(desk, request),
  events: buildEventsPanel(desk, request),
  ...buildTickerPanel(desk, request),
  priceMap: buildMapPanel(desk, request),
  feed: buildFeedPanel(desk, request),
  decisions: buildDecisionsPanel(desk, request),
  sparklines: isLoadingWeather(desk)
    ? []
    : cacheSparklines(
        desk.state(),
        `${formatMarketKey(request)} ${request.commodity}`,
        () =>
          tryOrNull('sparklines', () =>
            listSparklines(request.weather.desk, listShownQuotes(desk, request)),
          ) ?? [],
      ),
});
