// Twins on disk: after a crash they are what they were at the last commit, and go on as if nothing
// had been.
import { describe, expect, test } from 'vitest';
import { openJournal } from '../../../app/models/log/journal.server';
import { recoverState } from '../../../app/models/log/recovery.server';
import { listTwinDays, loadTwins } from '../../../app/models/portfolio/twin.server';
import { applyRecord } from '../../../app/trading/engine/apply';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { listShadowSpecs } from '../../../app/trading/engine/twins/kinds';
import { twin as twinTable } from '../../../db/schema/twin';
import { WALL_MS, emptyBooks } from '../../support/books';
import {
  type DeskHarness,
  GAS,
  MARKET,
  type MemoryJournal,
  deskHarness,
  levelPlaybook,
  memoryJournal,
  testConfig,
} from '../../support/desk-harness';
import { getFigures, buildIdentical, withIdentical } from '../../support/twin-figures';
import type { Database } from '../../../db/client.server';
import type { DeskState } from '../../../app/trading/engine/state';
import type { ShadowDesk } from '../../../app/trading/domain/twin';
import { toMills } from '../../../app/trading/domain/units';

const config = testConfig({
  playbooksOf: (key) => (key === 'natural-gas' ? [levelPlaybook('natural-gas', 3, 1)] : []),
  hasBreakers: true,
});
const PRICES = [2500, 2620, 2700, 3100, 3200, 2900, 2800, 3300, 2600];

/** The harness over a database: it keeps records in memory as well. */
function storedJournal(db: Database): MemoryJournal {
  const [stored, memory] = [
    openJournal(db, { wallMs: () => WALL_MS, codeVersion: 'test' }),
    memoryJournal(),
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

const opened = (db: Database, state: DeskState, desk: ShadowDesk): DeskHarness =>
  deskHarness(config, storedJournal(db), state, { ...withIdentical(config), desk });

async function begun(db: Database): Promise<DeskHarness> {
  const desk = opened(db, EMPTY_DESK, {});
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

const days = (desk: DeskHarness, prices: readonly number[]): void =>
  prices.forEach((ticks) => desk.bar(GAS, [ticks, ticks + 5, ticks - 5, ticks]));
const KINDS = listShadowSpecs(config).map(({ kind }) => kind);
const kept = (twins: ShadowDesk): string[] =>
  KINDS.map(
    (kind) =>
      `${kind} ${Object.values(twins[kind]?.books ?? {})
        .map(getFigures)
        .join()} ${JSON.stringify(twins[kind]?.starts)}`,
  );

describe('twins on disk', () => {
  test('are after a kill what they were, without a checkpoint', async () => {
    const { db } = emptyBooks();
    const desk = await begun(db);
    days(desk, PRICES);
    const loaded = loadTwins(db, recoverState(db, applyRecord).state);
    expect(kept(loaded)).toEqual(kept(desk.runner.twins()));
    expect(
      Object.keys(loaded['BUY_AND_HOLD']?.books['ann:simulation']?.positions ?? {}),
    ).toHaveLength(1);
  });

  test("are not stored where they belong to no kind of the desk, are another epoch's, or cannot be read", async () => {
    const { db } = emptyBooks();
    const desk = await begun(db);
    days(desk, PRICES);
    const { state } = recoverState(db, applyRecord);
    const book = state.books['ann:simulation'];
    if (!book) throw new Error('ann has a book');
    expect(Object.keys(loadTwins(db, state))).toEqual(KINDS);
    expect(
      loadTwins(db, { books: { [book.id]: { ...book, epoch: 2 } } })['NO_SIGNALS']?.books,
    ).toEqual({});
    db.update(twinTable).set({ state: 'no book' }).run();
    expect(loadTwins(db, state)['NO_SIGNALS']).toEqual({
      books: {},
      starts: {},
      logSeq: 0,
      fault: null,
    });
  });

  test('are committed also where their book did nothing', async () => {
    const { db } = emptyBooks();
    const desk = await begun(db);
    await desk.send('ann', { type: 'CloseTrading', commodity: 'natural-gas' });
    await desk.send('ann', { type: 'StopTrading', commodity: 'natural-gas' });
    const loaded = loadTwins(db, recoverState(db, applyRecord).state);
    expect(kept(loaded)).toEqual(kept(desk.runner.twins()));
    expect(Object.values(loaded['BUY_AND_HOLD']?.books ?? {}).map(({ closed }) => closed)).toEqual([
      1,
    ]);
  });

  test('keep a row for each day that is over, the account beside them, and only to their user', async () => {
    const { db } = emptyBooks();
    const desk = await begun(db);
    days(desk, PRICES);
    const book = { id: 'ann:simulation', epoch: 1 };
    const rows = listTwinDays(db, 'ann', book, '');
    const dates = [...new Set(rows.map(({ day }) => day))];
    expect(dates.length).toBeGreaterThanOrEqual(PRICES.length);
    expect(rows.filter(({ day }) => day === dates[0]).map(({ kind }) => kind)).toEqual(
      [...KINDS, 'IDENTICAL', 'OWN'].sort(),
    );
    const of = (kind: string) =>
      rows.filter((row) => row.kind === kind).map(({ kind: _kind, ...row }) => row);
    expect(of('IDENTICAL')).toEqual(of('OWN'));
    const valued = new Map(
      desk.journal.records.flatMap((record) =>
        record.type === 'PortfolioValued'
          ? [[record.payload.day, record.payload.equityMills] as const]
          : [],
      ),
    );
    expect(of('OWN').map(({ day, equityMills }) => [day, equityMills])).toEqual(
      [...valued].filter(([day]) => dates.includes(day)),
    );
    expect(listTwinDays(db, 'bob', book, '')).toEqual([]);
    expect(
      listTwinDays(db, 'ann', book, dates.at(-1) ?? '').every(({ day }) => day === dates.at(-1)),
    ).toBe(true);
  });

  test('are forgotten where their kind failed, so that they begin anew with the next start', async () => {
    const { db } = emptyBooks();
    const failing = listShadowSpecs(config).map((spec) =>
      spec.kind === 'NO_GUARDS'
        ? {
            ...spec,
            asked: (
              command: Parameters<typeof spec.asked>[0],
              asked: Parameters<typeof spec.asked>[1],
            ) => {
              if (command.type === 'StopTrading') throw new Error('a fault of the test');
              return spec.asked(command, asked);
            },
          }
        : spec,
    );
    const desk = deskHarness(config, storedJournal(db), EMPTY_DESK, { specs: failing, desk: {} });
    await desk.send('ann', {
      type: 'OpenBook',
      mode: 'simulation',
      market: MARKET,
      capitalMills: toMills(25_000_000),
    });
    const stored = () =>
      db
        .select({ kind: twinTable.kind })
        .from(twinTable)
        .all()
        .map(({ kind }) => kind)
        .sort();
    expect(stored()).toEqual([...KINDS].sort());
    await desk.send('ann', { type: 'StopTrading', commodity: null });
    expect(stored()).toEqual(KINDS.filter((kind) => kind !== 'NO_GUARDS').sort());
  });

  test('go on after a restart as if there had been none', async () => {
    const [halves, whole] = [emptyBooks().db, emptyBooks().db];
    const [first, uninterrupted] = [await begun(halves), await begun(whole)];
    days(first, PRICES.slice(0, 4));
    days(uninterrupted, PRICES);
    const { state, sequence } = recoverState(halves, applyRecord);
    // Prices and folded playbooks come from the feed again; here they are handed over.
    const again = deskHarness(
      config,
      storedJournal(halves),
      { ...EMPTY_DESK, ...state, sequence, markets: first.runner.state().markets },
      {
        ...withIdentical(config),
        desk: {
          ...loadTwins(halves, state),
          IDENTICAL: first.runner.twins()['IDENTICAL'] ?? {
            books: {},
            starts: {},
            logSeq: 0,
            fault: null,
          },
        },
      },
    );
    days(again, PRICES.slice(4));
    expect(kept(again.runner.twins())).toEqual(kept(uninterrupted.runner.twins()));
    const book = again.runner.state().books['ann:simulation'];
    if (!book) throw new Error('ann has a book');
    expect(getFigures(buildIdentical(again.runner.twins(), book.id))).toBe(getFigures(book));
  });
});
