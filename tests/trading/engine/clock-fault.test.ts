// While the system clock is in doubt nothing is opened; what is held goes on, and the log says why
// an entry was refused.
import { expect, test } from 'vitest';
import { toMills } from '../../../app/trading/domain/units';
import { replayRefusal } from '../../../app/trading/engine/replay-refusal';
import { applyRecord } from '../../../app/trading/engine/apply';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { StorageError } from '../../../app/trading/ports';
import type { LoggedDesk } from '../../../app/trading/domain/book';
import {
  type DeskHarness,
  GAS,
  MARKET,
  deskHarness,
  levelPlaybook,
  memoryJournal,
  openDesk,
  testConfig,
} from '../../support/desk-harness';
import { answer, handOrder, holdings } from '../../support/reference-orders';

const FAULT =
  'The system clock jumped 1 h 0 min back at 2024-01-02 00:00:05 UTC (limit 5 s); entries wait until it agrees again.';
const clock = (desk: DeskHarness, clockFault?: string | null): void =>
  desk.offer({
    type: 'Time',
    atMs: desk.nowMs() + 1000,
    ...(clockFault === undefined ? {} : { clockFault }),
  });

test('an entry is refused with the reason, and taken again once the clocks agree', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  clock(desk, FAULT);
  const { outcome } = await desk.send('ann', handOrder());
  expect(outcome).toEqual({ ok: false, refusal: { code: 'CLOCK', message: FAULT } });
  // A second that says nothing of the clocks changes nothing.
  clock(desk);
  expect(await answer(desk, handOrder())).toBe('CLOCK');
  clock(desk, null);
  expect([await answer(desk, handOrder()), holdings(desk)]).toEqual(['granted', [['NG', 30]]]);
});

test('a stop fills and CLOSE closes while the clock is in doubt', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  await desk.send('ann', handOrder({ stop: 50 }));
  clock(desk, FAULT);
  desk.quote(GAS, 2700);
  expect(holdings(desk)).toEqual([]);
  clock(desk, null);
  await desk.send('ann', handOrder());
  clock(desk, FAULT);
  expect([await answer(desk, { type: 'CloseTrading', commodity: null }), holdings(desk)]).toEqual([
    'granted',
    [],
  ]);
});

test('RUN is stored and enters nothing; the first bar after the fault enters', async () => {
  const desk = await openDesk(
    testConfig({
      playbooksOf: (key) => (key === 'natural-gas' ? [levelPlaybook('natural-gas', 3000)] : []),
    }),
  );
  desk.bar(GAS, [2800, 2800, 2800, 2800]);
  clock(desk, FAULT);
  expect(await answer(desk, { type: 'StartTrading', commodity: 'natural-gas' })).toBe('granted');
  expect(holdings(desk)).toEqual([]);
  desk.bar(GAS, [2800, 2800, 2800, 2800]);
  expect(holdings(desk)).toEqual([]);
  clock(desk, null);
  desk.bar(GAS, [2800, 2800, 2800, 2800]);
  expect(holdings(desk)).toHaveLength(1);
});

test('the refusal is made again from the log alone', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  clock(desk, FAULT);
  await desk.send('ann', handOrder());
  let folded: LoggedDesk = EMPTY_DESK;
  const remade = desk.journal.records.flatMap((record) => {
    const found = record.type === 'OrderRefused' ? [replayRefusal(folded, record)] : [];
    folded = applyRecord(folded, record);
    return found;
  });
  expect(remade).toHaveLength(1);
  expect(remade[0]).toMatchObject({ isSame: true });
  expect(desk.journal.records.find(({ type }) => type === 'OrderRefused')?.payload).toMatchObject({
    seen: { clockFault: FAULT },
  });
});

test('a fault that comes while nothing can be stored counts once something can', async () => {
  const journal = memoryJournal();
  let isFull = false;
  const desk = deskHarness(testConfig(), {
    ...journal,
    commit(batch) {
      if (isFull) throw new StorageError('no space left');
      journal.commit(batch);
    },
  });
  await desk.send('ann', {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  desk.quote(GAS, 2800);
  isFull = true;
  expect(await answer(desk, handOrder())).toBe('STORAGE');
  isFull = false;
  clock(desk, FAULT);
  expect(await answer(desk, handOrder())).toBe('CLOCK');
});
