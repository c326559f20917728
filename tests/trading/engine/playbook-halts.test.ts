// A playbook that fails is halted alone: a fact in the log, no entry of it for anybody, exits that
// go on, and a person who re-arms it.
import { describe, expect, it } from 'vitest';
import { deskView } from '../../../app/trading/desk';
import type { Instrument } from '../../../app/trading/domain/instrument';
import { toMills } from '../../../app/trading/domain/units';
import { getIdleReason } from '../../../app/trading/engine/idle-reason';
import { beginBar, endBar } from '../../../app/trading/strategies/steps';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  MARKET,
  levelPlaybook,
  openDesk,
  testConfig,
} from '../../support/desk-harness';
import { type Fault, roguePlaybook } from '../../support/rogue-playbook';

/** Gas below 3.000 is bought, above it sold; at 2.5 and 3.5 the playbook fails. */
const FAILS = [2500, 3500];
const config = (fault: Fault, stopRanges: number | null = 1) =>
  testConfig({
    playbooksOf: (key) =>
      key === 'natural-gas'
        ? [
            counted(
              roguePlaybook(
                key,
                (close) => (FAILS.includes(Math.round(close * 1000)) ? fault : null),
                stopRanges,
              ),
            ),
            levelPlaybook(key, 3),
          ]
        : key === 'crude-oil'
          ? [levelPlaybook(key, 70)]
          : [],
  });

/** With the count of steps that every bound row has. */
const counted = (
  evaluator: ReturnType<typeof roguePlaybook>,
): ReturnType<typeof roguePlaybook> => ({
  ...evaluator,
  fold(state, bar) {
    beginBar();
    evaluator.fold(state, bar);
    endBar();
  },
});

const flat = (desk: DeskHarness, instrument: Instrument, ticks: number): void =>
  desk.bar(instrument, [ticks, ticks, ticks, ticks]);
const book = (desk: DeskHarness, user = 'ann') => desk.runner.state().books[`${user}:simulation`];
const held = (desk: DeskHarness, user = 'ann') =>
  Object.values(book(desk, user)?.positions ?? {}).map(
    ({ commodity, direction }) => `${commodity} ${direction}`,
  );
const facts = (desk: DeskHarness, type: string) =>
  desk.journal.records.filter((record) => record.type === type);

async function running(fault: Fault, stopRanges: number | null = 1): Promise<DeskHarness> {
  const desk = await openDesk(config(fault, stopRanges));
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
  ['side', /side 7, which is none/],
  ['range', /average range is -1/],
  ['mute', /no reason/],
  ['loops', /more than 50000 steps on one bar/],
  ['eats', /keeps more than 60000 figures/],
];

describe.each(FAULTS)('a playbook that %s', (fault, said) => {
  it('is halted alone for all who chose it, while the desk goes on', async () => {
    const desk = await running(fault);
    flat(desk, GAS, 2500);
    expect(
      facts(desk, 'PlaybookHalted').map(({ userId, bookId, payload }) => ({
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
    flat(desk, GAS, 2800);
    flat(desk, CRUDE, 6900);
    for (const user of ['ann', 'bob']) {
      expect(held(desk, user)).toEqual(['crude-oil LONG']);
      expect(
        deskView(desk.runner.state(), user, 'simulation')?.commodities.find(
          ({ commodity }) => commodity === 'natural-gas',
        )?.waitingFor,
      ).toMatch(said);
    }
    expect(facts(desk, 'PlaybookHalted')).toHaveLength(1);
  });

  it('decides again once it is re-armed, and is halted again by the next failure', async () => {
    const desk = await running(fault);
    flat(desk, GAS, 2500);
    flat(desk, GAS, 2800);
    expect(
      (
        await desk.send('bob', {
          type: 'RearmPlaybook',
          commodity: 'natural-gas',
          playbookId: 'ROGUE',
        })
      ).outcome.ok,
    ).toBe(true);
    flat(desk, GAS, 2800);
    expect([held(desk), held(desk, 'bob')]).toEqual([['natural-gas LONG'], ['natural-gas LONG']]);
    flat(desk, GAS, 3500);
    expect(facts(desk, 'PlaybookHalted')).toHaveLength(2);
  });
});

describe('while a playbook is halted', () => {
  const halted = async (stopRanges: number | null): Promise<DeskHarness> => {
    const desk = await running('throws', stopRanges);
    flat(desk, GAS, 2800);
    expect(held(desk)).toEqual(['natural-gas LONG']);
    flat(desk, GAS, 2500 + (stopRanges === null ? 0 : 1000));
    return desk;
  };

  it('what it holds keeps its stop, which still fills', async () => {
    const desk = await halted(1);
    expect(held(desk)).toEqual(['natural-gas LONG']);
    flat(desk, GAS, 2000);
    expect(held(desk)).toEqual([]);
  });

  it('what it holds is still left after its longest holding', async () => {
    const desk = await halted(1);
    for (let bars = 0; bars < 4; bars += 1) flat(desk, GAS, 3490);
    expect(held(desk)).toEqual([]);
    expect(facts(desk, 'DecisionTaken').at(-1)?.payload).toMatchObject({
      action: 'EXIT',
      reason: 'held for 4 bars, the longest this playbook allows',
    });
  });

  it('what has no stop leaves at once, since nothing else would end it', async () => {
    const desk = await halted(null);
    expect(held(desk)).toEqual([]);
    expect(facts(desk, 'DecisionTaken').at(-1)?.payload).toMatchObject({
      action: 'EXIT',
      reason: expect.stringContaining('no stop of its own') as string,
    });
  });

  it('a book without a choice follows another one', async () => {
    const desk = await running('throws');
    await desk.send('bob', { type: 'ChoosePlaybook', commodity: 'natural-gas', playbookId: null });
    flat(desk, GAS, 2500);
    expect([held(desk), held(desk, 'bob')]).toEqual([[], ['natural-gas LONG']]);
    const bobs = book(desk, 'bob');
    expect(bobs && getIdleReason(desk.runner.state(), bobs, 'natural-gas')).not.toContain('halted');
  });

  it('only what is halted can be re-armed', async () => {
    const desk = await running('throws');
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

it('halts at the same record with the same words when it is played again', async () => {
  const play = async (): Promise<string> => {
    const desk = await running('loops');
    for (const ticks of [2800, 2500, 2900, 3500, 3100]) flat(desk, GAS, ticks);
    return JSON.stringify(desk.journal.records);
  };
  expect(await play()).toBe(await play());
});
