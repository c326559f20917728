// AI_CORE in the live engine: the signal in force is its input, once a day, and is no second check.
import { expect, it, vi } from 'vitest';
import { getSelectedBook } from '../../../app/trading/domain/book';
import type { DecisionFacts } from '../../../app/trading/domain/decision-facts';
import { RISK_LEVELS } from '../../../app/trading/domain/settings';
import { DAY_MS, MINUTE_MS } from '../../../app/trading/domain/time';
import { buildQuote } from '../../../app/trading/domain/quote';
import { toTicks } from '../../../app/trading/domain/units';
import { replayDecision } from '../../../app/trading/engine/replay-decision';
import { findInstrumentMarket } from '../../../app/trading/engine/state';
import { rebuildSignal } from '../../../app/trading/signals/signal';
import { createEvaluator } from '../../../app/trading/strategies/evaluate';
import { findPlaybookRow } from '../../../app/trading/strategies/playbooks/catalog';
import {
  type DeskHarness,
  GAS,
  MARKET,
  createTestConfig,
  openDesk,
} from '../../support/desk-harness';
import { createForecast } from '../../support/issued-forecasts';

const skill = vi.hoisted(() => ({ hasSkill: true }));
vi.mock('../../../app/trading/networks/skill-assessments', () => ({
  getSkillAssessment: () => ({
    source: 'network',
    hasSkill: skill.hasSkill,
    grade: skill.hasSkill ? 'A' : null,
    text: 'for this test',
  }),
}));

const row = findPlaybookRow('natural-gas', 'AI_CORE');
if (!row) throw new Error('gas has no AI_CORE');
const config = createTestConfig({
  listPlaybooks: (commodity) => (commodity === 'natural-gas' ? [createEvaluator(row)] : []),
});

/** A desk that runs AI_CORE of gas, after 25 daily bars, which give an ATR. */
async function openRunningDesk(): Promise<DeskHarness> {
  const desk = await openDesk(config);
  for (let day = 0; day < 25; day += 1) desk.bar(GAS, [3000, 3040, 2960, 3000]);
  await desk.send('ann', {
    type: 'ChoosePlaybook',
    commodity: 'natural-gas',
    playbookId: 'AI_CORE',
  });
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  return desk;
}

function offerSignal(desk: DeskHarness, chanceUp: number): void {
  desk.quote(GAS, 3000);
  desk.offer({
    type: 'ForecastsReceived',
    market: MARKET,
    forecasts: [createForecast(desk.nowMs(), { chanceUp })],
    atMs: desk.nowMs(),
  });
}

/** A quarter of an hour, as a bar of the price 3. */
function passQuarter(desk: DeskHarness): void {
  const startsMs = desk.nowMs() + 1;
  const endsMs = startsMs + 15 * MINUTE_MS - 1;
  const price = toTicks(3000);
  desk.offer({
    type: 'Market',
    isBackfill: false,
    atMs: endsMs,
    event: {
      type: 'BarClosed',
      market: MARKET,
      instrumentId: GAS.id,
      quote: buildQuote(price, 1, endsMs),
      bar: {
        openTicks: price,
        highTicks: price,
        lowTicks: price,
        closeTicks: price,
        startsMs,
        endsMs,
      },
    },
  });
}

const getTarget = (desk: DeskHarness) =>
  findInstrumentMarket(desk.runner.state(), MARKET, GAS.id)?.rules['AI_CORE']?.target;
const listHeld = (desk: DeskHarness) =>
  Object.values(getSelectedBook(desk.runner.state(), 'ann')?.positions ?? {}).map(
    ({ direction }) => direction,
  );
const listDecisions = (desk: DeskHarness): readonly DecisionFacts[] =>
  desk.journal.records.flatMap((record) =>
    record.type === 'DecisionTaken' ? [record.payload] : [],
  );

it('is flat without a signal and says so', async () => {
  const desk = await openRunningDesk();
  expect(getTarget(desk)).toMatchObject({
    side: 'FLAT',
    reason: expect.stringMatching(/^input missing/) as string,
  });
});

it('takes the first signal after the close, and the next one only after the next close', async () => {
  const desk = await openRunningDesk();
  offerSignal(desk, 0.6);
  expect(listHeld(desk)).toEqual([]);
  passQuarter(desk);
  expect(getTarget(desk)?.side).toBe('LONG');
  expect(listHeld(desk)).toEqual(['LONG']);
  offerSignal(desk, 0.4);
  passQuarter(desk);
  expect(listHeld(desk)).toEqual(['LONG']);
  desk.bar(GAS, [3000, 3010, 2990, 3000]);
  offerSignal(desk, 0.4);
  passQuarter(desk);
  expect(getTarget(desk)?.side).toBe('SHORT');
  passQuarter(desk);
  expect(listHeld(desk)).toEqual(['SHORT']);
});

it('uses its strength as the position in the band, and is not confirmed or blocked by itself', async () => {
  const desk = await openRunningDesk();
  offerSignal(desk, 0.75);
  passQuarter(desk);
  const entry = listDecisions(desk).find(({ action }) => action === 'ENTER');
  expect(entry?.known).toMatchObject({ isSignalPlaybook: true, strength: 1 });
  expect(entry?.known?.inputs['signal/NG/chance-up']).toBe(0.75);
  expect(entry?.reason).not.toMatch(/confirmed by/);
  expect(entry && replayDecision(entry, () => GAS)?.isSame).toBe(true);
  // Medium band: 7% of $25,000 at most, scaled to the volatility target but not below 3%.
  const dollars = (entry?.plan?.lots ?? 0) * 10 * 3;
  expect(dollars).toBeGreaterThan(0.03 * 25_000 * 0.9);
  expect(dollars).toBeLessThanOrEqual(0.07 * 25_000);
  const against = { ...entry, known: entry?.known && { ...entry.known, side: 'SHORT' as const } };
  expect(
    against.known && entry?.plan && replayDecision({ ...entry, known: against.known }, () => GAS),
  ).toMatchObject({ isSame: true });
});

it('ends with the expiry of its signal', async () => {
  const desk = await openRunningDesk();
  offerSignal(desk, 0.6);
  passQuarter(desk);
  expect(listHeld(desk)).toEqual(['LONG']);
  desk.wait(DAY_MS);
  passQuarter(desk);
  expect(getTarget(desk)?.side).toBe('FLAT');
  passQuarter(desk);
  expect(listHeld(desk)).toEqual([]);
});

it('does not trade a network without proven skill', async () => {
  skill.hasSkill = false;
  const desk = await openRunningDesk();
  offerSignal(desk, 0.7);
  passQuarter(desk);
  expect(getTarget(desk)).toMatchObject({
    side: 'FLAT',
    reason: expect.stringMatching(/no proven skill/) as string,
  });
  skill.hasSkill = true;
});

it('records the active calls with each signal, so that a call stays until the probability crosses one half', async () => {
  const desk = await openDesk(config);
  const listCalls = () =>
    desk.journal.records.flatMap((record) =>
      record.type === 'SignalFrozen' ? [record.payload.heldSides] : [],
    );
  const findShown = () => {
    const signal = desk.runner.state().signals.inForce[`${MARKET}/NG`];
    return signal && rebuildSignal(signal, GAS, 'moderate', false);
  };
  const none = { conservative: 0, moderate: 0, aggressive: 0 };
  const long = { conservative: 1, moderate: 1, aggressive: 1 };
  offerSignal(desk, 0.6);
  offerSignal(desk, 0.51);
  expect(findShown()).toMatchObject({ word: 'BUY', isHeld: true });
  offerSignal(desk, 0.49);
  expect(findShown()).toMatchObject({ word: 'HOLD', isHeld: false });
  offerSignal(desk, 0.51);
  expect(findShown()).toMatchObject({ word: 'HOLD', isHeld: false });
  offerSignal(desk, 0.6);
  desk.wait(2 * DAY_MS);
  offerSignal(desk, 0.51);
  expect(findShown()).toMatchObject({ word: 'HOLD' });
  expect(listCalls()).toEqual([none, long, long, none, none, none]);
});

it('has calls that stay at one risk level only', async () => {
  const desk = await openDesk(config);
  offerSignal(desk, 0.522);
  offerSignal(desk, 0.505);
  const signal = desk.runner.state().signals.inForce[`${MARKET}/NG`];
  expect(signal?.heldSides).toEqual({ conservative: 0, moderate: 0, aggressive: 1 });
  expect(
    RISK_LEVELS.map((level) => signal && rebuildSignal(signal, GAS, level, false).word),
  ).toEqual(['HOLD', 'HOLD', 'BUY']);
});
