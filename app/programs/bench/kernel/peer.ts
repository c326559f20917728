// The same flip in grademark, a backtester for Node that is no dependency: measured where somebody
// has installed it.
import type { BarColumns } from '../../../trading/backtest/tape';
import { FAST, SLOW } from './flip';

export interface PeerFlip {
  readonly name: string;
  /**
   * Bars and averages as the library wants them, made once; then a run of its core. Answers the
   * number of trades.
   */
  prepare(bars: BarColumns): () => number;
}

interface PeerBar {
  readonly time: Date;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** 1 long, -1 short, 0 before both averages are known. */
  readonly side: number;
}

/** What is used of the two packages. */
interface Grademark {
  backtest(strategy: object, series: object): readonly unknown[];
}
interface DataForge {
  readonly DataFrame: new (rows: readonly PeerBar[]) => { setIndex(column: string): object };
}

const strategy = {
  entryRule: (enter: (options: { direction: string }) => void, { bar }: { bar: PeerBar }): void => {
    if (bar.side !== 0) enter({ direction: bar.side === 1 ? 'long' : 'short' });
  },
  exitRule: (
    exit: () => void,
    { bar, position }: { bar: PeerBar; position: { direction: string } },
  ): void => {
    if ((bar.side === 1) !== (position.direction === 'long')) exit();
  },
};

/** The library with its runner, or why it is not there. */
export async function findPeerFlip(): Promise<PeerFlip | string> {
  // The names are values, so that no bundler looks for what need not be there.
  const [name, frames] = ['grademark', 'data-forge'];
  try {
    const { backtest } = (await import(/* @vite-ignore */ name)) as Grademark;
    const { DataFrame } = (await import(/* @vite-ignore */ frames)) as DataForge;
    return {
      name,
      prepare(bars) {
        const series = new DataFrame(createRows(bars)).setIndex('time');
        return () => backtest(strategy, series).length;
      },
    };
  } catch (error) {
    // The words of the loader name a folder of this machine, which nobody else has.
    const what = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return `grademark is not installed here${what}: npm install --no-save grademark chai@4`;
  }
}

function createRows({ startsMs, open, high, low, close }: BarColumns): PeerBar[] {
  const mean = (bar: number, n: number): number =>
    close.subarray(bar - n + 1, bar + 1).reduce((sum, each) => sum + each, 0) / n;
  return Array.from(startsMs, (startMs, bar) => ({
    time: new Date(startMs),
    open: open[bar] ?? 0,
    high: high[bar] ?? 0,
    low: low[bar] ?? 0,
    close: close[bar] ?? 0,
    volume: 0,
    side: bar < SLOW - 1 ? 0 : mean(bar, FAST) > mean(bar, SLOW) ? 1 : -1,
  }));
}
