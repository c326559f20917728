// Next step after a what-if result: true for an account that runs, is stopped, or is blocked.
import { describe, expect, it } from 'vitest';
import { buildNextStep } from '../../../app/models/risk/next-step.server';
import { type DeskView, getDeskView } from '../../../app/trading/desk-view';
import type { Book } from '../../../app/trading/domain/book';
import { toMills } from '../../../app/trading/domain/units';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { ScriptedDesk } from '../../support/scripted-desk';

const BROKER = 'No broker key is stored.';
const scripted = new ScriptedDesk(null);
scripted.listMarket();
scripted.openAccount('ada');
const logged = { ...EMPTY_DESK, ...scripted.state, nowMs: scripted.nowMs };
const desk = {
  state: () => logged,
  getModeBlock: () => null,
  getArmingBlock: () => null,
  explainUntraded: () => null,
};
const stopped = getDeskView(logged, 'ada', 'simulation')!;
const PLAYBOOKS = [{ id: 'TREND_FOLLOW', name: 'Trend' }];

/** The view with natural gas running, and with these changes. */
const createRunning = (
  row: Partial<DeskView['commodities'][number]>,
  changes: Partial<DeskView> = {},
): DeskView => ({
  ...stopped,
  ...changes,
  commodities: stopped.commodities.map((each) =>
    each.commodity === 'natural-gas'
      ? { ...each, isActive: true, activePlaybookId: 'TREND_FOLLOW', ...row }
      : each,
  ),
});
const build = (view: DeskView, own: Parameters<typeof buildNextStep>[0] = desk) =>
  buildNextStep(own, view, 'ada', 'natural-gas', PLAYBOOKS);

const ACCOUNT = 'ada:simulation';
/** The desk with these changes of the account. */
const withBook = (changes: Partial<Book>) => ({
  ...desk,
  state: () => ({
    ...logged,
    books: { ...logged.books, [ACCOUNT]: { ...logged.books[ACCOUNT]!, ...changes } },
  }),
});

describe('the next step after a what-if result', () => {
  it('is RUN of a stopped commodity', () =>
    expect(build(stopped)).toMatchObject({ status: null, runBlock: null, entryBlock: null }));

  it('states why a running commodity is flat, or what it holds', () => {
    expect(build(createRunning({ waitingFor: 'out of season' })).status).toBe(
      'flat, out of season',
    );
    expect(build(createRunning({ positions: 1, waitingFor: null })).status).toBe('1 position open');
    expect(build(createRunning({ positions: 2, waitingFor: null })).status).toBe(
      '2 positions open',
    );
  });

  it('is not RUN where the engine rejects it, with its reason', () => {
    expect(build(stopped, { ...desk, getModeBlock: () => BROKER }).runBlock).toBe(BROKER);
    const unpriced = { ...desk, explainUntraded: () => 'No source has it.' };
    expect(build(stopped, unpriced).runBlock).toBe('No source has it.');
    const drawdown = {
      atMs: 1,
      peakMills: toMills(25_000_000),
      equityMills: toMills(22_000_000),
    } as Book['drawdown'];
    expect(build(stopped, withBook({ drawdown })).runBlock).toContain(
      'RUN ALL re-arms it after a confirmation; RUN of one commodity does not.',
    );
    expect(build(stopped, withBook({ isResetPending: true })).runBlock).toContain('A reset waits');
    const balances = { ...logged.books[ACCOUNT]!.balances, available: toMills(0) };
    expect(build(stopped, withBook({ balances })).runBlock).toContain('Equity is $0.00');
    const state = { ...logged, disabledUsers: { ada: { reason: 'test', atMs: 1 } } };
    expect(build(stopped, { ...desk, state: () => state }).runBlock).toContain('disabled');
  });

  it('states once why the account opens nothing', () => {
    const createView = (changes: Partial<Book>, state: Partial<typeof logged> = {}) =>
      getDeskView(
        {
          ...logged,
          ...state,
          books: { ...logged.books, [ACCOUNT]: { ...logged.books[ACCOUNT]!, ...changes } },
        },
        'ada',
        'simulation',
      )!;
    const run = {
      commodities: { 'natural-gas': { active: true, playbookId: null } },
    } as Partial<Book>;
    const halted = { trading: { state: 'HALTED', reason: 'a test' } } as const;
    const marginCall = { atMs: 1 } as Book['marginCall'];
    expect(build(createView({}, halted)).entryBlock).toBe('Trading is halted: a test.');
    expect(build(createView({ dayLowMills: toMills(20_000_000) })).entryBlock).toMatch(
      /^Daily loss limit reached: \$5,000\.00, limit \$[\d,.]+; no entry until the next trading day\.$/,
    );
    expect(build(createView({ marginCall })).entryBlock).toMatch(/^Margin call: .*\.$/);
    expect(build(createView({ ...run, marginCall }))).toMatchObject({
      status: 'flat, margin call: entries blocked until equity exceeds the maintenance margin',
      entryBlock: null,
    });
    expect(build(createView({ ...run }, halted)).status).toBe('flat, trading is halted: a test');
  });
});
