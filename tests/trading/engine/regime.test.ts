// Market regimes: wide spreads and landfalls block entries, not exits; an account without guards
// ignores them.
import { expect, test } from 'vitest';
import { buildQuote } from '../../../app/trading/domain/quote';
import { toMills, toTicks } from '../../../app/trading/domain/units';
import { getLandfallInputId } from '../../../app/trading/market/inputs/landfall';
import { FORECAST_INPUT_ID } from '../../../app/trading/market/inputs/newest-forecast';
import { planSpread } from '../../../app/trading/engine/spread-plan';
import { replayDecision } from '../../../app/trading/engine/replay-decision';
import type { MarketRegime } from '../../../app/trading/domain/market-snapshot';
import type { SpreadFacts } from '../../../app/trading/domain/plan-facts';
import {
  type DeskHarness,
  GAS,
  MARKET,
  createLevelPlaybook,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import { DAY_MS } from '../../../app/trading/domain/time';

const createConfig = (hasGuards = true) =>
  createTestConfig({
    hasGuards,
    listPlaybooks: (key) => (key === 'natural-gas' ? [createLevelPlaybook('natural-gas', 3)] : []),
  });

/** 30 bars with a flat target, to establish the median spread. */
async function openDeskWithSpread(
  spreadTicks: number,
  engineConfig = createConfig(),
): Promise<DeskHarness> {
  const desk = await openDesk(engineConfig);
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  for (let bar = 0; bar < 30; bar += 1) close(desk, 3000, spreadTicks);
  return desk;
}

function close(desk: DeskHarness, ticks: number, spreadTicks: number): void {
  const startsMs = desk.nowMs() + 1;
  const endsMs = startsMs + DAY_MS - 1;
  const price = toTicks(ticks);
  const bar = {
    openTicks: price,
    highTicks: price,
    lowTicks: price,
    closeTicks: price,
    startsMs,
    endsMs,
  };
  desk.offer({
    type: 'Market',
    isBackfill: false,
    atMs: endsMs,
    event: {
      type: 'BarClosed',
      market: MARKET,
      instrumentId: GAS.id,
      bar,
      quote: buildQuote(price, spreadTicks / 2, endsMs),
    },
  });
}

const offerStorm = (desk: DeskHarness, isThere: boolean): void =>
  desk.offer({
    type: 'Inputs',
    market: MARKET,
    values: { [getLandfallInputId('gulf')]: Number(isThere) },
    atMs: desk.nowMs(),
  });
const listDecisions = ({ journal }: DeskHarness) =>
  journal.records.flatMap((record) => (record.type === 'DecisionTaken' ? [record.payload] : []));
const countPositions = ({ runner }: DeskHarness): number =>
  Object.values(runner.state().books).reduce(
    (sum, book) => sum + Object.keys(book.positions).length,
    0,
  );

test('blocks an entry while the spread is too wide, and the decision replays', async () => {
  const desk = await openDeskWithSpread(2);
  close(desk, 2900, 8);
  expect(countPositions(desk)).toBe(0);
  const waited = listDecisions(desk).at(-1);
  expect(waited).toMatchObject({
    action: 'STAY_OUT',
    reason: 'target LONG; its spread of 8 ticks is 4.0x the recent median of 2; the limit is 3x',
  });
  expect(waited && replayDecision(waited, () => GAS)).toMatchObject({ isSame: true });
  close(desk, 2900, 6);
  expect([countPositions(desk), listDecisions(desk).at(-1)?.action]).toEqual([1, 'ENTER']);
});

test('blocks entries during a landfall, but not exits', async () => {
  const desk = await openDeskWithSpread(2);
  offerStorm(desk, true);
  close(desk, 2900, 2);
  expect([countPositions(desk), listDecisions(desk).at(-1)?.reason]).toEqual([
    0,
    'target LONG; a hurricane makes landfall on the Gulf coast; entries are blocked until it is over',
  ]);
  offerStorm(desk, false);
  close(desk, 2900, 2);
  expect(countPositions(desk)).toBe(1);
  offerStorm(desk, true);
  close(desk, 3000, 60);
  expect([countPositions(desk), listDecisions(desk).at(-1)?.action]).toEqual([0, 'EXIT']);
});

test.each([
  ['a playbook that reads more than prices', ['gate/USD/trend'], 0],
  ['one that reads prices alone', [], 1],
] as const)('checks the age of forecasts for %s', async (_which, inputs, positions) => {
  const level = createLevelPlaybook('natural-gas', 3);
  const desk = await openDeskWithSpread(
    2,
    createTestConfig({
      listPlaybooks: (key) =>
        key === 'natural-gas' ? [{ ...level, row: { ...level.row, inputs } }] : [],
    }),
  );
  // Inputs keep arriving, but the forecast is old.
  const offerForecastTime = (hours: number): void =>
    desk.offer({
      type: 'Inputs',
      market: MARKET,
      values: { [FORECAST_INPUT_ID]: desk.nowMs() + DAY_MS - hours * 3_600_000 },
      atMs: desk.nowMs(),
    });
  offerForecastTime(13);
  close(desk, 2900, 2);
  expect(countPositions(desk)).toBe(positions);
  if (positions === 0)
    expect(listDecisions(desk).at(-1)?.reason).toBe(
      'target LONG; the newest forecast is 13 h old; the limit is 12 h',
    );
  offerForecastTime(6);
  close(desk, 2900, 2);
  expect(countPositions(desk)).toBe(1);
});

test('an account without guards enters regardless', async () => {
  const desk = await openDeskWithSpread(2, createConfig(false));
  offerStorm(desk, true);
  close(desk, 2900, 40);
  expect(countPositions(desk)).toBe(1);
});

test('checks each leg of a spread', () => {
  const calm: MarketRegime = {
    spreadTicks: 2,
    medianSpreadTicks: 2,
    ashore: null,
    inputsAgeMs: null,
  };
  const buildLeg = (instrumentId: string, regime: MarketRegime) => ({
    instrumentId,
    lastTicks: toTicks(2000),
    scaleTicks: 2000,
    volatility: null,
    regime,
  });
  const buildFacts = (second: MarketRegime): SpreadFacts => ({
    side: 'LONG',
    strength: 1,
    reason: 'it is wide',
    ratio: 1,
    positionSize: 'medium',
    riskLevel: 'moderate',
    equityMills: toMills(25_000_000),
    names: ['NG 1', 'NG 3'],
    legs: [buildLeg('NG', calm), buildLeg('NG', second)],
  });
  const planWith = (second: MarketRegime) => planSpread(buildFacts(second), () => GAS);
  expect(planWith(calm)).toMatchObject({ action: 'ENTER' });
  expect(planWith({ ...calm, spreadTicks: 9 })).toMatchObject({
    action: 'STAY_OUT',
    lots: null,
    reason: expect.stringContaining('target LONG; NG 3: its spread of 9 ticks') as string,
  });
});
