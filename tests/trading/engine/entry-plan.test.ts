// An entry follows from what was known and from nothing else: agreement with the network, sizes,
// protection, and the same bytes when made again.
import { describe, expect, test } from 'vitest';
import type { KnownSignal } from '../../../app/trading/domain/known-facts';
import type { KnownAtEntry } from '../../../app/trading/domain/decision-facts';
import { quoteAround } from '../../../app/trading/domain/quote';
import { toMills, toTicks } from '../../../app/trading/domain/units';
import { planEntry } from '../../../app/trading/engine/entry-plan';
import { replayDecision } from '../../../app/trading/engine/replay-decision';
import { getAgreement, computeQuality } from '../../../app/trading/risk/agreement';
import { GAS, levelPlaybook, openDesk, testConfig } from '../../support/desk-harness';

const QUOTE = quoteAround(toTicks(2800), 1, 0);
const signal = (word: KnownSignal['word'], confidence: number): KnownSignal => ({
  seq: 1,
  network: 'GasNet',
  word,
  confidence,
  slotMs: 0,
});
const known = (change: Partial<KnownAtEntry> = {}): KnownAtEntry => ({
  side: 'LONG',
  strength: 1,
  reason: 'it is cheap',
  range: 0.1,
  sinceMs: 0,
  stopRanges: 1,
  targetRatio: 2,
  positionSize: 'medium',
  riskLevel: 'moderate',
  equityMills: toMills(25_000_000),
  scaleTicks: 2800,
  volatility: null,
  signal: null,
  inputs: {},
  inputsMs: null,
  limits: [],
  ...change,
});
const plan = (change: Partial<KnownAtEntry> = {}) => planEntry(GAS, QUOTE, known(change));

describe('the word of a network', () => {
  test.each([
    ['none', null, 'ALONE'],
    ['HOLD', signal('HOLD', 0.7), 'ALONE'],
    ['the same side', signal('BUY', 0.53), 'AGREES'],
    ['the other side, not surely', signal('SELL', 0.5599), 'ALONE'],
    ['the other side, surely', signal('SELL', 0.56), 'FORBIDS'],
  ] as const)('%s', (_what, heard, expected) => expect(getAgreement('LONG', heard)).toBe(expected));

  test('fills the band by its confidence, never beyond it, and never without strength', () => {
    expect(
      [
        null,
        signal('HOLD', 0.9),
        signal('BUY', 0.5),
        signal('BUY', 0.575),
        signal('BUY', 0.65),
        signal('BUY', 0.9),
      ].map((heard) => Number(computeQuality('LONG', 1, heard).toFixed(6))),
    ).toEqual([0.5, 0.5, 0.5, 0.75, 1, 1]);
    expect(computeQuality('SHORT', 0, signal('SELL', 0.9))).toBe(0);
  });
});

describe('an entry', () => {
  test('is larger when the network agrees, and says so', () => {
    const [alone, agreed] = [plan(), plan({ signal: signal('BUY', 0.65) })];
    expect([alone.action, agreed.action, agreed.lots > alone.lots]).toEqual([
      'ENTER',
      'ENTER',
      true,
    ]);
    expect([alone.reason, agreed.reason]).toEqual([
      'it is cheap',
      'it is cheap; GasNet says BUY at 65% and agrees',
    ]);
    expect([alone.stopDistanceTicks, alone.targetDistanceTicks]).toEqual([100, 200]);
  });

  test('is left alone when the network is surely against it, when no stop can be set, when it would be too small', () => {
    expect(plan({ signal: signal('SELL', 0.6) })).toMatchObject({
      action: 'STAY_OUT',
      lots: 0,
      reason: 'wants LONG, but GasNet says SELL at 60%',
    });
    expect(plan({ range: null })).toMatchObject({
      action: 'STAY_OUT',
      reason: expect.stringContaining('no stop') as string,
    });
    expect(plan({ equityMills: toMills(100_000) })).toMatchObject({
      action: 'STAY_OUT',
      reason: expect.stringContaining('limits') as string,
    });
  });
});

describe('a decision in the log', () => {
  test('keeps what was known, and gives the same bytes when it is made again from the stored text', async () => {
    const desk = await openDesk(
      testConfig({
        playbooksOf: (key) => (key === 'natural-gas' ? [levelPlaybook('natural-gas', 3, 1)] : []),
      }),
    );
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    desk.bar(GAS, [2500, 2500, 2500, 2500]);
    const [decided] = desk.journal.records.flatMap((record) =>
      record.type === 'DecisionTaken' ? [record.payload] : [],
    );
    if (!decided?.known) throw new Error('the entry keeps what was known');
    expect(decided.known).toMatchObject({
      side: 'LONG',
      equityMills: 25_000_000,
      riskLevel: 'moderate',
      signal: null,
    });
    expect(decided.known.limits.map(({ name }) => name)).toEqual([
      'Notional of Natural Gas Futures',
      'Notional of gas and oil',
      'Notional of all positions',
      'Cash spent, a part staying free',
      'Loss of the day',
      'Fall from the peak',
    ]);
    const stored = JSON.parse(JSON.stringify(decided)) as typeof decided;
    expect(replayDecision(stored, () => GAS)).toMatchObject({ isSame: true });
    expect(
      replayDecision({ ...stored, known: { ...decided.known, strength: 0.5 } }, () => GAS),
    ).toMatchObject({ isSame: false });
    const { known: _known, ...older } = stored;
    expect(replayDecision(older, () => GAS)).toBeNull();
  });
});
