// Books are changed in place only where nobody has seen them: desks that were shown stay as they
// were, whatever comes after.
import { expect, test } from 'vitest';
import { canonicalJson } from '../../../app/trading/domain/canonical';
import { quoteAround } from '../../../app/trading/domain/quote';
import { toMills, toTicks } from '../../../app/trading/domain/units';
import type { DeskState } from '../../../app/trading/engine/state';
import { GAS, MARKET, deskHarness, levelPlaybook, testConfig } from '../../support/desk-harness';

const USERS = ['ann', 'bob', 'cid'] as const;

test('every desk that was published keeps its books, and shares those that nothing touched', async () => {
  const desk = deskHarness(
    testConfig({
      playbooksOf: (key) => (key === 'natural-gas' ? [levelPlaybook('natural-gas', 3, 1)] : []),
    }),
  );
  for (const user of USERS) {
    await desk.send(user, {
      type: 'OpenBook',
      mode: 'simulation',
      market: MARKET,
      capitalMills: toMills(25_000_000),
    });
    if (user !== 'cid') await desk.send(user, { type: 'StartTrading', commodity: 'natural-gas' });
  }
  const seen: { readonly state: DeskState; readonly text: string }[] = [];
  const look = (): void =>
    void seen.push({ state: desk.runner.state(), text: canonicalJson(desk.runner.state().books) });
  look();
  for (const close of [2900, 2950, 3100, 3000, 2800]) {
    desk.bar(GAS, [close, close, close, close]);
    look();
  }
  expect(desk.journal.records.filter(({ type }) => type === 'OrderFilled').length).toBeGreaterThan(
    4,
  );
  for (const { state, text } of seen) expect(canonicalJson(state.books)).toBe(text);
});

test('a step changes nothing of the desk that it was given', async () => {
  const desk = deskHarness();
  for (const user of USERS)
    await desk.send(user, {
      type: 'OpenBook',
      mode: 'simulation',
      market: MARKET,
      capitalMills: toMills(25_000_000),
    });
  const state = desk.runner.state();
  const before = canonicalJson(state.books);
  const atMs = desk.nowMs() + 120_000;
  const event = {
    type: 'Market',
    isBackfill: false,
    atMs,
    event: {
      type: 'QuoteArrived',
      market: MARKET,
      instrumentId: GAS.id,
      quote: quoteAround(toTicks(2900), 1, atMs),
    },
  } as const;
  const [one, two] = [desk.engine.process(state, event), desk.engine.process(state, event)];
  expect(canonicalJson(state.books)).toBe(before);
  expect(one.effects.length).toBe(USERS.length);
  expect(canonicalJson(one)).toBe(canonicalJson(two));
});
