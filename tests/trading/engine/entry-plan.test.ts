// Entry plans depend on their stored inputs only and replay from the log.
import { describe, expect, test } from 'vitest';
import type { SignalSnapshot } from '../../../app/trading/domain/market-snapshot';
import type { EntryFacts } from '../../../app/trading/domain/decision-facts';
import { buildQuote } from '../../../app/trading/domain/quote';
import { toLots, toMills, toTicks } from '../../../app/trading/domain/units';
import { planEntry } from '../../../app/trading/engine/entry-plan';
import { replayDecision } from '../../../app/trading/engine/replay-decision';
import { getAgreement, computeQuality } from '../../../app/trading/risk/signal-agreement';
import { GAS, createLevelPlaybook, openDesk, createTestConfig } from '../../support/desk-harness';

const QUOTE = buildQuote(toTicks(2800), 1, 0);
const buildSignal = (word: SignalSnapshot['word'], confidence: number): SignalSnapshot => ({
  seq: 1,
  network: 'GasNet',
  word,
  confidence,
  slotMs: 0,
});
const buildFacts = (change: Partial<EntryFacts> = {}): EntryFacts => ({
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
const buildPlan = (change: Partial<EntryFacts> = {}) => planEntry(GAS, QUOTE, buildFacts(change));

describe('agreement with a signal', () => {
  test.each([
    ['none', null, 'ALONE'],
    ['HOLD', buildSignal('HOLD', 0.7), 'ALONE'],
    ['the same side', buildSignal('BUY', 0.53), 'AGREES'],
    ['the other side, not surely', buildSignal('SELL', 0.5599), 'ALONE'],
    ['the other side, surely', buildSignal('SELL', 0.56), 'FORBIDS'],
  ] as const)('%s', (_what, signalCase, expected) =>
    expect(getAgreement('LONG', signalCase)).toBe(expected),
  );

  test('scales size quality with confidence, up to 1, and to 0 without strength', () => {
    expect(
      [
        null,
        buildSignal('HOLD', 0.9),
        buildSignal('BUY', 0.5),
        buildSignal('BUY', 0.575),
        buildSignal('BUY', 0.65),
        buildSignal('BUY', 0.9),
      ].map((signalCase) => Number(computeQuality('LONG', 1, signalCase).toFixed(6))),
    ).toEqual([0.5, 0.5, 0.5, 0.75, 1, 1]);
    expect(computeQuality('SHORT', 0, buildSignal('SELL', 0.9))).toBe(0);
  });
});

describe('entry plan', () => {
  test('is larger and names the signal when the network agrees', () => {
    const [alone, agreed] = [buildPlan(), buildPlan({ signal: buildSignal('BUY', 0.65) })];
    expect([alone.action, agreed.action, agreed.lots > alone.lots]).toEqual([
      'ENTER',
      'ENTER',
      true,
    ]);
    expect([alone.reason, agreed.reason]).toEqual([
      'it is cheap',
      'it is cheap; confirmed by AI signal BUY 65% (GasNet)',
    ]);
    expect([alone.stopDistanceTicks, alone.targetDistanceTicks]).toEqual([100, 200]);
  });

  test('stays out on a strong opposite signal, without a stop distance, or below the minimum size', () => {
    expect(buildPlan({ signal: buildSignal('SELL', 0.6) })).toMatchObject({
      action: 'STAY_OUT',
      lots: 0,
      reason: 'target LONG; opposite AI signal SELL 60% (GasNet)',
    });
    expect(buildPlan({ range: null })).toMatchObject({
      action: 'STAY_OUT',
      reason: expect.stringContaining('no stop') as string,
    });
    expect(buildPlan({ equityMills: toMills(100_000) })).toMatchObject({
      action: 'STAY_OUT',
      reason: expect.stringContaining('limits') as string,
    });
  });
});

describe('cost hurdle', () => {
  test('blocks an entry whose expected move is not above 1.5 round trips', () => {
    expect(buildPlan({ costs: { expectedMove: 0.016, roundTrip: 0.01 } }).action).toBe('ENTER');
    expect(buildPlan({ costs: { expectedMove: 0.015, roundTrip: 0.01 } })).toMatchObject({
      action: 'STAY_OUT',
      lots: 0,
      reason: 'target LONG; expected move 0.0150, cost hurdle 0.0150',
    });
  });
});

describe('recorded decision', () => {
  test('stores its inputs and replays to the same plan from the stored JSON', async () => {
    const desk = await openDesk(
      createTestConfig({
        listPlaybooks: (key) =>
          key === 'natural-gas' ? [createLevelPlaybook('natural-gas', 3, 1)] : [],
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
      'Cash usage (15% reserve)',
      'Daily loss limit',
      'Max drawdown',
    ]);
    const stored = JSON.parse(JSON.stringify(decided)) as typeof decided;
    expect(replayDecision(stored, () => GAS)).toMatchObject({ isSame: true });
    expect(
      replayDecision({ ...stored, known: { ...decided.known, strength: 0.5 } }, () => GAS),
    ).toMatchObject({ isSame: false });
    const reworded = { ...stored, plan: { ...decided.plan!, reason: 'in other words' } };
    expect(replayDecision(reworded, () => GAS)).toMatchObject({ isSame: true });
    const larger = { ...stored, plan: { ...decided.plan!, lots: toLots(decided.plan!.lots + 1) } };
    expect(replayDecision(larger, () => GAS)).toMatchObject({ isSame: false });
    const { known: _known, ...older } = stored;
    expect(replayDecision(older, () => GAS)).toBeNull();
  });
});

describe('at a broker of whole contracts', () => {
  const contractLots = toLots(40);

  test('rounds the size down to contracts', () => {
    const { lots } = buildPlan();
    expect(lots % contractLots).toBeGreaterThan(0);
    const plan = buildPlan({ contractLots });
    expect(plan).toMatchObject({ action: 'ENTER', lots: lots - (lots % contractLots) });
  });

  test('stays out where one contract is too large', () => {
    expect(buildPlan({ contractLots: toLots(1000) })).toMatchObject({
      action: 'STAY_OUT',
      lots: 0,
      reason: 'one contract of the broker exceeds the limits',
    });
  });
});
