// Tapes of strategies over price histories. Continuous front-month prices only, so only inputs
// derived from prices exist.
import {
  BAR_MS,
  type BarLength,
  type PlaybookRow,
  getInputIds,
} from '../../trading/strategies/playbook';
import type { BarColumns, ChainTape } from '../../trading/backtest/tape';
import type { EpochMs } from '../../trading/domain/units';
import { getChain, toPriceNumber } from '../../trading/domain/instrument';
import type { ImportedHistory } from '../../trading/market/csv-import';
import { resolveInput } from '../../trading/market/inputs/catalog';
import type { CurvePoint, PublicData } from '../../trading/market/inputs/public-data';
import { createVintageStore } from '../../trading/market/vintage-store';

/** Inputs derived from prices and the calendar alone. */
const FROM_PRICES = /^(price|spread|season)\//;
const COLUMNS = ['open', 'high', 'low', 'close'] as const;

/** The tapes of a strategy, or the reason why they cannot be built. */
type CsvTapes = { readonly chains: readonly ChainTape[] } | { readonly missing: string };

/**
 * Bar length as strategies name it; null for monthly bars and for lengths that no strategy uses.
 */
function findBarLength({
  cadence,
  intervalMs,
}: Pick<ImportedHistory, 'cadence' | 'intervalMs'>): BarLength | null {
  if (cadence === 'daily') return '1d';
  if (cadence === 'monthly') return null;
  return (Object.keys(BAR_MS) as BarLength[]).find((bar) => BAR_MS[bar] === intervalMs) ?? null;
}

/** Builds tapes over histories. Each history must be of a different instrument. */
export function createCsvTapes(
  histories: readonly ImportedHistory[],
): (row: PlaybookRow) => CsvTapes {
  const byChain = new Map(
    histories.map((history) => [
      getChain(history.instrument),
      { history, bars: buildColumns(history) },
    ]),
  );
  const getPublicData = createPriceData(histories);
  return (row) => {
    const months = [row.legs?.first.month, row.legs?.second.month].filter(
      (month) => month !== undefined && month !== 1,
    );
    if (months.length > 0)
      return { missing: 'it trades single contract months, and a continuous history has none' };
    const requiredChains = row.legs
      ? [row.legs.first.chain, row.legs.second.chain]
      : (row.chains ?? listOwnChains(row, histories));
    const missingChains = requiredChains.filter((chain) => !byChain.has(chain));
    if (requiredChains.length === 0 || missingChains.length > 0)
      return { missing: `no price history for ${missingChains.join(' and ') || row.commodity}` };
    const mismatchedHistories = requiredChains
      .flatMap((chain) => byChain.get(chain)?.history ?? [])
      .filter((history) => findBarLength(history) !== row.bar);
    if (mismatchedHistories.length > 0)
      return {
        missing: `it needs ${row.bar} bars; ${mismatchedHistories.map(({ name }) => name).join(' and ')} has other bars`,
      };
    const chains = requiredChains.flatMap((chain) => {
      const match = byChain.get(chain);
      return match
        ? [
            {
              chain,
              months: [
                {
                  instrument: match.history.instrument,
                  bars: match.bars,
                  inputs: buildInputColumns(row, chain, match.bars, getPublicData),
                },
              ],
            },
          ]
        : [];
    });
    const missingInputs = [
      ...new Set(
        chains.flatMap(({ chain, months: [month] }) =>
          getInputIds(row, chain).filter((_, index) => month?.inputs[index]?.every(Number.isNaN)),
        ),
      ),
    ];
    return missingInputs.length > 0
      ? { missing: `input missing: ${missingInputs.join(', ')}` }
      : { chains };
  };
}

const listOwnChains = (
  row: PlaybookRow,
  histories: readonly ImportedHistory[],
): readonly string[] =>
  histories
    .filter(({ instrument }) => instrument.commodity === row.commodity)
    .map(({ instrument }) => getChain(instrument));

function buildColumns({ bars }: ImportedHistory): BarColumns {
  const [open, high, low, close] = COLUMNS.map((name) =>
    Float64Array.from(bars, (bar) => bar[`${name}Ticks`]),
  );
  const empty = new Float64Array(0);
  return {
    startsMs: Float64Array.from(bars, ({ startsMs }) => startsMs),
    endsMs: Float64Array.from(bars, ({ endsMs }) => endsMs),
    open: open ?? empty,
    high: high ?? empty,
    low: low ?? empty,
    close: close ?? empty,
  };
}

function buildInputColumns(
  row: PlaybookRow,
  chain: string,
  { endsMs }: BarColumns,
  getPublicData: (knownMs: EpochMs) => PublicData,
): readonly Float64Array[] {
  return getInputIds(row, chain).map((id) => {
    const isFromPrices = FROM_PRICES.test(id);
    return endsMs.map((atMs) =>
      isFromPrices ? (resolveInput(id, getPublicData(atMs))?.value ?? NaN) : NaN,
    );
  });
}

/**
 * Price-only public data at a moment: for each chain the close of the last ended bar, as a curve of
 * one point.
 */
function createPriceData(histories: readonly ImportedHistory[]): (knownMs: EpochMs) => PublicData {
  const byChain = new Map(histories.map((history) => [getChain(history.instrument), history]));
  const vintages = createVintageStore();
  const getCurve = (chain: string, knownMs: EpochMs): readonly CurvePoint[] => {
    const history = byChain.get(chain);
    const bar = history?.bars[findLastEndedIndex(history.bars, knownMs)];
    return history && bar
      ? [{ delivery: '', price: toPriceNumber(history.instrument, bar.closeTicks) }]
      : [];
  };
  return (knownMs) => ({
    knownMs,
    vintages,
    findRun: () => null,
    listWarnings: () => [],
    listReports: () => [],
    listCurve: (chain) => getCurve(chain, knownMs),
  });
}

/** Index of the last bar that ended by a moment; -1 before the first. */
function findLastEndedIndex(bars: readonly { readonly endsMs: EpochMs }[], atMs: EpochMs): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bars[middle]?.endsMs ?? Infinity) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
