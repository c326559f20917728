/**
 * The running score of a network in a chain: sums, bins of stated chances, and the stakes of its
 * rivals by days.
 */
import type {
  ByBenchmark,
  ChanceBin,
  PendingSignal,
  Benchmark,
  SignalTally,
  Stake,
} from '../domain/signal-facts';
import { NO_STAKE, computeBenchmarkGain, updateEvidence } from './e-process';
import { DAY_MS } from '../domain/time';

/** Where bins of stated chances meet; most chances lie near one half. */
export const BIN_EDGES = [0.35, 0.4, 0.45, 0.475, 0.5, 0.525, 0.55, 0.6, 0.65] as const;
/** Signals of a chain in a day: four forecast cycles and a midnight. */
const SIGNALS_A_DAY = 5;

export const byRival = <T>(make: (rival: Benchmark) => T): ByBenchmark<T> => ({
  even: make('even'),
  momentum: make('momentum'),
  seasonal: make('seasonal'),
});

/** The tally of a network before its first score. */
export function createTally({
  network,
  model,
  market,
  chain,
}: Pick<SignalTally, 'network' | 'model' | 'market' | 'chain'>): SignalTally {
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
    rivals: byRival(() => 0),
    bins: Array.from({ length: BIN_EDGES.length + 1 }, () => ({ count: 0, stated: 0, came: 0 })),
    open: null,
    stakes: byRival(() => [NO_STAKE, NO_STAKE]),
    demoted: null,
  };
}

/** Log loss of a chance at an outcome of 0, .5 or 1, in nats. */
const computeLogLoss = (chance: number, outcome: number): number =>
  -(outcome * Math.log(chance) + (1 - outcome) * Math.log1p(-chance));
export const computeBrier = (chance: number, outcome: number): number => (chance - outcome) ** 2;

type Scored = Pick<PendingSignal, 'chanceUp' | 'rivals' | 'madeMs'>;

/** The tally after a signal's score; one without an outcome is counted apart. */
export function updateScore(
  tally: SignalTally,
  signal: Scored,
  outcome: number | null,
): SignalTally {
  if (outcome === null) return { ...tally, voids: tally.voids + 1 };
  const { chanceUp, rivals } = signal;
  const isSided = chanceUp !== 0.5 && outcome !== 0.5;
  return withGains(
    {
      ...tally,
      count: tally.count + 1,
      sided: tally.sided + Number(isSided),
      hits: tally.hits + Number(isSided && chanceUp > 0.5 === outcome > 0.5),
      brier: tally.brier + computeBrier(chanceUp, outcome),
      logLoss: tally.logLoss + computeLogLoss(chanceUp, outcome),
      rivals: byRival((rival) => tally.rivals[rival] + computeBrier(rivals[rival], outcome)),
      bins: addToBin(tally.bins, chanceUp, outcome),
    },
    signal,
    outcome,
  );
}

function addToBin(
  bins: readonly ChanceBin[],
  chance: number,
  outcome: number,
): readonly ChanceBin[] {
  const place = BIN_EDGES.filter((edge) => chance >= edge).length;
  return bins.map((bin, at) =>
    at === place
      ? { count: bin.count + 1, stated: bin.stated + chance, came: bin.came + outcome }
      : bin,
  );
}

/**
 * Signals belong to the day (UTC) on which they were made. The first score of a later day closes
 * the one before it. Signals of one day expire on the next, so
 * that days overlap with their neighbors: even and odd days have stakes of their own. A score that
 * comes after its day was closed is in the sums alone.
 */
function withGains(
  tally: SignalTally,
  { chanceUp, rivals, madeMs }: Scored,
  outcome: number,
): SignalTally {
  const day = Math.floor(madeMs / DAY_MS);
  if (tally.open && day < tally.open.day) return tally;
  const closed = tally.open && day > tally.open.day ? dayClosed(tally) : tally;
  const gains = closed.open?.gains ?? byRival(() => 0);
  return {
    ...closed,
    open: {
      day,
      gains: byRival(
        (rival) =>
          gains[rival] + computeBenchmarkGain(chanceUp, rivals[rival], outcome) / SIGNALS_A_DAY,
      ),
    },
  };
}

function dayClosed(tally: SignalTally): SignalTally {
  const { open, stakes } = tally;
  if (!open) return tally;
  const isEven = open.day % 2 === 0;
  const next = ([even, odd]: readonly [Stake, Stake], gain: number): readonly [Stake, Stake] =>
    isEven ? [updateEvidence(even, gain), odd] : [even, updateEvidence(odd, gain)];
  return {
    ...tally,
    open: null,
    stakes: byRival((rival) => next(stakes[rival], open.gains[rival])),
  };
}

/** Mean Brier scores of a network and of its rivals over what was scored; null before the first. */
export const computeMeanBriers = ({
  count,
  brier,
  rivals,
}: Pick<SignalTally, 'count' | 'brier' | 'rivals'>): {
  readonly own: number;
  readonly rivals: ByBenchmark<number>;
} | null =>
  count === 0 ? null : { own: brier / count, rivals: byRival((rival) => rivals[rival] / count) };

/** The tallies of several chains as one: sums and bins, without stakes. */
export function poolScores(
  tallies: readonly SignalTally[],
): Pick<
  SignalTally,
  'count' | 'voids' | 'sided' | 'hits' | 'brier' | 'logLoss' | 'rivals' | 'bins'
> {
  const sum = (figure: (tally: SignalTally) => number): number =>
    tallies.reduce((total, tally) => total + figure(tally), 0);
  return {
    count: sum(({ count }) => count),
    voids: sum(({ voids }) => voids),
    sided: sum(({ sided }) => sided),
    hits: sum(({ hits }) => hits),
    brier: sum(({ brier }) => brier),
    logLoss: sum(({ logLoss }) => logLoss),
    rivals: byRival((rival) => sum(({ rivals }) => rivals[rival])),
    bins: Array.from({ length: BIN_EDGES.length + 1 }, (_, place) => ({
      count: sum(({ bins }) => bins[place]?.count ?? 0),
      stated: sum(({ bins }) => bins[place]?.stated ?? 0),
      came: sum(({ bins }) => bins[place]?.came ?? 0),
    })),
  };
}
