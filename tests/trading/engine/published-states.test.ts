// Accounts are changed in place only before publication; published states never change.
import { expect, test } from 'vitest';
import { toCanonicalJson } from '../../../app/trading/domain/canonical-json';
import type { DeskState } from '../../../app/trading/engine/state';
import {
  GAS,
  OPEN_BOOK,
  buildQuoteEvent,
  createDeskHarness,
  createLevelPlaybook,
  createTestConfig,
} from '../../support/desk-harness';

const USERS = ['ann', 'bob', 'cid'] as const;

test('published states keep their accounts and share unchanged ones', async () => {
  const desk = createDeskHarness(
    createTestConfig({
      listPlaybooks: (key) =>
        key === 'natural-gas' ? [createLevelPlaybook('natural-gas', 3, 1)] : [],
    }),
  );
  for (const user of USERS) {
    await desk.send(user, OPEN_BOOK);
    if (user !== 'cid') await desk.send(user, { type: 'StartTrading', commodity: 'natural-gas' });
  }
  const seen: { readonly state: DeskState; readonly text: string }[] = [];
  const captureState = (): void =>
    void seen.push({
      state: desk.runner.state(),
      text: toCanonicalJson(desk.runner.state().books),
    });
  captureState();
  for (const close of [2900, 2950, 3100, 3000, 2800]) {
    desk.bar(GAS, [close, close, close, close]);
    captureState();
  }
  expect(desk.journal.records.filter(({ type }) => type === 'OrderFilled').length).toBeGreaterThan(
    4,
  );
  for (const { state, text } of seen) expect(toCanonicalJson(state.books)).toBe(text);
});

test('a step does not change its input state', async () => {
  const desk = createDeskHarness();
  for (const user of USERS) {
    await desk.send(user, OPEN_BOOK);
    await desk.send(user, { type: 'StartTrading', commodity: null });
  }
  const state = desk.runner.state();
  const before = toCanonicalJson(state.books);
  const atMs = desk.nowMs() + 120_000;
  const event = buildQuoteEvent(GAS, 2900, atMs);
  const [one, two] = [desk.engine.process(state, event), desk.engine.process(state, event)];
  expect(toCanonicalJson(state.books)).toBe(before);
  expect(one.effects.length).toBe(USERS.length);
  expect(toCanonicalJson(one)).toBe(toCanonicalJson(two));
});
