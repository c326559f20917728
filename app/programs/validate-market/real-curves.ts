// Reads real futures curves and expiries; returns never span a roll.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EpochMs } from '../../trading/domain/units';
import { getBusinessDayBefore } from '../../trading/market/calendar';
import { type Row, readRows } from '../tables/rows';
import type { ChainStudy } from './chain-study';
import { CURVE_MONTHS, type Chain, MATURITIES } from './chains';

const CURVE_CHAINS = ['CL', 'NG', 'HO'] as const satisfies readonly Chain[];
const CURVE_FILE = 'futures-curves/nymex_cl_ng_ho.csv';
const EXPIRY_FILE = 'futures-curves/expiry_table.csv';
/** Roll, in business days before the last trading day, as in the simulation. */
const ROLL_BEFORE_DAYS = 2;

interface RealCurves {
  readonly chains: ReadonlySet<Chain>;
  readonly days: readonly EpochMs[];
  studiesOn(days: readonly EpochMs[]): [Chain, ChainStudy][];
}

interface Expiry {
  readonly lastTradeMs: EpochMs;
  readonly rollMs: EpochMs;
  /** Delivery month, 0 = January. */
  readonly month: number;
}

/** Empty when a file is missing. Throws UsageError for an invalid table. */
export function readCurves(folder: string): RealCurves {
  if (!existsSync(join(folder, CURVE_FILE)) || !existsSync(join(folder, EXPIRY_FILE)))
    return { chains: new Set(), days: [], studiesOn: () => [] };
  const expiries = readRows(folder, EXPIRY_FILE);
  const rows = readRows(folder, CURVE_FILE);
  const byDay = new Map(rows.map((row) => [parseDate(row['date'] ?? ''), row]));
  const days = [...byDay.keys()];
  const readers = CURVE_CHAINS.map((chain) => ({ chain, expiries: listExpiries(expiries, chain) }));
  return {
    chains: new Set(CURVE_CHAINS),
    days,
    studiesOn: (all) =>
      readers.map(({ chain, expiries: table }) => [
        chain,
        buildCurveStudy(chain, table, byDay, all),
      ]),
  };
}

const parseDate = (text: string): EpochMs => Date.parse(`${text}T00:00:00Z`);

function listExpiries(rows: readonly Row[], chain: Chain): Expiry[] {
  const own = rows
    .filter((row) => row['tick.prefix'] === chain)
    .map((row): Expiry => {
      const lastTradeMs = parseDate(row['Last.Trade'] ?? '');
      return {
        lastTradeMs,
        rollMs: getBusinessDayBefore(lastTradeMs, ROLL_BEFORE_DAYS),
        month: Math.round(Number(row['Month'])) - 1,
      };
    });
  return own.sort((a, b) => a.lastTradeMs - b.lastTradeMs);
}

/**
 * Column n is the n-th contract by expiry on that day; the first has not passed its last trading
 * day.
 */
function buildCurveStudy(
  chain: Chain,
  expiries: readonly Expiry[],
  rows: ReadonlyMap<EpochMs, Row>,
  days: readonly EpochMs[],
): ChainStudy {
  const createEmpty = (): Float64Array => new Float64Array(days.length).fill(NaN);
  const generic = new Map(MATURITIES.map((month) => [month as number, createEmpty()]));
  const curve = {
    prices: new Float64Array(days.length * CURVE_MONTHS).fill(NaN),
    firstMonth: new Int8Array(days.length).fill(-1),
  };
  const [closes, returns] = [createEmpty(), createEmpty()];
  let previousPrices = new Map<number, number>();
  days.forEach((day, dayIndex) => {
    const row = rows.get(day);
    if (!row) return;
    const firstColumn = expiries.findIndex(({ lastTradeMs }) => lastTradeMs >= day);
    const frontIndex = expiries.findIndex(({ rollMs }) => rollMs > day);
    const prices = new Map(
      Array.from({ length: CURVE_MONTHS + 2 }, (_, index) => [
        firstColumn + index,
        getPrice(row, chain, index + 1),
      ]),
    );
    const getReturn = (nth: number): number =>
      Math.log(
        (prices.get(frontIndex + nth - 1) ?? NaN) /
          (previousPrices.get(frontIndex + nth - 1) ?? NaN),
      );
    closes[dayIndex] = prices.get(frontIndex) ?? NaN;
    returns[dayIndex] = getReturn(1);
    for (const [month, list] of generic) list[dayIndex] = getReturn(month);
    curve.firstMonth[dayIndex] = expiries[frontIndex]?.month ?? -1;
    for (let index = 0; index < CURVE_MONTHS; index += 1)
      curve.prices[dayIndex * CURVE_MONTHS + index] = prices.get(frontIndex + index) ?? NaN;
    previousPrices = prices;
  });
  return { chain, closes, returns, isRolled: true, generic, curve };
}

function getPrice(row: Row, chain: Chain, nth: number): number {
  const text = row[`${chain}${String(nth).padStart(2, '0')}`] ?? '';
  return text === '' ? NaN : Number(text);
}
