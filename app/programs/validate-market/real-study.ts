// Reads a folder of real histories as a market study. Missing files are skipped; nothing is
// written.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommodityKey } from '../../trading/domain/commodity';
import { toPriceNumber } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import { type ImportedHistory, importHistory } from '../../trading/market/csv-import';
import { getWallTime } from '../../trading/market/local-time';
import { importWeather } from '../../trading/weather/weather-file';
import { UsageError } from '../cli';
import { readGasStudy } from './gas-study';
import { readCurves } from './real-curves';
import type { ChainStudy } from './chain-study';
import { CHAINS, CHAIN_CODES, type Chain } from './chains';
import type { HubStudy, MarketStudy } from './study';
import { DAY_MS } from '../../trading/domain/time';

const CHAIN_COMMODITIES: Readonly<Record<Chain, CommodityKey>> = {
  NG: 'natural-gas',
  CL: 'crude-oil',
  HO: 'oil',
  CORN: 'corn',
  SOYB: 'soybeans',
  WHEAT: 'wheat',
  KC: 'coffee',
  OJ: 'orange-juice',
  CT: 'cotton',
};

/** Hourly power files by hub, with columns and time zone. */
export const HUB_FILES = [
  {
    hub: 'ERCOT',
    file: 'power/ercot_west_hourly.csv',
    priceColumn: 'HUB',
    temperatureColumn: 'MID_TEMP',
    dateColumn: 'HOUR',
    zone: 'America/Chicago',
  },
  {
    hub: 'PJM',
    file: 'power/pjm_dom_day_ahead_hourly.csv',
    priceColumn: 'da_lmp_usd_mwh',
    temperatureColumn: null,
    dateColumn: 'timestamp_utc',
    zone: 'America/New_York',
  },
] as const;

/**
 * The named folder, else ../shared/data, else null. Throws UsageError for a named folder that is
 * missing.
 */
export function findHistoryFolder(
  requested: string | undefined,
  projectRoot: string,
): string | null {
  if (requested === undefined || requested === '') {
    const defaultFolder = join(projectRoot, '..', 'shared', 'data');
    return existsSync(defaultFolder) ? defaultFolder : null;
  }
  const folder = resolve(requested);
  if (!existsSync(folder))
    throw new UsageError(`No folder ${folder}. Set another with --history, or omit it.`);
  return folder;
}

/** Reads curves with expiries, front-month series, hourly power and New York winters. */
export function readRealMarket(folder: string): MarketStudy {
  const curves = readCurves(folder);
  const fronts = CHAINS.filter((chain) => !curves.chains.has(chain)).map((chain) => ({
    chain,
    prices: readFrontPrices(folder, chain),
  }));
  const days = [
    ...new Set([...curves.days, ...fronts.flatMap(({ prices }) => [...prices.keys()])]),
  ].sort((a, b) => a - b);
  const series = fronts
    .filter(({ prices }) => prices.size > 0)
    .map(({ chain, prices }): [Chain, ChainStudy] => [chain, buildFrontStudy(chain, prices, days)]);
  const hubs = HUB_FILES.flatMap((row) => readHub(folder, row));
  const winters = readWinters(folder);
  return {
    name: 'real',
    isSimulated: false,
    days,
    forecast: null,
    gas: readGasStudy(folder),
    efficient: null,
    chains: new Map<Chain, ChainStudy>([...curves.studiesOn(days), ...series]),
    hubs: new Map(hubs.map((hub) => [hub.hub, hub])),
    temperatures: new Map(winters ? [['NYC', [winters.meanF]]] : []),
    firstDayMs: winters?.firstDayMs ?? 0,
  };
}

function importFile(
  folder: string,
  file: string,
  request: { commodity: CommodityKey; priceColumn?: string; dateColumn?: string; zone?: string },
): ImportedHistory | null {
  const path = join(folder, file);
  if (!existsSync(path)) return null;
  const outcome = importHistory({ name: file, text: readFileSync(path, 'utf8'), ...request });
  if (!outcome.ok) throw new UsageError(outcome.refusal.message);
  return outcome.value;
}

/** Closes of a history by time; empty without a history. */
const listCloses = (history: ImportedHistory | null): ReadonlyMap<EpochMs, number> =>
  new Map(
    history?.bars.map((bar) => [bar.startsMs, toPriceNumber(history.instrument, bar.closeTicks)]) ??
      [],
  );

const readFrontPrices = (folder: string, chain: Chain): ReadonlyMap<EpochMs, number> =>
  listCloses(
    importFile(folder, `futures-daily/${CHAIN_CODES[chain]}.csv`, {
      commodity: CHAIN_COMMODITIES[chain],
    }),
  );

/** Front-month series as published; returns include rolls (isRolled is false). */
function buildFrontStudy(
  chain: Chain,
  prices: ReadonlyMap<EpochMs, number>,
  days: readonly EpochMs[],
): ChainStudy {
  const closes = Float64Array.from(days, (day) => prices.get(day) ?? NaN);
  const returns = new Float64Array(days.length).fill(NaN);
  let last = NaN;
  closes.forEach((close, index) => {
    if (!Number.isFinite(close)) return;
    if (last > 0 && close > 0) returns[index] = Math.log(close / last);
    last = close;
  });
  return { chain, closes, returns, isRolled: false, generic: new Map(), curve: null };
}

/** Days for which the last published gas price stands, over weekends and holidays. */
const GAS_DAYS_MAX = 5;

/** Henry Hub spot by day; a day without a price has that of the last day with one. */
function createGasLookup(folder: string): (dayMs: EpochMs) => number {
  const gas = listCloses(
    importFile(folder, 'spot/henry_hub_daily.csv', { commodity: 'natural-gas' }),
  );
  return (dayMs) => {
    for (let back = 0; back <= GAS_DAYS_MAX; back += 1) {
      const price = gas.get(dayMs - back * DAY_MS);
      if (price !== undefined) return price;
    }
    return NaN;
  };
}

function readHub(folder: string, row: (typeof HUB_FILES)[number]): HubStudy[] {
  const readColumn = (priceColumn: string): ImportedHistory | null =>
    importFile(folder, row.file, {
      commodity: 'electricity',
      priceColumn,
      dateColumn: row.dateColumn,
      zone: row.zone,
    });
  const history = readColumn(row.priceColumn);
  if (history === null) return [];
  const temperatures =
    row.temperatureColumn === null
      ? new Map<EpochMs, number>()
      : listCloses(readColumn(row.temperatureColumn));
  const getGas = createGasLookup(folder);
  const times = history.bars.map((bar) => getWallTime(bar.startsMs, row.zone));
  return [
    {
      hub: row.hub,
      prices: Float64Array.from(history.bars, (bar) =>
        toPriceNumber(history.instrument, bar.closeTicks),
      ),
      hours: Uint8Array.from(times, ({ minute }) => Math.floor(minute / 60)),
      dates: Int32Array.from(times, ({ dayMs }) => dayMs / DAY_MS),
      gas: Float64Array.from(times, ({ dayMs }) => getGas(dayMs)),
      temperatureF: Float64Array.from(
        history.bars,
        ({ startsMs }) => temperatures.get(startsMs) ?? NaN,
      ),
      stripReturns: new Float64Array(),
    },
  ];
}

/** Daily mean temperatures of New York, F, by calendar day. */
function readWinters(
  folder: string,
): { readonly meanF: Float64Array; readonly firstDayMs: EpochMs } | null {
  const path = join(folder, 'weather/nyc_seattle_daily.csv');
  if (!existsSync(path)) return null;
  const outcome = importWeather({
    name: 'nyc_seattle_daily.csv',
    text: readFileSync(path, 'utf8'),
    place: 'New York',
  });
  if (!outcome.ok) throw new UsageError(outcome.refusal.message);
  const { days } = outcome.value;
  const firstDayMs = days[0]?.validMs ?? 0;
  const lastDayMs = days[days.length - 1]?.validMs ?? 0;
  const meanF = new Float64Array(Math.round((lastDayMs - firstDayMs) / DAY_MS) + 1).fill(NaN);
  for (const { validMs, values } of days)
    meanF[Math.round((validMs - firstDayMs) / DAY_MS)] =
      65 - (values['hdd'] ?? NaN) + (values['cdd'] ?? NaN);
  return { meanF, firstDayMs };
}
