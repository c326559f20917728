/**
 * The desk's signals after one more fact: what is in force, what waits for its score, and the sums.
 */
import { assert } from '../domain/outcome';
import type {
  DemotionFacts,
  FrozenFacts,
  PendingSignal,
  ScoreFacts,
  SignalTally,
  SignalsDesk,
} from '../domain/signal-facts';
import type { EpochMs } from '../domain/units';
import { createTally, updateScore } from './tally';

/** Scored signals that the desk remembers one by one. */
const SCORED_KEPT = 60;

interface Place {
  readonly seq: number;
  readonly atMs: EpochMs;
}

export const getActiveSignalKey = (market: string, chain: string): string => `${market}/${chain}`;
export const tallyKey = ({
  market,
  network,
  chain,
  model,
}: Pick<SignalTally, 'market' | 'network' | 'chain' | 'model'>): string =>
  `${market}/${network}/${chain}/${model}`;

export function withFrozen(
  desk: SignalsDesk,
  facts: FrozenFacts,
  { seq, atMs }: Place,
): SignalsDesk {
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
    ...desk,
    inForce: {
      ...desk.inForce,
      [getActiveSignalKey(market, chain)]: { ...facts, seq, madeMs: atMs },
    },
    pending: [...desk.pending, pending],
  };
}

export function withScore(desk: SignalsDesk, facts: ScoreFacts, { atMs }: Place): SignalsDesk {
  const signal = desk.pending.find(({ seq }) => seq === facts.frozenSeq);
  assert(signal, `signal ${facts.frozenSeq} waits for its score`);
  assert(
    facts.pricedMs >= signal.expiresMs,
    `signal ${facts.frozenSeq} is scored at its expiry or later`,
  );
  const key = tallyKey(signal);
  const scored = {
    ...signal,
    outcome: facts.outcome,
    thenTicks: facts.priceTicks,
    scoredMs: atMs,
    brier: facts.brier,
  };
  return {
    ...desk,
    pending: desk.pending.filter((one) => one !== signal),
    scored: [scored, ...desk.scored].slice(0, SCORED_KEPT),
    tallies: {
      ...desk.tallies,
      [key]: updateScore(desk.tallies[key] ?? createTally(signal), signal, facts.outcome),
    },
  };
}

export function withDemotion(
  desk: SignalsDesk,
  facts: DemotionFacts,
  { atMs }: Place,
): SignalsDesk {
  const key = tallyKey(facts);
  const tally = desk.tallies[key];
  assert(
    tally && !tally.demoted,
    `${facts.network} is demoted once in ${facts.chain}, where it was scored`,
  );
  return {
    ...desk,
    tallies: {
      ...desk.tallies,
      [key]: { ...tally, demoted: { atMs, rival: facts.rival, days: facts.days } },
    },
  };
}
