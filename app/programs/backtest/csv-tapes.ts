// Tapes of price histories for playbooks: continuous fronts, with those inputs that prices alone
// give.
import {
  BAR_MS,
  type BarLength,
  type PlaybookRow,
  inputIds,
} from '../../trading/strategies/playbook';
import type { BarColumns, ChainTape } from '../../trading/backtest/tape';
import type { EpochMs } from '../../trading/domain/units';
import { getChain, priceNumber } from '../../trading/domain/instrument';
import type { ImportedHistory } from '../../trading/market/csv-import';
import { resolveInput } from '../../trading/market/inputs/catalogue';
import type { CurvePoint, PublicKnowledge } from '../../trading/market/inputs/knowledge';
import { vintageStore } from '../../trading/market/vintages';

/** Inputs that prices and the calendar alone give. */
const FROM_PRICES = /^(price|spread|season)\//;
const COLUMNS = ['open', 'high', 'low', 'close'] as const;

/** The tapes of a playbook, or in a sentence why there are none. */
type CsvTapes = { readonly chains: readonly ChainTape[] } | { readonly missing: string };

/**
 * How long the bars of a history are, as playbooks name it; null for months and for lengths that no
 * playbook has.
 */
function findBarLength({
  cadence,
  intervalMs,
}: Pick<ImportedHistory, 'cadence' | 'intervalMs'>): BarLength | null {
  if (cadence === 'daily') return '1d';
  if (cadence === 'monthly') return null;
  return (Object.keys(BAR_MS) as BarLength[]).find((bar) => BAR_MS[bar] === intervalMs) ?? null;
}

/** Makes the tapes of playbooks over histories, which are of different instruments. */
export function csvTapes(histories: readonly ImportedHistory[]): (row: PlaybookRow) => CsvTapes {
  const byChain = new Map(
    histories.map((history) => [
      getChain(history.instrument),
      { history, bars: buildColumns(history) },
    ]),
  );
  const knownAt = pricesKnown(histories);
  return (row) => {
    const months = [row.legs?.first.month, row.legs?.second.month].filter(
      (month) => month !== undefined && month !== 1,
    );
    if (months.length > 0)
      return { missing: 'its legs are single months, and a continuous history has none' };
    const wanted = row.legs
      ? [row.legs.first.chain, row.legs.second.chain]
      : (row.chains ?? ownChains(row, histories));
    const absent = wanted.filter((chain) => !byChain.has(chain));
    if (wanted.length === 0 || absent.length > 0)
      return { missing: `no history of ${absent.join(' and ') || row.commodity} was named` };
    const odd = wanted
      .flatMap((chain) => byChain.get(chain)?.history ?? [])
      .filter((history) => findBarLength(history) !== row.bar);
    if (odd.length > 0)
      return {
        missing: `it reads bars of ${row.bar}, and ${odd.map(({ name }) => name).join(' and ')} has others`,
      };
    const chains = wanted.flatMap((chain) => {
      const found = byChain.get(chain);
      return found
        ? [
            {
              chain,
              months: [
                {
                  instrument: found.history.instrument,
                  bars: found.bars,
                  inputs: listInputs(row, chain, found.bars, knownAt),
                },
              ],
            },
          ]
        : [];
    });
    const silent = [
      ...new Set(
        chains.flatMap(({ chain, months: [month] }) =>
          inputIds(row, chain).filter((_, place) => month?.inputs[place]?.every(Number.isNaN)),
        ),
      ),
    ];
    return silent.length > 0 ? { missing: `no input here: ${silent.join(', ')}` } : { chains };
  };
}

const ownChains = (row: PlaybookRow, histories: readonly ImportedHistory[]): readonly string[] =>
  histories
    .filter(({ instrument }) => instrument.commodity === row.commodity)
    .map(({ instrument }) => getChain(instrument));

function buildColumns({ bars }: ImportedHistory): BarColumns {
  const [open, high, low, close] = COLUMNS.map((name) =>
    Float64Array.from(bars, (bar) => bar[`${name}Ticks`]),
  );
  const none = new Float64Array(0);
  return {
    startsMs: Float64Array.from(bars, ({ startsMs }) => startsMs),
    endsMs: Float64Array.from(bars, ({ endsMs }) => endsMs),
    open: open ?? none,
    high: high ?? none,
    low: low ?? none,
    close: close ?? none,
  };
}

function listInputs(
  row: PlaybookRow,
  chain: string,
  { endsMs }: BarColumns,
  knownAt: (knownMs: EpochMs) => PublicKnowledge,
): readonly Float64Array[] {
  return inputIds(row, chain).map((id) => {
    const isThere = FROM_PRICES.test(id);
    return endsMs.map((atMs) => (isThere ? (resolveInput(id, knownAt(atMs))?.value ?? NaN) : NaN));
  });
}

/**
 * What prices alone tell at a moment: of each chain the close of the last bar that had ended, as a
 * curve of one point.
 */
function pricesKnown(histories: readonly ImportedHistory[]): (knownMs: EpochMs) => PublicKnowledge {
  const byChain = new Map(histories.map((history) => [getChain(history.instrument), history]));
  const vintages = vintageStore();
  const curve = (chain: string, knownMs: EpochMs): readonly CurvePoint[] => {
    const history = byChain.get(chain);
    const bar = history?.bars[placeBefore(history.bars, knownMs)];
    return history && bar
      ? [{ delivery: '', price: priceNumber(history.instrument, bar.closeTicks) }]
      : [];
  };
  return (knownMs) => ({
    knownMs,
    vintages,
    run: () => null,
    warnings: () => [],
    reports: () => [],
    curve: (chain) => curve(chain, knownMs),
  });
}

/** The place of the last bar that had ended by a moment; -1 before the first. */
function placeBefore(bars: readonly { readonly endsMs: EpochMs }[], atMs: EpochMs): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bars[middle]?.endsMs ?? Infinity) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
