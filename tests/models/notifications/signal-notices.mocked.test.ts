// Changes of signals in the notification log: for those whose word has changed, and who want to
// hear of it; and signals over a restart from disk.
import { expect, it, vi } from 'vitest';
import { listNotedFacts } from '../../../app/models/notifications/notice.server';
import { recoverState, saveCheckpoint } from '../../../app/models/log/recovery.server';
import { noticePage } from '../../../app/models/notifications/notices.server';
import type { Terminal } from '../../../app/models/desk/terminal';
import type { RiskLevel } from '../../../app/trading/domain/settings';
import { applyRecord } from '../../../app/trading/engine/apply';
import { emptyBooks, testJournal } from '../../support/books';
import {
  GAS,
  MARKET,
  type MemoryJournal,
  deskHarness,
  testConfig,
} from '../../support/desk-harness';
import { spokenAt } from '../../support/opinions';
import { DAY_MS } from '../../../app/trading/domain/time';

vi.mock('../../../app/trading/networks/skill-assessments', () => ({
  getSkillAssessment: () => ({ hasSkill: true, text: 'skill: for this test' }),
}));

function storedDesk() {
  const { db } = emptyBooks();
  const journal = testJournal(db);
  const desk = deskHarness(testConfig(), journal as unknown as MemoryJournal);
  const submit = (chanceUp: number): void => {
    desk.quote(GAS, 3000);
    desk.offer({
      type: 'OpinionsTold',
      market: MARKET,
      opinions: [spokenAt(desk.nowMs(), { chanceUp })],
      atMs: desk.nowMs(),
    });
  };
  const listFacts = (signalsFor: RiskLevel | null) =>
    listNotedFacts(db, 'ann', {
      before: null,
      withProtection: true,
      signalsFor,
      limit: 100,
    }).facts.map(({ record }) => record);
  return { db, journal, desk, submit, listFacts };
}

it('are told to the risk levels whose word is another, and to nobody who does not want them', () => {
  const { desk, submit, listFacts } = storedDesk();
  // 52.2 % is a rise for the aggressive alone; even chances are none for anybody
  for (const chance of [0.5, 0.522, 0.6, 0.6, 0.4]) submit(chance);
  expect(
    Object.fromEntries(
      (['conservative', 'moderate', 'aggressive'] as const).map((level) => [
        level,
        listFacts(level).map(({ payload }) => (payload as { chanceUp: number }).chanceUp),
      ]),
    ),
  ).toEqual({ conservative: [0.4, 0.6], moderate: [0.4, 0.6], aggressive: [0.4, 0.522] });
  expect(listFacts(null)).toEqual([]);
  const terminal = { db: storedDesk().db, state: () => desk.runner.state() } as unknown as Terminal;
  expect(noticePage(terminal, 'ann', null).notices).toEqual([]);
});

it('say the word and its reasons', async () => {
  const { db, desk, submit } = storedDesk();
  submit(0.6);
  const terminal = { db, state: () => desk.runner.state() } as unknown as Terminal;
  const { notices } = noticePage(terminal, 'ann', null);
  expect(notices).toMatchObject([
    {
      title: 'NG-HENRY HUB: BUY',
      description: expect.stringMatching(/^60% up\. Storage: storage over its norm/) as string,
    },
  ]);
});

it('and what waits for its score is there again after a start, with a checkpoint and without', () => {
  const { db, journal, desk, submit } = storedDesk();
  submit(0.6);
  saveCheckpoint(db, desk.runner.state(), journal.head());
  desk.wait(DAY_MS);
  desk.quote(GAS, 3050);
  submit(0.4);
  const { signals } = desk.runner.state();
  expect(recoverState(db, applyRecord)).toMatchObject({ state: { signals }, differences: [] });
  db.$client.exec('DELETE FROM checkpoint');
  expect(recoverState(db, applyRecord)).toMatchObject({ state: { signals }, differences: [] });
  expect([signals.pending.length, signals.scored.length]).toEqual([1, 1]);
});
