// Regimes in the engine: an entry waits for a usual spread and for the end of a storm, exits do
// not, and an unguarded book does not care.
import { expect, test } from 'vitest';
import { quoteAround } from '../../../app/trading/domain/quote';
import { toMills, toTicks } from '../../../app/trading/domain/units';
import { ashoreId } from '../../../app/trading/market/inputs/ashore';
import { FORECAST_ID } from '../../../app/trading/market/inputs/newest-forecast';
import { planSpread } from '../../../app/trading/engine/spread-plan';
import { replayDecision } from '../../../app/trading/engine/replay-decision';
import type { KnownRegime } from '../../../app/trading/domain/known-facts';
import type { KnownAtSpread } from '../../../app/trading/domain/leaving-facts';
import {
  type DeskHarness,
  GAS,
  MARKET,
  levelPlaybook,
  openDesk,
  testConfig,
} from '../../support/desk-harness';
import { DAY_MS } from '../../../app/trading/domain/time';

const config = (hasGuards = true) =>
  testConfig({
    hasGuards,
    playbooksOf: (key) => (key === 'natural-gas' ? [levelPlaybook('natural-gas', 3)] : []),
  });

/** A desk that has seen thirty bars at the level, where its playbook wants nothing. */
async function usedTo(spreadTicks: number, made = config()): Promise<DeskHarness> {
  const desk = await openDesk(made);
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
      quote: quoteAround(price, spreadTicks / 2, endsMs),
    },
  });
}

const tellStorm = (desk: DeskHarness, isThere: boolean): void =>
  desk.offer({
    type: 'Inputs',
    market: MARKET,
    values: { [ashoreId('gulf')]: Number(isThere) },
    atMs: desk.nowMs(),
  });
const decisions = ({ journal }: DeskHarness) =>
  journal.records.flatMap((record) => (record.type === 'DecisionTaken' ? [record.payload] : []));
const held = ({ runner }: DeskHarness): number =>
  Object.values(runner.state().books).reduce(
    (sum, book) => sum + Object.keys(book.positions).length,
    0,
  );

test('an entry waits until the spread is usual again, and the wait can be made again', async () => {
  const desk = await usedTo(2);
  close(desk, 2900, 8);
  expect(held(desk)).toBe(0);
  const waited = decisions(desk).at(-1);
  expect(waited).toMatchObject({
    action: 'STAY_OUT',
    reason:
      'wants LONG, but its spread of 8 ticks is 4.0 times the median of 2 of late; more than 3 times is too dear',
  });
  expect(waited && replayDecision(waited, () => GAS)).toMatchObject({ isSame: true });
  close(desk, 2900, 6);
  expect([held(desk), decisions(desk).at(-1)?.action]).toEqual([1, 'ENTER']);
});

test('an entry waits for the end of a hurricane, an exit does not', async () => {
  const desk = await usedTo(2);
  tellStorm(desk, true);
  close(desk, 2900, 2);
  expect([held(desk), decisions(desk).at(-1)?.reason]).toEqual([
    0,
    'wants LONG, but a hurricane comes ashore on the Gulf coast; nothing is entered before it is over',
  ]);
  tellStorm(desk, false);
  close(desk, 2900, 2);
  expect(held(desk)).toBe(1);
  tellStorm(desk, true);
  close(desk, 3000, 60);
  expect([held(desk), decisions(desk).at(-1)?.action]).toEqual([0, 'EXIT']);
});

test.each([
  ['a playbook that reads more than prices', ['gate/USD/trend'], 0],
  ['one that reads prices alone', [], 1],
] as const)(
  'on forecasts that have stopped coming %s enters nothing, or does not mind',
  async (_which, inputs, positions) => {
    const level = levelPlaybook('natural-gas', 3);
    const desk = await usedTo(
      2,
      testConfig({
        playbooksOf: (key) =>
          key === 'natural-gas' ? [{ ...level, row: { ...level.row, inputs } }] : [],
      }),
    );
    // The feed goes on speaking; what it speaks of is old.
    const tell = (hours: number): void =>
      desk.offer({
        type: 'Inputs',
        market: MARKET,
        values: { [FORECAST_ID]: desk.nowMs() + DAY_MS - hours * 3_600_000 },
        atMs: desk.nowMs(),
      });
    tell(13);
    close(desk, 2900, 2);
    expect(held(desk)).toBe(positions);
    if (positions === 0)
      expect(decisions(desk).at(-1)?.reason).toBe(
        'wants LONG, but the newest forecast is 13 h old; entries need one younger than 12 h',
      );
    tell(6);
    close(desk, 2900, 2);
    expect(held(desk)).toBe(1);
  },
);

test('a book without guards enters all the same', async () => {
  const desk = await usedTo(2, config(false));
  tellStorm(desk, true);
  close(desk, 2900, 40);
  expect(held(desk)).toBe(1);
});

test('of a spread each leg is asked', () => {
  const calm: KnownRegime = {
    spreadTicks: 2,
    medianSpreadTicks: 2,
    ashore: null,
    inputsAgeMs: null,
  };
  const leg = (instrumentId: string, regime: KnownRegime) => ({
    instrumentId,
    lastTicks: toTicks(2000),
    scaleTicks: 2000,
    volatility: null,
    regime,
  });
  const known = (second: KnownRegime): KnownAtSpread => ({
    side: 'LONG',
    strength: 1,
    reason: 'it is wide',
    ratio: 1,
    positionSize: 'medium',
    riskLevel: 'moderate',
    equityMills: toMills(25_000_000),
    names: ['NG 1', 'NG 3'],
    legs: [leg('NG', calm), leg('NG', second)],
  });
  const plan = (second: KnownRegime) => planSpread(known(second), () => GAS);
  expect(plan(calm)).toMatchObject({ action: 'ENTER' });
  expect(plan({ ...calm, spreadTicks: 9 })).toMatchObject({
    action: 'STAY_OUT',
    lots: null,
    reason: expect.stringContaining('wants LONG, but of NG 3: its spread of 9 ticks') as string,
  });
});
