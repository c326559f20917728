// Stored shadow accounts: recovery after a crash and continuation after a restart.
import { describe, expect, test } from 'vitest';
import { openJournal } from '../../../app/models/log/journal.server';
import { recoverState } from '../../../app/models/log/recovery.server';
import {
  listShadowDays,
  loadShadowAccounts,
} from '../../../app/models/portfolio/shadow-accounts.server';
import { applyRecord } from '../../../app/trading/engine/apply-record';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { listShadowSpecs } from '../../../app/trading/engine/shadow-accounts/shadow-specs';
import { shadowAccount as twinTable } from '../../../db/schema/shadow-account';
import { WALL_MS, createEmptyDatabase } from '../../support/test-database';
import {
  type DeskHarness,
  GAS,
  MARKET,
  type MemoryJournal,
  createDeskHarness,
  createLevelPlaybook,
  createMemoryJournal,
  createTestConfig,
} from '../../support/desk-harness';
import {
  getComparableFigures,
  getIdenticalShadow,
  createShadowOptions,
} from '../../support/shadow-figures';
import type { Database } from '../../../db/client.server';
import type { DeskState } from '../../../app/trading/engine/state';
import type { ShadowState } from '../../../app/trading/domain/shadow-account';
import { toMills } from '../../../app/trading/domain/units';

const config = createTestConfig({
  listPlaybooks: (key) => (key === 'natural-gas' ? [createLevelPlaybook('natural-gas', 3, 1)] : []),
  hasBreakers: true,
});
const PRICES = [2500, 2620, 2700, 3100, 3200, 2900, 2800, 3300, 2600];

/** Journal that writes to the database and also keeps records in memory. */
function storedJournal(db: Database): MemoryJournal {
  const [stored, memory] = [
    openJournal(db, { wallMs: () => WALL_MS, codeVersion: 'test' }),
    createMemoryJournal(),
  ];
  return {
    ...memory,
    commit: (commit) => {
      stored.commit(commit);
      memory.commit(commit);
    },
    findResult: (user, key) => stored.findResult(user, key),
  };
}

const openStoredDesk = (db: Database, state: DeskState, desk: ShadowState): DeskHarness =>
  createDeskHarness(config, storedJournal(db), state, {
    shadows: { ...createShadowOptions(config), desk },
  });

async function openStartedDesk(db: Database): Promise<DeskHarness> {
  const desk = openStoredDesk(db, EMPTY_DESK, {});
  await desk.send('ann', {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  desk.bar(GAS, [2500, 2500, 2500, 2500]);
  desk.quote(GAS, 2500);
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  return desk;
}

const sendDailyBars = (desk: DeskHarness, prices: readonly number[]): void =>
  prices.forEach((ticks) => desk.bar(GAS, [ticks, ticks + 5, ticks - 5, ticks]));
const KINDS = listShadowSpecs(config).map(({ kind }) => kind);
const listComparable = (shadows: ShadowState): string[] =>
  KINDS.map(
    (kind) =>
      `${kind} ${Object.values(shadows[kind]?.books ?? {})
        .map(getComparableFigures)
        .join()} ${JSON.stringify(shadows[kind]?.starts)}`,
  );

describe('stored shadow accounts', () => {
  test('are recovered after a kill without a checkpoint', async () => {
    const { db } = createEmptyDatabase();
    const desk = await openStartedDesk(db);
    sendDailyBars(desk, PRICES);
    const loaded = loadShadowAccounts(db, recoverState(db, applyRecord).state);
    expect(listComparable(loaded)).toEqual(listComparable(desk.runner.shadows()));
    expect(
      Object.keys(loaded['BUY_AND_HOLD']?.books['ann:simulation']?.positions ?? {}),
    ).toHaveLength(1);
  });

  test('are ignored if of unknown kind, of another account period, or unreadable', async () => {
    const { db } = createEmptyDatabase();
    const desk = await openStartedDesk(db);
    sendDailyBars(desk, PRICES);
    const { state } = recoverState(db, applyRecord);
    const book = state.books['ann:simulation'];
    if (!book) throw new Error('ann has a book');
    expect(Object.keys(loadShadowAccounts(db, state))).toEqual(KINDS);
    expect(
      loadShadowAccounts(db, { books: { [book.id]: { ...book, epoch: 2 } } })['NO_SIGNALS']?.books,
    ).toEqual({});
    db.update(twinTable).set({ state: 'no book' }).run();
    expect(loadShadowAccounts(db, state)['NO_SIGNALS']).toEqual({
      books: {},
      starts: {},
      logSeq: 0,
      fault: null,
    });
  });

  test('are committed also when their account did not change', async () => {
    const { db } = createEmptyDatabase();
    const desk = await openStartedDesk(db);
    await desk.send('ann', { type: 'CloseTrading', commodity: 'natural-gas' });
    await desk.send('ann', { type: 'StopTrading', commodity: 'natural-gas' });
    const loaded = loadShadowAccounts(db, recoverState(db, applyRecord).state);
    expect(listComparable(loaded)).toEqual(listComparable(desk.runner.shadows()));
    expect(Object.values(loaded['BUY_AND_HOLD']?.books ?? {}).map(({ closed }) => closed)).toEqual([
      1,
    ]);
  });

  test('have one row per completed day next to the account, visible to their user only', async () => {
    const { db } = createEmptyDatabase();
    const desk = await openStartedDesk(db);
    sendDailyBars(desk, PRICES);
    const book = { id: 'ann:simulation', epoch: 1 };
    const rows = listShadowDays(db, 'ann', book, '');
    const dates = [...new Set(rows.map(({ day }) => day))];
    // The first day has no valuation: nothing ran before its end.
    expect(dates.length).toBeGreaterThanOrEqual(PRICES.length - 1);
    expect(rows.filter(({ day }) => day === dates[0]).map(({ kind }) => kind)).toEqual(
      [...KINDS, 'IDENTICAL', 'OWN'].sort(),
    );
    const listDaysOfKind = (kind: string) =>
      rows.filter((row) => row.kind === kind).map(({ kind: _kind, ...row }) => row);
    expect(listDaysOfKind('IDENTICAL')).toEqual(listDaysOfKind('OWN'));
    const valued = new Map(
      desk.journal.records.flatMap((record) =>
        record.type === 'PortfolioValued'
          ? [[record.payload.day, record.payload.equityMills] as const]
          : [],
      ),
    );
    expect(listDaysOfKind('OWN').map(({ day, equityMills }) => [day, equityMills])).toEqual(
      [...valued].filter(([day]) => dates.includes(day)),
    );
    expect(listShadowDays(db, 'bob', book, '')).toEqual([]);
    expect(
      listShadowDays(db, 'ann', book, dates.at(-1) ?? '').every(({ day }) => day === dates.at(-1)),
    ).toBe(true);
  });

  test('are deleted when their kind failed, and restart at the next start', async () => {
    const { db } = createEmptyDatabase();
    const failing = listShadowSpecs(config).map((spec) =>
      spec.kind === 'NO_GUARDS'
        ? {
            ...spec,
            translateCommand: (
              command: Parameters<typeof spec.translateCommand>[0],
              context: Parameters<typeof spec.translateCommand>[1],
            ) => {
              if (command.type === 'StopTrading') throw new Error('a fault of the test');
              return spec.translateCommand(command, context);
            },
          }
        : spec,
    );
    const desk = createDeskHarness(config, storedJournal(db), EMPTY_DESK, {
      shadows: { specs: failing, desk: {} },
    });
    await desk.send('ann', {
      type: 'OpenBook',
      mode: 'simulation',
      market: MARKET,
      capitalMills: toMills(25_000_000),
    });
    const listStoredKinds = () =>
      db
        .select({ kind: twinTable.kind })
        .from(twinTable)
        .all()
        .map(({ kind }) => kind)
        .sort();
    expect(listStoredKinds()).toEqual([...KINDS].sort());
    await desk.send('ann', { type: 'StopTrading', commodity: null });
    expect(listStoredKinds()).toEqual(KINDS.filter((kind) => kind !== 'NO_GUARDS').sort());
  });

  test('continue unchanged after a restart', async () => {
    const [halves, whole] = [createEmptyDatabase().db, createEmptyDatabase().db];
    const [first, uninterrupted] = [await openStartedDesk(halves), await openStartedDesk(whole)];
    sendDailyBars(first, PRICES.slice(0, 4));
    sendDailyBars(uninterrupted, PRICES);
    const { state, sequence } = recoverState(halves, applyRecord);
    // Prices and rule state normally come from the feed; the test passes them on.
    const again = createDeskHarness(
      config,
      storedJournal(halves),
      { ...EMPTY_DESK, ...state, sequence, markets: first.runner.state().markets },
      {
        shadows: {
          ...createShadowOptions(config),
          desk: {
            ...loadShadowAccounts(halves, state),
            IDENTICAL: first.runner.shadows()['IDENTICAL'] ?? {
              books: {},
              starts: {},
              logSeq: 0,
              fault: null,
            },
          },
        },
      },
    );
    sendDailyBars(again, PRICES.slice(4));
    expect(listComparable(again.runner.shadows())).toEqual(
      listComparable(uninterrupted.runner.shadows()),
    );
    const book = again.runner.state().books['ann:simulation'];
    if (!book) throw new Error('ann has a book');
    expect(getComparableFigures(getIdenticalShadow(again.runner.shadows(), book.id))).toBe(
      getComparableFigures(book),
    );
  });
});
