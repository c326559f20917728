// A failed playbook is halted alone: recorded, no entries for any user, exits continue, a user
// re-arms it.
import { describe, expect, it } from 'vitest';
import { getDeskView } from '../../../app/trading/desk-view';
import type { Instrument } from '../../../app/trading/domain/instrument';
import { toMills } from '../../../app/trading/domain/units';
import { getIdleReason } from '../../../app/trading/engine/idle-reason';
import { beginBar, endBar } from '../../../app/trading/strategies/step-budget';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  MARKET,
  createLevelPlaybook,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import { type Fault, createRoguePlaybook } from '../../support/rogue-playbook';

/** Buys gas below 3.000 and sells above; fails at 2.5 and 3.5. */
const FAILS = [2500, 3500];
const createConfig = (fault: Fault, stopRanges: number | null = 1) =>
  createTestConfig({
    listPlaybooks: (key) =>
      key === 'natural-gas'
        ? [
            countBars(
              createRoguePlaybook(
                key,
                (close) => (FAILS.includes(Math.round(close * 1000)) ? fault : null),
                stopRanges,
              ),
            ),
            createLevelPlaybook(key, 3),
          ]
        : key === 'crude-oil'
          ? [createLevelPlaybook(key, 70)]
          : [],
  });

/** Counts steps like every bound playbook. */
const countBars = (
  evaluator: ReturnType<typeof createRoguePlaybook>,
): ReturnType<typeof createRoguePlaybook> => ({
  ...evaluator,
  fold(state, bar) {
    beginBar();
    evaluator.fold(state, bar);
    endBar();
  },
});

const closeFlatBar = (desk: DeskHarness, instrument: Instrument, ticks: number): void =>
  desk.bar(instrument, [ticks, ticks, ticks, ticks]);
const findAccount = (desk: DeskHarness, user = 'ann') =>
  desk.runner.state().books[`${user}:simulation`];
const listHoldings = (desk: DeskHarness, user = 'ann') =>
  Object.values(findAccount(desk, user)?.positions ?? {}).map(
    ({ commodity, direction }) => `${commodity} ${direction}`,
  );
const listRecords = (desk: DeskHarness, type: string) =>
  desk.journal.records.filter((record) => record.type === type);

async function openRunningDesk(fault: Fault, stopRanges: number | null = 1): Promise<DeskHarness> {
  const desk = await openDesk(createConfig(fault, stopRanges));
  await desk.send('bob', {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  for (const user of ['ann', 'bob']) {
    await desk.send(user, {
      type: 'ChoosePlaybook',
      commodity: 'natural-gas',
      playbookId: 'ROGUE',
    });
    await desk.send(user, { type: 'StartTrading', commodity: null });
  }
  return desk;
}

const FAULTS: readonly (readonly [Fault, RegExp])[] = [
  ['throws', /a figure that was not there/],
  ['strength', /strength is NaN/],
  ['side', /invalid (?:target|state) side 7/],
  ['range', /average range is -1/],
  ['mute', /no reason/],
  ['loops', /more than 50000 steps on one bar/],
  ['eats', /state exceeds 60000 figures/],
];

describe.each(FAULTS)('a playbook that %s', (fault, said) => {
  it('is halted for all its users while other playbooks continue', async () => {
    const desk = await openRunningDesk(fault);
    closeFlatBar(desk, GAS, 2500);
    expect(
      listRecords(desk, 'PlaybookHalted').map(({ userId, bookId, payload }) => ({
        userId,
        bookId,
        payload,
      })),
    ).toEqual([
      {
        userId: null,
        bookId: null,
        payload: {
          market: MARKET,
          commodity: 'natural-gas',
          playbookId: 'ROGUE',
          instrumentId: 'NG',
          reason: expect.stringMatching(said) as string,
        },
      },
    ]);
    closeFlatBar(desk, GAS, 2800);
    closeFlatBar(desk, CRUDE, 6900);
    for (const user of ['ann', 'bob']) {
      expect(listHoldings(desk, user)).toEqual(['crude-oil LONG']);
      expect(
        getDeskView(desk.runner.state(), user, 'simulation')?.commodities.find(
          ({ commodity }) => commodity === 'natural-gas',
        )?.waitingFor,
      ).toMatch(said);
    }
    expect(listRecords(desk, 'PlaybookHalted')).toHaveLength(1);
  });

  it('decides again once re-armed and is halted by the next failure', async () => {
    const desk = await openRunningDesk(fault);
    closeFlatBar(desk, GAS, 2500);
    closeFlatBar(desk, GAS, 2800);
    expect(
      (
        await desk.send('bob', {
          type: 'RearmPlaybook',
          commodity: 'natural-gas',
          playbookId: 'ROGUE',
        })
      ).outcome.ok,
    ).toBe(true);
    closeFlatBar(desk, GAS, 2800);
    expect([listHoldings(desk), listHoldings(desk, 'bob')]).toEqual([
      ['natural-gas LONG'],
      ['natural-gas LONG'],
    ]);
    closeFlatBar(desk, GAS, 3500);
    expect(listRecords(desk, 'PlaybookHalted')).toHaveLength(2);
  });
});

describe('halted playbook', () => {
  const openHaltedDesk = async (stopRanges: number | null): Promise<DeskHarness> => {
    const desk = await openRunningDesk('throws', stopRanges);
    closeFlatBar(desk, GAS, 2800);
    expect(listHoldings(desk)).toEqual(['natural-gas LONG']);
    closeFlatBar(desk, GAS, 2500 + (stopRanges === null ? 0 : 1000));
    return desk;
  };

  it('keeps the stop of its position', async () => {
    const desk = await openHaltedDesk(1);
    expect(listHoldings(desk)).toEqual(['natural-gas LONG']);
    closeFlatBar(desk, GAS, 2000);
    expect(listHoldings(desk)).toEqual([]);
  });

  it('exits its position after the maximum holding time', async () => {
    const desk = await openHaltedDesk(1);
    for (let bars = 0; bars < 4; bars += 1) closeFlatBar(desk, GAS, 3490);
    expect(listHoldings(desk)).toEqual([]);
    expect(listRecords(desk, 'DecisionTaken').at(-1)?.payload).toMatchObject({
      action: 'EXIT',
      reason: 'held for 4 bars, the maximum of this strategy',
    });
  });

  it('exits a position without a stop at once', async () => {
    const desk = await openHaltedDesk(null);
    expect(listHoldings(desk)).toEqual([]);
    expect(listRecords(desk, 'DecisionTaken').at(-1)?.payload).toMatchObject({
      action: 'EXIT',
      reason: expect.stringContaining('no stop of its own') as string,
    });
  });

  it('is replaced by another playbook in an account on automatic choice', async () => {
    const desk = await openRunningDesk('throws');
    await desk.send('bob', { type: 'ChoosePlaybook', commodity: 'natural-gas', playbookId: null });
    closeFlatBar(desk, GAS, 2500);
    expect([listHoldings(desk), listHoldings(desk, 'bob')]).toEqual([[], ['natural-gas LONG']]);
    const bobs = findAccount(desk, 'bob');
    expect(
      bobs && getIdleReason(desk.runner.state(), bobs, 'natural-gas', null).text,
    ).not.toContain('halted');
  });

  it('cannot be re-armed unless halted', async () => {
    const desk = await openRunningDesk('throws');
    expect(
      (
        await desk.send('ann', {
          type: 'RearmPlaybook',
          commodity: 'natural-gas',
          playbookId: 'LEVEL',
        })
      ).outcome,
    ).toMatchObject({
      ok: false,
      refusal: { message: expect.stringContaining('not halted') as string },
    });
  });
});

it('halts at the same record with the same text in a replay', async () => {
  const replaySession = async (): Promise<string> => {
    const desk = await openRunningDesk('loops');
    for (const ticks of [2800, 2500, 2900, 3500, 3100]) closeFlatBar(desk, GAS, ticks);
    return JSON.stringify(desk.journal.records);
  };
  expect(await replaySession()).toBe(await replaySession());
});
