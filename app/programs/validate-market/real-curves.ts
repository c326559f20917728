// Settlements of whole curves with the table of last trading days: from them, returns that never
// span a roll.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EpochMs } from '../../trading/domain/units';
import { businessDaysBefore } from '../../trading/market/calendar';
import { type Row, readRows } from '../tables/rows';
import { CURVE_MONTHS, type Chain, type ChainStudy, MATURITIES } from './study';

const CURVE_CHAINS = ['CL', 'NG', 'HO'] as const satisfies readonly Chain[];
const CURVE_FILE = 'futures-curves/nymex_cl_ng_ho.csv';
const EXPIRY_FILE = 'futures-curves/expiry_table.csv';
/** A contract is given up so many business days before its last one, as in the simulated market. */
const ROLL_BEFORE_DAYS = 2;

interface RealCurves {
  readonly chains: ReadonlySet<Chain>;
  readonly days: readonly EpochMs[];
  studiesOn(days: readonly EpochMs[]): [Chain, ChainStudy][];
}

interface Expiry {
  readonly lastTradeMs: EpochMs;
  readonly rollMs: EpochMs;
  /** Month of delivery, 0 = January. */
  readonly month: number;
}

/**
 * Reads curves and expiries; nothing when either file is not there. Throws UsageError for a file
 * that is no table.
 */
export function readCurves(folder: string): RealCurves {
  if (!existsSync(join(folder, CURVE_FILE)) || !existsSync(join(folder, EXPIRY_FILE)))
    return { chains: new Set(), days: [], studiesOn: () => [] };
  const expiries = readRows(folder, EXPIRY_FILE);
  const rows = readRows(folder, CURVE_FILE);
  const byDay = new Map(rows.map((row) => [dateMs(row['date'] ?? ''), row]));
  const days = [...byDay.keys()];
  const readers = CURVE_CHAINS.map((chain) => ({ chain, expiries: listExpiries(expiries, chain) }));
  return {
    chains: new Set(CURVE_CHAINS),
    days,
    studiesOn: (all) =>
      readers.map(({ chain, expiries: table }) => [chain, curveStudy(chain, table, byDay, all)]),
  };
}

const dateMs = (text: string): EpochMs => Date.parse(`${text}T00:00:00Z`);

function listExpiries(rows: readonly Row[], chain: Chain): Expiry[] {
  const own = rows
    .filter((row) => row['tick.prefix'] === chain)
    .map((row): Expiry => {
      const lastTradeMs = dateMs(row['Last.Trade'] ?? '');
      return {
        lastTradeMs,
        rollMs: businessDaysBefore(lastTradeMs, ROLL_BEFORE_DAYS),
        month: Math.round(Number(row['Month'])) - 1,
      };
    });
  return own.sort((a, b) => a.lastTradeMs - b.lastTradeMs);
}

/**
 * Columns are numbered by nearness on each day: the first is the contract whose last trading day is
 * not over.
 */
function curveStudy(
  chain: Chain,
  expiries: readonly Expiry[],
  rows: ReadonlyMap<EpochMs, Row>,
  days: readonly EpochMs[],
): ChainStudy {
  const empty = (): Float64Array => new Float64Array(days.length).fill(NaN);
  const generic = new Map(MATURITIES.map((month) => [month as number, empty()]));
  const curve = {
    prices: new Float64Array(days.length * CURVE_MONTHS).fill(NaN),
    firstMonth: new Int8Array(days.length).fill(-1),
  };
  const [closes, returns] = [empty(), empty()];
  let before = new Map<number, number>();
  days.forEach((day, place) => {
    const row = rows.get(day);
    if (!row) return;
    const front = expiries.findIndex(({ lastTradeMs }) => lastTradeMs >= day);
    const held = expiries.findIndex(({ rollMs }) => rollMs > day);
    const now = new Map(
      Array.from({ length: CURVE_MONTHS + 2 }, (_, index) => [
        front + index,
        priceAt(row, chain, index + 1),
      ]),
    );
    const change = (nth: number): number =>
      Math.log((now.get(held + nth - 1) ?? NaN) / (before.get(held + nth - 1) ?? NaN));
    closes[place] = now.get(held) ?? NaN;
    returns[place] = change(1);
    for (const [month, list] of generic) list[place] = change(month);
    curve.firstMonth[place] = expiries[held]?.month ?? -1;
    for (let index = 0; index < CURVE_MONTHS; index += 1)
      curve.prices[place * CURVE_MONTHS + index] = now.get(held + index) ?? NaN;
    before = now;
  });
  return { chain, closes, returns, isRolled: true, generic, curve };
}

function priceAt(row: Row, chain: Chain, nth: number): number {
  const text = row[`${chain}${String(nth).padStart(2, '0')}`] ?? '';
  return text === '' ? NaN : Number(text);
}
