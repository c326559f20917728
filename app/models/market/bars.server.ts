// Bars of a contract by name, for the API and the charts.
import type { BarDto } from '../../contracts/api/bars';
import type { Terminal } from '../desk/terminal';
import { formatIsoTime } from '../../trading/domain/format';
import { type Instrument, toPriceNumber } from '../../trading/domain/instrument';
import type { Bar } from '../../trading/domain/quote';
import type { EpochMs } from '../../trading/domain/units';
import { findTradedContract } from '../../trading/engine/chain';
import {
  type BarQuery,
  type BarReader,
  getOldestBarMs,
  isBarComplete,
} from '../../trading/market/bar-reader';
import { findCurveChain } from './curve-chain';

/**
 * Contract of a market by id, venue code, or root symbol, which stands for the active month. Null
 * for any other name.
 */
export function findChartContract(
  desk: Pick<Terminal, 'state' | 'findBars'>,
  market: string,
  name: string,
): Instrument | null {
  const { markets, listings, nowMs } = desk.state();
  const reader = desk.findBars(market);
  const listed = Object.values(listings[market] ?? {}).find(
    (one) => one.contract?.code === name || (one.contract !== undefined && one.id === name),
  );
  const chain = findCurveChain(name)?.chain ?? name;
  return (
    listed ??
    findTradedContract(markets[market], chain, nowMs)?.instrument ??
    reader?.findContract(name) ??
    reader?.listMonths(chain)[0] ??
    null
  );
}

interface LoadedBars {
  readonly bars: readonly Bar[];
  /** `LOADING` while older bars are computed; a sentence for a range that cannot be read. */
  readonly fault: string | null;
}

/** Bars of a query with their limits, waiting a while for those that are not ready. */
export async function loadBars(
  reader: BarReader,
  query: BarQuery,
  nowMs: EpochMs,
  waitMs: number,
): Promise<LoadedBars> {
  const { interval, fromMs, untilMs } = query;
  if (fromMs >= untilMs) return { bars: [], fault: 'from: must be before until.' };
  if (fromMs < getOldestBarMs(nowMs, interval))
    return {
      bars: [],
      fault: `from: bars of ${interval} go back to ${formatIsoTime(getOldestBarMs(nowMs, interval))}.`,
    };
  await reader.waitForBars(query, waitMs);
  const { bars, isLoading } = reader.read(query);
  return { bars, fault: isLoading ? 'LOADING' : null };
}

export const serializeBar = (instrument: Instrument, bar: Bar, nowMs: EpochMs): BarDto => ({
  start: formatIsoTime(bar.startsMs),
  open: toPriceNumber(instrument, bar.openTicks),
  high: toPriceNumber(instrument, bar.highTicks),
  low: toPriceNumber(instrument, bar.lowTicks),
  close: toPriceNumber(instrument, bar.closeTicks),
  // No market source reports traded volume.
  volume: null,
  isComplete: isBarComplete(bar, nowMs),
});
