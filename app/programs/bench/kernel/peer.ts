// The same crossover in grademark, a Node backtester that is no dependency; measured only if
// installed.
import type { BarColumns } from '../../../trading/backtest/tape';
import { FAST_BARS, SLOW_BARS } from './flip';

export interface PeerFlip {
  readonly name: string;
  /** Converts bars and averages once, and returns the run, which returns the number of trades. */
  prepareRun(bars: BarColumns): () => number;
}

interface PeerBar {
  readonly time: Date;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** 1 long, -1 short, 0 before both averages exist. */
  readonly side: number;
}

/** Used subset of the two packages. */
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

/** The library's run, or the reason why it is missing. */
export async function findPeerFlip(): Promise<PeerFlip | string> {
  // Module names are variables, so that no bundler resolves them.
  const [name, frames] = ['grademark', 'data-forge'];
  try {
    const { backtest } = (await import(/* @vite-ignore */ name)) as Grademark;
    const { DataFrame } = (await import(/* @vite-ignore */ frames)) as DataForge;
    return {
      name,
      prepareRun(bars) {
        const series = new DataFrame(buildPeerRows(bars)).setIndex('time');
        return () => backtest(strategy, series).length;
      },
    };
  } catch (error) {
    // The loader's message contains a local path, so only its code is shown.
    const errorCode = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return `grademark is not installed${errorCode}: npm install --no-save grademark chai@4`;
  }
}

function buildPeerRows({ startsMs, open, high, low, close }: BarColumns): PeerBar[] {
  const computeAverage = (bar: number, n: number): number =>
    close.subarray(bar - n + 1, bar + 1).reduce((sum, each) => sum + each, 0) / n;
  return Array.from(startsMs, (startMs, bar) => ({
    time: new Date(startMs),
    open: open[bar] ?? 0,
    high: high[bar] ?? 0,
    low: low[bar] ?? 0,
    close: close[bar] ?? 0,
    volume: 0,
    side:
      bar < SLOW_BARS - 1
        ? 0
        : computeAverage(bar, FAST_BARS) > computeAverage(bar, SLOW_BARS)
          ? 1
          : -1,
  }));
}
