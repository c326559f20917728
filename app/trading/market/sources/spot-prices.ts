/** Spot prices from the public sources: power hubs, Henry Hub gas and WTI crude oil. */
import { COMMODITIES, type CommodityKey } from '../../domain/commodity';
import { POWER_HUBS, type PowerHub } from '../../domain/contract';
import { DAY_MS, HOUR_MS } from '../../domain/time';
import type { EpochMs } from '../../domain/units';
import { getCashSeries, getSpotSeries } from '../series-catalog';
import type { SpotPrice, SpotReader } from '../spot-price';
import type { VintageReader } from '../vintage';
import { caisoSource } from './caiso/source';
import { eiaSource } from './eia/source';
import { WTI_SPOT_SERIES } from './eia/series';
import { iceSource } from './ice/source';
import { TRADED_PEAK_SERIES } from './ice/parse-workbook';
import { ercotSource } from './ercot/source';
import { misoSource } from './miso/source';
import { nyisoSource } from './nyiso/source';
import { pjmSource } from './pjm/source';
import type { PowerPrice, PowerPricesReader } from './power-prices-reader';
import type { PowerMarket } from './reading';
import type { PublicSource } from './source';

const HUB_SOURCES: Readonly<Record<PowerHub, PublicSource>> = {
  NYISO: nyisoSource,
  ERCOT: ercotSource,
  CAISO: caisoSource,
  PJM: pjmSource,
  MISO: misoSource,
};

interface DailySpot {
  readonly commodity: CommodityKey;
  readonly region: string;
  readonly hub: PowerHub | null;
  readonly series: string;
  readonly name: string;
  readonly description: string;
  readonly source: PublicSource;
  /** Age from which it is stale. */
  readonly staleAfterMs: number;
}

/** EIA publishes daily spot prices once a week, a holiday may add days. */
const DAILY_STALE_MS = 12 * DAY_MS;

/** Stands in for the prices of its operator, which need a key. */
const DAILY_HUBS: Readonly<Partial<Record<PowerHub, DailySpot>>> = {
  PJM: {
    commodity: 'electricity',
    region: 'PJM',
    hub: 'PJM',
    series: TRADED_PEAK_SERIES,
    name: 'PJM',
    description: 'traded price of the peak hours',
    source: iceSource,
    staleAfterMs: iceSource.staleAfterMs,
  },
};

const DAILY_SPOTS: readonly DailySpot[] = [
  {
    commodity: 'natural-gas',
    region: 'Henry Hub',
    hub: null,
    series: getCashSeries('henry-hub'),
    name: 'Henry Hub',
    description: 'Henry Hub spot price',
    source: eiaSource,
    staleAfterMs: DAILY_STALE_MS,
  },
  // Cushing, Oklahoma.
  {
    commodity: 'crude-oil',
    region: 'Midwest',
    hub: null,
    series: WTI_SPOT_SERIES,
    name: 'WTI',
    description: 'WTI spot price at Cushing',
    source: eiaSource,
    staleAfterMs: DAILY_STALE_MS,
  },
];

/** A change is between neighboring trading days. */
const STEP_DAYS_MAX = 4;

/** Reads spot prices from what public sources have published. */
export function createSpotReader(power: PowerPricesReader, series: VintageReader): SpotReader {
  return {
    power,
    hubSources: HUB_SOURCES,
    dailyHubSource: iceSource,
    listSpotPrices: (nowMs) => [
      ...POWER_HUBS.flatMap(
        (hub) => findPowerSpot(power, hub, nowMs) ?? findDailyHub(series, hub, nowMs) ?? [],
      ),
      ...DAILY_SPOTS.flatMap((spot) => findDailySpot(series, spot, nowMs) ?? []),
    ],
    listDailyPrices(chain, fromMs, untilMs) {
      const name = findDailySeries(chain);
      if (name === null) return [];
      return series
        .listHistory(name, fromMs, untilMs, untilMs)
        .map(({ validMs, value }) => ({ dayMs: validMs, close: value }));
    },
  };
}

/** Series of daily spot prices for the root symbol of a future; null for none. */
function findDailySeries(chain: string): string | null {
  const hub = POWER_HUBS.find((each) => chain === `ET-${each}`);
  if (hub) return getSpotSeries(hub, 'mean');
  const spot = DAILY_SPOTS.find(({ commodity }) => COMMODITIES[commodity].symbolPrefix === chain);
  return spot?.series ?? null;
}

/**
 * The newest real-time price while it is as young as its source promises, else the day-ahead price
 * of this hour, else an older real-time price; null without any.
 */
function findPowerSpot(power: PowerPricesReader, hub: PowerHub, nowMs: EpochMs): SpotPrice | null {
  const source = HUB_SOURCES[hub];
  const newest = power.findNewest(hub, 'real-time');
  const isStale = newest !== null && nowMs - newest.endsMs > source.staleAfterMs;
  if (newest && !isStale) return buildPowerSpot(hub, newest, 'real-time', false);
  const [hour] = power.listPrices(hub, 'day-ahead', nowMs - HOUR_MS + 1, nowMs + 1);
  if (hour) return buildPowerSpot(hub, hour, 'day-ahead', false);
  return newest && buildPowerSpot(hub, newest, 'real-time', true);
}

const POWER_DESCRIPTIONS = {
  'real-time': 'real-time price',
  'day-ahead': 'day-ahead price of this hour',
} as const;

const buildPowerSpot = (
  hub: PowerHub,
  { startsMs, endsMs, dollarsPerMwh }: PowerPrice,
  kind: PowerMarket,
  isStale: boolean,
): SpotPrice => ({
  kind,
  name: hub,
  commodity: 'electricity',
  region: hub,
  hub,
  price: dollarsPerMwh,
  change: null,
  startsMs,
  endsMs,
  description: POWER_DESCRIPTIONS[kind],
  publisher: HUB_SOURCES[hub].name,
  isStale,
});

/** The newest daily price of a hub without prices of its operator; null for none. */
function findDailyHub(series: VintageReader, hub: PowerHub, nowMs: EpochMs): SpotPrice | null {
  const spot = DAILY_HUBS[hub];
  return spot ? findDailySpot(series, spot, nowMs) : null;
}

function findDailySpot(
  vintages: VintageReader,
  { commodity, region, hub, series, name, description, source, staleAfterMs }: DailySpot,
  nowMs: EpochMs,
): SpotPrice | null {
  const newest = vintages.findLatest(series, nowMs);
  if (!newest) return null;
  const { validMs, value } = newest;
  const before = vintages
    .listHistory(series, validMs - STEP_DAYS_MAX * DAY_MS, validMs, nowMs)
    .at(-1);
  return {
    kind: 'daily',
    name,
    commodity,
    region,
    hub,
    price: value,
    change: before ? value - before.value : null,
    startsMs: validMs,
    endsMs: validMs + DAY_MS,
    description,
    publisher: source.name,
    isStale: nowMs - validMs > staleAfterMs,
  };
}
