// Replays signals: each is scored once, at or after expiry, by the price of its own contract and
// the same formula.
import {
  type Facts,
  AuditMismatch,
  readPart,
  assertFact,
  readText,
  readTextOrNull,
  readWhole,
} from './record-facts';
import type { ReplayState } from './replay-state';

/** Tolerance for different orders of floating-point operations. */
const SCORE_TOLERANCE = 1e-12;
const BENCHMARKS = ['even', 'momentum', 'seasonal'];
/** Later prices do not score a signal. */
const SCORE_DELAY_MAX_MS = 3_600_000;

function readProbability(facts: Facts, name: string): number {
  const value = facts[name];
  if (typeof value !== 'number' || !(value > 0 && value < 1))
    throw new AuditMismatch(`payload.${name}`, value, 'a probability between 0 and 1');
  return value;
}

const getNetworkKey = (facts: Facts): string =>
  ['market', 'network', 'chain', 'model'].map((name) => readText(facts, name)).join('/');

export function freezeSignal({ row, facts, desk, signals }: ReplayState): void {
  assertFact(
    row.user_id === null && row.book_id === null,
    'user_id',
    row.user_id,
    'null: signals have no user',
  );
  const contract = desk.listings
    .get(readText(facts, 'market'))
    ?.get(readText(facts, 'instrumentId'));
  assertFact(
    contract !== undefined && contract.commodity === readText(facts, 'commodity'),
    'payload.instrumentId',
    facts['instrumentId'],
    'a listed contract of its commodity',
  );
  const [stampMs, expiresMs] = [
    Number(readWhole(facts, 'stampMs')),
    Number(readWhole(facts, 'expiresMs')),
  ];
  assertFact(
    stampMs <= row.at_ms && expiresMs > row.at_ms,
    'payload.expiresMs',
    expiresMs,
    'a time after its issue, which is not before its stamp',
  );
  const benchmarks = readPart(facts, 'rivals');
  for (const benchmark of BENCHMARKS) readProbability(benchmarks, benchmark);
  signals.pending.set(row.seq, {
    expiresMs,
    priceTicks: readWhole(facts, 'priceTicks'),
    probability: readProbability(facts, 'chanceUp'),
    benchmarks,
    networkKey: getNetworkKey(facts),
  });
}

export function scoreSignal({ facts, signals }: ReplayState): void {
  const frozenSeq = Number(readWhole(facts, 'frozenSeq'));
  const signal = signals.pending.get(frozenSeq);
  assertFact(signal !== undefined, 'payload.frozenSeq', frozenSeq, 'an unscored signal');
  const [pricedMs, finalTicks] = [
    Number(readWhole(facts, 'pricedMs')),
    readWhole(facts, 'priceTicks'),
  ];
  assertFact(
    pricedMs >= signal.expiresMs,
    'payload.pricedMs',
    pricedMs,
    `${signal.expiresMs} or later`,
  );
  const outcome =
    pricedMs - signal.expiresMs > SCORE_DELAY_MAX_MS
      ? null
      : finalTicks > signal.priceTicks
        ? 1
        : finalTicks < signal.priceTicks
          ? 0
          : 0.5;
  assertFact(facts['outcome'] === outcome, 'payload.outcome', facts['outcome'], outcome);
  assertScore(facts, 'brier', signal.probability, outcome);
  if (outcome === null)
    assertFact(facts['rivalBriers'] === null, 'payload.rivalBriers', facts['rivalBriers'], null);
  else
    for (const benchmark of BENCHMARKS)
      assertScore(
        readPart(facts, 'rivalBriers'),
        benchmark,
        Number(signal.benchmarks[benchmark]),
        outcome,
      );
  signals.pending.delete(frozenSeq);
  signals.scored.add(signal.networkKey);
}

function assertScore(
  facts: Facts,
  name: string,
  probability: number,
  outcome: number | null,
): void {
  const score = outcome === null ? null : (probability - outcome) * (probability - outcome);
  const isSame =
    score === null ? facts[name] === null : Math.abs(Number(facts[name]) - score) < SCORE_TOLERANCE;
  assertFact(isSame, `payload.${name}`, facts[name], score);
}

export function demoteNetwork({ facts, signals }: ReplayState): void {
  const networkKey = getNetworkKey(facts);
  assertFact(
    signals.scored.has(networkKey) && !signals.demoted.has(networkKey),
    'payload.network',
    readTextOrNull(facts, 'network'),
    'a network that was scored there and is demoted once',
  );
  assertFact(
    BENCHMARKS.includes(readText(facts, 'rival')),
    'payload.rival',
    facts['rival'],
    'a benchmark',
  );
  signals.demoted.add(networkKey);
}
