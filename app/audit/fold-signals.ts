// Signals retold: each is scored once, at its end or later, by the price of its own contract, and
// by the very formula.
import {
  type Facts,
  AuditMismatch,
  readPart,
  assertFact,
  readText,
  textOrNull,
  readWhole,
} from './facts';
import type { ReplayState } from './replay-state';

/** A score is the same to so much, whichever way a square is worked out. */
const EXACT = 1e-12;
const RIVALS = ['even', 'momentum', 'seasonal'];
/** Later than an hour after its end no price says anything about a signal. */
const LATE_MS = 3_600_000;

function computeChance(facts: Facts, name: string): number {
  const value = facts[name];
  if (typeof value !== 'number' || !(value > 0 && value < 1))
    throw new AuditMismatch(`payload.${name}`, value, 'a chance between 0 and 1');
  return value;
}

const getPlace = (facts: Facts): string =>
  ['market', 'network', 'chain', 'model'].map((name) => readText(facts, name)).join('/');

export function freezeSignal({ row, facts, desk, signals }: ReplayState): void {
  assertFact(
    row.user_id === null && row.book_id === null,
    'user_id',
    row.user_id,
    'nobody: a signal is the same for all',
  );
  const listed = desk.listings.get(readText(facts, 'market'))?.get(readText(facts, 'instrumentId'));
  assertFact(
    listed !== undefined && listed.commodity === readText(facts, 'commodity'),
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
    'a moment after it was made, which is not before its stamp',
  );
  const rivals = readPart(facts, 'rivals');
  for (const rival of RIVALS) computeChance(rivals, rival);
  signals.waiting.set(row.seq, {
    expiresMs,
    priceTicks: readWhole(facts, 'priceTicks'),
    chance: computeChance(facts, 'chanceUp'),
    rivals,
    place: getPlace(facts),
  });
}

export function scoreSignal({ facts, signals }: ReplayState): void {
  const frozenSeq = Number(readWhole(facts, 'frozenSeq'));
  const signal = signals.waiting.get(frozenSeq);
  assertFact(
    signal !== undefined,
    'payload.frozenSeq',
    frozenSeq,
    'a signal that waits for its score',
  );
  const [pricedMs, then] = [Number(readWhole(facts, 'pricedMs')), readWhole(facts, 'priceTicks')];
  assertFact(
    pricedMs >= signal.expiresMs,
    'payload.pricedMs',
    pricedMs,
    `${signal.expiresMs} or later`,
  );
  const outcome =
    pricedMs - signal.expiresMs > LATE_MS
      ? null
      : then > signal.priceTicks
        ? 1
        : then < signal.priceTicks
          ? 0
          : 0.5;
  assertFact(facts['outcome'] === outcome, 'payload.outcome', facts['outcome'], outcome);
  requireScore(facts, 'brier', signal.chance, outcome);
  if (outcome === null)
    assertFact(facts['rivalBriers'] === null, 'payload.rivalBriers', facts['rivalBriers'], null);
  else
    for (const rival of RIVALS)
      requireScore(readPart(facts, 'rivalBriers'), rival, Number(signal.rivals[rival]), outcome);
  signals.waiting.delete(frozenSeq);
  signals.scored.add(signal.place);
}

function requireScore(facts: Facts, name: string, chance: number, outcome: number | null): void {
  const score = outcome === null ? null : (chance - outcome) * (chance - outcome);
  const isSame =
    score === null ? facts[name] === null : Math.abs(Number(facts[name]) - score) < EXACT;
  assertFact(isSame, `payload.${name}`, facts[name], score);
}

export function demoteNetwork({ facts, signals }: ReplayState): void {
  const place = getPlace(facts);
  assertFact(
    signals.scored.has(place) && !signals.demoted.has(place),
    'payload.network',
    textOrNull(facts, 'network'),
    'a network that was scored there and is demoted once',
  );
  assertFact(RIVALS.includes(readText(facts, 'rival')), 'payload.rival', facts['rival'], 'a rival');
  signals.demoted.add(place);
}
