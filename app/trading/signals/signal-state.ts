/**
 * Updates the signal state with one log record: active signals, pending scores and running scores.
 */
import { assert } from '../domain/outcome';
import type {
  DemotionFacts,
  SignalFacts,
  PendingSignal,
  ScoreFacts,
  SignalScorecard,
  SignalState,
} from '../domain/signal-facts';
import type { EpochMs } from '../domain/units';
import { createTally, updateScore } from './signal-score';

/** Most recent scored signals that are stored individually. */
const SCORED_COUNT_MAX = 60;

interface RecordPosition {
  readonly seq: number;
  readonly atMs: EpochMs;
}

export const getActiveSignalKey = (market: string, chain: string): string => `${market}/${chain}`;
export const getTallyKey = ({
  market,
  network,
  chain,
  model,
}: Pick<SignalScorecard, 'market' | 'network' | 'chain' | 'model'>): string =>
  `${market}/${network}/${chain}/${model}`;

export function applyFrozenSignal(
  state: SignalState,
  facts: SignalFacts,
  { seq, atMs }: RecordPosition,
): SignalState {
  const { network, model, market, chain, instrumentId, expiresMs, priceTicks, chanceUp, rivals } =
    facts;
  assert(expiresMs > atMs, `signal ${seq} is made before it expires`);
  const pending: PendingSignal = {
    seq,
    network,
    model,
    market,
    chain,
    instrumentId,
    madeMs: atMs,
    expiresMs,
    priceTicks,
    chanceUp,
    rivals,
  };
  return {
    ...state,
    inForce: {
      ...state.inForce,
      [getActiveSignalKey(market, chain)]: { ...facts, seq, madeMs: atMs },
    },
    pending: [...state.pending, pending],
  };
}

export function applyScore(
  state: SignalState,
  facts: ScoreFacts,
  { atMs }: RecordPosition,
): SignalState {
  const signal = state.pending.find(({ seq }) => seq === facts.frozenSeq);
  assert(signal, `signal ${facts.frozenSeq} waits for its score`);
  assert(
    facts.pricedMs >= signal.expiresMs,
    `signal ${facts.frozenSeq} is scored at its expiry or later`,
  );
  const key = getTallyKey(signal);
  const scored = {
    ...signal,
    outcome: facts.outcome,
    thenTicks: facts.priceTicks,
    scoredMs: atMs,
    brier: facts.brier,
  };
  return {
    ...state,
    pending: state.pending.filter((one) => one !== signal),
    scored: [scored, ...state.scored].slice(0, SCORED_COUNT_MAX),
    tallies: {
      ...state.tallies,
      [key]: updateScore(state.tallies[key] ?? createTally(signal), signal, facts.outcome),
    },
  };
}

export function applyDemotion(
  state: SignalState,
  facts: DemotionFacts,
  { atMs }: RecordPosition,
): SignalState {
  const key = getTallyKey(facts);
  const tally = state.tallies[key];
  assert(
    tally && !tally.demoted,
    `${facts.network} is demoted once in ${facts.chain}, where it was scored`,
  );
  return {
    ...state,
    tallies: {
      ...state.tallies,
      [key]: { ...tally, demoted: { atMs, rival: facts.rival, days: facts.days } },
    },
  };
}
