/**
 * Running score of a network on a chain: sums, calibration bins, and daily evidence against each
 * benchmark.
 */
import type {
  ByBenchmark,
  CalibrationBin,
  PendingSignal,
  Benchmark,
  SignalScorecard,
  EvidenceState,
} from '../domain/signal-facts';
import { EMPTY_STAKE, computeBenchmarkGain, updateEvidence } from './e-process';
import { DAY_MS } from '../domain/time';

/** Edges of the calibration bins; most probabilities lie near 0.5. */
export const BIN_EDGES = [0.35, 0.4, 0.45, 0.475, 0.5, 0.525, 0.55, 0.6, 0.65] as const;
/** Signals of a chain per day: four forecast cycles and one at midnight. */
const SIGNALS_PER_DAY = 5;

export const byBenchmark = <T>(compute: (benchmark: Benchmark) => T): ByBenchmark<T> => ({
  even: compute('even'),
  momentum: compute('momentum'),
  seasonal: compute('seasonal'),
});

export function createTally({
  network,
  model,
  market,
  chain,
}: Pick<SignalScorecard, 'network' | 'model' | 'market' | 'chain'>): SignalScorecard {
  return {
    network,
    model,
    market,
    chain,
    count: 0,
    voids: 0,
    sided: 0,
    hits: 0,
    brier: 0,
    logLoss: 0,
    rivals: byBenchmark(() => 0),
    bins: Array.from({ length: BIN_EDGES.length + 1 }, () => ({ count: 0, stated: 0, came: 0 })),
    open: null,
    stakes: byBenchmark(() => [EMPTY_STAKE, EMPTY_STAKE]),
    demoted: null,
  };
}

/** Log loss of a probability at an outcome of 0, 0.5 or 1, in nats. */
const computeLogLoss = (probability: number, outcome: number): number =>
  -(outcome * Math.log(probability) + (1 - outcome) * Math.log1p(-probability));
export const computeBrier = (probability: number, outcome: number): number =>
  (probability - outcome) ** 2;

type ScoredForecast = Pick<PendingSignal, 'chanceUp' | 'rivals' | 'madeMs'>;

/** Adds one scored signal. A signal without an outcome is only counted in `voids`. */
export function updateScore(
  tally: SignalScorecard,
  signal: ScoredForecast,
  outcome: number | null,
): SignalScorecard {
  if (outcome === null) return { ...tally, voids: tally.voids + 1 };
  const { chanceUp, rivals } = signal;
  const isSided = chanceUp !== 0.5 && outcome !== 0.5;
  return addGains(
    {
      ...tally,
      count: tally.count + 1,
      sided: tally.sided + Number(isSided),
      hits: tally.hits + Number(isSided && chanceUp > 0.5 === outcome > 0.5),
      brier: tally.brier + computeBrier(chanceUp, outcome),
      logLoss: tally.logLoss + computeLogLoss(chanceUp, outcome),
      rivals: byBenchmark(
        (benchmark) => tally.rivals[benchmark] + computeBrier(rivals[benchmark], outcome),
      ),
      bins: addToBin(tally.bins, chanceUp, outcome),
    },
    signal,
    outcome,
  );
}

function addToBin(
  bins: readonly CalibrationBin[],
  probability: number,
  outcome: number,
): readonly CalibrationBin[] {
  const binIndex = BIN_EDGES.filter((edge) => probability >= edge).length;
  return bins.map((bin, index) =>
    index === binIndex
      ? { count: bin.count + 1, stated: bin.stated + probability, came: bin.came + outcome }
      : bin,
  );
}

/**
 * Signals belong to the UTC day of their issue. The first score of a later day closes the day
 * before. Signals of one day expire on the next, so days overlap: even and odd days have separate
 * evidence. A score of a day that is already closed enters the sums only.
 */
function addGains(
  tally: SignalScorecard,
  { chanceUp, rivals, madeMs }: ScoredForecast,
  outcome: number,
): SignalScorecard {
  const day = Math.floor(madeMs / DAY_MS);
  if (tally.open && day < tally.open.day) return tally;
  const current = tally.open && day > tally.open.day ? closeDay(tally) : tally;
  const gains = current.open?.gains ?? byBenchmark(() => 0);
  return {
    ...current,
    open: {
      day,
      gains: byBenchmark(
        (benchmark) =>
          gains[benchmark] +
          computeBenchmarkGain(chanceUp, rivals[benchmark], outcome) / SIGNALS_PER_DAY,
      ),
    },
  };
}

function closeDay(tally: SignalScorecard): SignalScorecard {
  const { open, stakes } = tally;
  if (!open) return tally;
  const isEven = open.day % 2 === 0;
  const addGain = (
    [even, odd]: readonly [EvidenceState, EvidenceState],
    gain: number,
  ): readonly [EvidenceState, EvidenceState] =>
    isEven ? [updateEvidence(even, gain), odd] : [even, updateEvidence(odd, gain)];
  return {
    ...tally,
    open: null,
    stakes: byBenchmark((benchmark) => addGain(stakes[benchmark], open.gains[benchmark])),
  };
}

/** Mean Brier scores of a network and its benchmarks; null before the first score. */
export const computeMeanBriers = ({
  count,
  brier,
  rivals,
}: Pick<SignalScorecard, 'count' | 'brier' | 'rivals'>): {
  readonly own: number;
  readonly rivals: ByBenchmark<number>;
} | null =>
  count === 0
    ? null
    : { own: brier / count, rivals: byBenchmark((benchmark) => rivals[benchmark] / count) };

/** Sums scores and bins over several chains, without evidence. */
export function poolScores(
  tallies: readonly SignalScorecard[],
): Pick<
  SignalScorecard,
  'count' | 'voids' | 'sided' | 'hits' | 'brier' | 'logLoss' | 'rivals' | 'bins'
> {
  const sumOver = (getValue: (tally: SignalScorecard) => number): number =>
    tallies.reduce((total, tally) => total + getValue(tally), 0);
  return {
    count: sumOver(({ count }) => count),
    voids: sumOver(({ voids }) => voids),
    sided: sumOver(({ sided }) => sided),
    hits: sumOver(({ hits }) => hits),
    brier: sumOver(({ brier }) => brier),
    logLoss: sumOver(({ logLoss }) => logLoss),
    rivals: byBenchmark((benchmark) => sumOver(({ rivals }) => rivals[benchmark])),
    bins: Array.from({ length: BIN_EDGES.length + 1 }, (_, binIndex) => ({
      count: sumOver(({ bins }) => bins[binIndex]?.count ?? 0),
      stated: sumOver(({ bins }) => bins[binIndex]?.stated ?? 0),
      came: sumOver(({ bins }) => bins[binIndex]?.came ?? 0),
    })),
  };
}
