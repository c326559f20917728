// Daily rules trade in the venue's day session; users and stops do not wait for it.
import { expect, test } from 'vitest';
import { buildQuote } from '../../../app/trading/domain/quote';
import { toMills, toTicks } from '../../../app/trading/domain/units';
import { createTableEvaluator } from '../../support/backtest-evaluators';
import { CRUDE, MARKET, createDeskHarness, createTestConfig } from '../../support/desk-harness';

/** A desk with one rule on crude oil and sessions that open when `openSession` is called. */
async function createSessionDesk(sides: readonly (-1 | 0 | 1)[]) {
  let openMs = NaN;
  const rule = createTableEvaluator((bars) => sides[bars - 1] ?? 0);
  const desk = createDeskHarness(
    createTestConfig({
      listPlaybooks: (key) => (key === 'crude-oil' ? [rule] : []),
      isInDaySession: (_instrument, atMs) => atMs === openMs,
    }),
  );
  for (const command of [
    { type: 'OpenBook', mode: 'simulation', market: MARKET, capitalMills: toMills(25_000_000) },
    { type: 'ChoosePlaybook', commodity: 'crude-oil', playbookId: rule.row.id },
    { type: 'StartTrading', commodity: 'crude-oil' },
  ] as const) {
    const { outcome } = await desk.send('ann', command);
    expect(outcome.ok).toBe(true);
  }
  return {
    desk,
    addBar: (ticks: number) => desk.bar(CRUDE, [ticks, ticks + 5, ticks - 5, ticks]),
    listFills: () =>
      desk.journal.records.flatMap((record) =>
        record.type === 'OrderFilled' ? [record.payload.midTicks] : [],
      ),
    openSession(ticks: number) {
      openMs = desk.nowMs() + 3_600_000;
      desk.offer({
        type: 'Market',
        isBackfill: false,
        atMs: openMs,
        event: {
          type: 'BarOpened',
          market: MARKET,
          instrumentId: CRUDE.id,
          quote: buildQuote(toTicks(ticks), 1, openMs),
        },
      });
    },
  };
}

test('a daily rule enters and exits at the open of the session after its decision', async () => {
  const { desk, addBar, listFills, openSession } = await createSessionDesk([1, 0]);
  desk.quote(CRUDE, 7000);
  addBar(7000);
  expect(listFills()).toEqual([]);
  openSession(7010);
  expect(listFills()).toEqual([7010]);
  addBar(7020);
  expect(listFills()).toEqual([7010]);
  openSession(7030);
  expect(listFills()).toEqual([7010, 7030]);
});

test('RUN takes the target of a daily rule at once', async () => {
  const { desk, addBar, listFills } = await createSessionDesk([1, 1]);
  desk.quote(CRUDE, 7000);
  addBar(7000);
  expect(listFills()).toEqual([]);
  await desk.send('ann', { type: 'StopTrading', commodity: 'crude-oil' });
  await desk.send('ann', { type: 'StartTrading', commodity: 'crude-oil' });
  expect(listFills()).toEqual([7000]);
});
