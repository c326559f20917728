// A run as buffers, which pass between threads without a copy. Runs of ten years hold thousands of
// trades; copying them one by one would take a fifth of the time that a second thread saves.
import type { BacktestRun, BacktestTrade, ExitCause } from '../../trading/backtest/backtest-run';
import type { Lots, Mills, Ticks } from '../../trading/domain/units';

export interface PackedRun extends Omit<BacktestRun, 'trades'> {
  /** Texts of the trades, each once. */
  readonly texts: readonly string[];
  /** FIELDS numbers per trade; a text is its index, null is NaN. */
  readonly figures: Float64Array;
}

const FIELDS = 17;

export function packRun({ trades, ...rest }: BacktestRun): PackedRun {
  const indexByText = new Map<string, number>();
  const packText = (text: string): number => {
    const index = indexByText.get(text) ?? indexByText.size;
    indexByText.set(text, index);
    return index;
  };
  const figures = new Float64Array(FIELDS * trades.length);
  trades.forEach((trade, index) =>
    figures.set(
      [
        packText(trade.instrumentId),
        packText(trade.direction),
        trade.lots,
        trade.entryMs,
        trade.exitMs,
        trade.entryTicks,
        trade.exitTicks,
        trade.feesMills,
        trade.slippageMills,
        trade.profitMills,
        trade.bars,
        trade.worstMills,
        trade.bestMills,
        trade.riskMills ?? NaN,
        trade.stopTicks ?? NaN,
        packText(trade.cause),
        trade.group,
      ],
      FIELDS * index,
    ),
  );
  return { ...rest, texts: [...indexByText.keys()], figures };
}

export function unpackRun({ texts, figures, ...rest }: PackedRun): BacktestRun {
  const trades: BacktestTrade[] = [];
  for (let start = 0; start < figures.length; start += FIELDS) {
    const get = (field: number): number => figures[start + field] ?? NaN;
    const getOrNull = (field: number): number | null =>
      Number.isNaN(get(field)) ? null : get(field);
    const getText = (field: number): string => texts[get(field)] ?? '';
    trades.push({
      instrumentId: getText(0),
      direction: getText(1) as BacktestTrade['direction'],
      lots: get(2) as Lots,
      entryMs: get(3),
      exitMs: get(4),
      entryTicks: get(5) as Ticks,
      exitTicks: get(6) as Ticks,
      feesMills: get(7) as Mills,
      slippageMills: get(8) as Mills,
      profitMills: get(9) as Mills,
      bars: get(10),
      worstMills: get(11) as Mills,
      bestMills: get(12) as Mills,
      riskMills: getOrNull(13) as Mills | null,
      stopTicks: getOrNull(14) as Ticks | null,
      cause: getText(15) as ExitCause,
      group: get(16),
    });
  }
  return { ...rest, trades };
}

/** Buffers of a packed run, which a worker gives away without a copy. */
export const listRunBuffers = ({
  stampsMs,
  equityMills,
  held,
  figures,
}: PackedRun): readonly ArrayBuffer[] =>
  [stampsMs, equityMills, held, figures].map(({ buffer }) => buffer as ArrayBuffer);
