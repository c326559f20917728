// A folder of real histories as a study. What it lacks is left out and said; nothing of it is ever
// written anywhere.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommodityKey } from '../../trading/domain/commodity';
import { priceNumber } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import { type ImportedHistory, importHistory } from '../../trading/market/csv-import';
import { wallTime } from '../../trading/market/local-time';
import { importWeather } from '../../trading/weather/weather-file';
import { UsageError } from '../cli';
import { readCurves } from './real-curves';
import {
  CHAINS,
  CHAIN_CODES,
  type Chain,
  type ChainStudy,
  type HubStudy,
  type MarketStudy,
} from './study';
import { DAY_MS } from '../../trading/domain/time';

const COMMODITY: Readonly<Record<Chain, CommodityKey>> = {
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

/** Hourly power by hub: the columns and the zone of each file. */
export const HUB_FILES = [
  {
    hub: 'ERCOT',
    file: 'power/ercot_west_hourly.csv',
    priceColumn: 'HUB',
    dateColumn: 'HOUR',
    zone: 'America/Chicago',
  },
  {
    hub: 'PJM',
    file: 'power/pjm_dom_day_ahead_hourly.csv',
    priceColumn: 'da_lmp_usd_mwh',
    dateColumn: 'timestamp_utc',
    zone: 'America/New_York',
  },
] as const;

/**
 * The folder to read: the one that was named, else histories beside the project; null when there is
 * none. Throws UsageError for a named folder that is not there.
 */
export function historyFolder(named: string | undefined, projectRoot: string): string | null {
  if (named === undefined || named === '') {
    const beside = join(projectRoot, '..', 'shared', 'data');
    return existsSync(beside) ? beside : null;
  }
  const folder = resolve(named);
  if (!existsSync(folder))
    throw new UsageError(
      `The folder of histories ${folder} is not there. Name another with --history, or none.`,
    );
  return folder;
}

/**
 * Reads what is there: curves with an expiry table, front series, hourly power, the winters of New
 * York.
 */
export function readReal(folder: string): MarketStudy {
  const curves = readCurves(folder);
  const fronts = CHAINS.filter((chain) => !curves.chains.has(chain)).map((chain) => ({
    chain,
    prices: buildFront(folder, chain),
  }));
  const days = [
    ...new Set([...curves.days, ...fronts.flatMap(({ prices }) => [...prices.keys()])]),
  ].sort((a, b) => a - b);
  const series = fronts
    .filter(({ prices }) => prices.size > 0)
    .map(({ chain, prices }): [Chain, ChainStudy] => [chain, frontStudy(chain, prices, days)]);
  const hubs = HUB_FILES.flatMap((row) => buildHub(folder, row));
  const winters = buildWinters(folder);
  return {
    name: 'real',
    isSimulated: false,
    days,
    forecast: null,
    twin: null,
    chains: new Map<Chain, ChainStudy>([...curves.studiesOn(days), ...series]),
    hubs: new Map(hubs.map((hub) => [hub.hub, hub])),
    temperatures: new Map(winters ? [['NYC', [winters.meanF]]] : []),
    firstDayMs: winters?.firstDayMs ?? 0,
  };
}

function imported(
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

function buildFront(folder: string, chain: Chain): ReadonlyMap<EpochMs, number> {
  const history = imported(folder, `futures-daily/${CHAIN_CODES[chain]}.csv`, {
    commodity: COMMODITY[chain],
  });
  return new Map(
    history?.bars.map((bar) => [bar.startsMs, priceNumber(history.instrument, bar.closeTicks)]) ??
      [],
  );
}

/** A front series as it was published: a roll looks like a return, and the study says so. */
function frontStudy(
  chain: Chain,
  prices: ReadonlyMap<EpochMs, number>,
  days: readonly EpochMs[],
): ChainStudy {
  const closes = Float64Array.from(days, (day) => prices.get(day) ?? NaN);
  const returns = new Float64Array(days.length).fill(NaN);
  let last = NaN;
  closes.forEach((close, place) => {
    if (!Number.isFinite(close)) return;
    if (last > 0 && close > 0) returns[place] = Math.log(close / last);
    last = close;
  });
  return { chain, closes, returns, isRolled: false, generic: new Map(), curve: null };
}

function buildHub(folder: string, row: (typeof HUB_FILES)[number]): HubStudy[] {
  const history = imported(folder, row.file, {
    commodity: 'electricity',
    priceColumn: row.priceColumn,
    dateColumn: row.dateColumn,
    zone: row.zone,
  });
  if (history === null) return [];
  const times = history.bars.map((bar) => wallTime(bar.startsMs, row.zone));
  return [
    {
      hub: row.hub,
      prices: Float64Array.from(history.bars, (bar) =>
        priceNumber(history.instrument, bar.closeTicks),
      ),
      hours: Uint8Array.from(times, ({ minute }) => Math.floor(minute / 60)),
      dates: Int32Array.from(times, ({ dayMs }) => dayMs / DAY_MS),
    },
  ];
}

/** Means of New York's highs and lows, deg F, by day of the calendar. */
function buildWinters(
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
