// After a daily loss, STOP, CLOSE or a halt nothing opens, and exits continue.
import fc from 'fast-check';
import type { Book } from '../../app/trading/domain/book';
import { getBookId } from '../../app/trading/domain/book';
import { COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import type { LogRecord } from '../../app/trading/domain/record';
import { RISK_LIMITS } from '../../app/trading/risk/limits';
import { INSTRUMENTS, createMemoryJournal } from '../support/desk-harness';
import { assertEqual, expectMet, property } from './property';
import { Session, type Watched, sessionConfig } from './session';
import { type Step, USERS, anySteps } from './steps';
import { wildStep, worldStep } from './wild-steps';

const STALE_MS = 4 * 3_600_000;
const totals: Record<string, number> = {};
const addCount = (name: string): void => {
  totals[name] = (totals[name] ?? 0) + 1;
};

const openSession = async (fillsAtOnce: boolean): Promise<Session> => {
  const desk = new Session(sessionConfig(fillsAtOnce), createMemoryJournal(), STALE_MS);
  await desk.open();
  return desk;
};

const worldSteps = fc.array(worldStep, { minLength: 5, maxLength: 25 });

const isEntry = (record: LogRecord): record is Extract<LogRecord, { type: 'OrderPlaced' }> =>
  record.type === 'OrderPlaced' && record.payload.order.purpose === 'ENTRY';
const entriesIn = (records: readonly LogRecord[], book: string): number =>
  records.filter((record) => isEntry(record) && record.bookId === book).length;
/** Entry orders placed or filled. */
const listOpenings = (
  records: readonly LogRecord[],
  book: string,
  isEntryOrder: (id: string) => boolean,
): number =>
  entriesIn(records, book) +
  records.filter(
    (record) =>
      record.type === 'OrderFilled' &&
      record.bookId === book &&
      isEntryOrder(record.payload.orderId),
  ).length;

const entryOrders = (journal: Session['journal']): ((id: string) => boolean) => {
  const ids = new Set(journal.records.filter(isEntry).map((record) => record.payload.order.id));
  return (id) => ids.has(id);
};

// ---- daily loss limit

/**
 * Accounts at the daily loss limit, from rejections and valuations. Ends with the next day or
 * account period.
 */
class LostDays {
  private readonly days = new Map<string, string>();
  private readonly lost = new Set<string>();

  observeRecord(record: LogRecord): void {
    const id = record.bookId ?? '';
    if (record.type === 'BookReset') this.lost.delete(id);
    if (record.type === 'PortfolioValued') {
      if (this.days.get(id) !== record.payload.day && this.lost.delete(id))
        addCount('days that restarted');
      this.days.set(id, record.payload.day);
      const { dayStartMills, equityMills } = record.payload;
      if (dayStartMills - equityMills > dayStartMills * RISK_LIMITS.moderate.dayLossRatioMax)
        this.lost.add(id);
    }
    if (record.type === 'OrderRefused' && record.payload.refusal.code === 'DAILY_LOSS') {
      addCount('entries refused');
      this.lost.add(id);
    }
    if (this.lost.has(id) && record.type === 'OrderPlaced') {
      assertEqual(record.payload.order.purpose === 'ENTRY', false, 'an entry on a lost day');
      addCount('exits on a lost day');
    }
  }

  hasLostDay(id: string): boolean {
    return this.lost.has(id);
  }
}

property(
  'the daily loss limit blocks entries until the next day, but not exits',
  fc.array(wildStep, { minLength: 20, maxLength: 70, size: 'max' }),
  async (steps) => {
    const desk = await openSession(true);
    const days = new LostDays();
    const observeRecords = ({ records }: Watched): void =>
      records.forEach((record) => days.observeRecord(record));
    desk.watch = observeRecords;
    for (const step of steps) {
      const isLost = days.hasLostDay('ann:simulation');
      const held = Object.keys(desk.state.books['ann:simulation']?.positions ?? {});
      const { result } = await desk.playStep(step);
      const book = desk.state.books['ann:simulation'];
      if (!isLost || !book || step.do !== 'close-position' || step.nth >= held.length) continue;
      assertEqual(result?.outcome.ok, true, 'an exit on a lost day');
      if (book.equityMills > book.dayStartMills * 0.96) addCount('regained, and still lost');
    }
  },
  {
    runs: 1500,
    after: () => {
      for (const name of [
        'entries refused',
        'exits on a lost day',
        'days that restarted',
        'regained, and still lost',
      ])
        expectMet(name, totals[name] ?? 0, 20);
    },
  },
);

// ---- STOP, CLOSE, halt

const who = fc.constantFrom(...USERS);
const scene = fc.tuple(fc.boolean(), anySteps, who, worldSteps);
const selectedId = (desk: Session, user: string): string =>
  getBookId(user, desk.state.users[user]?.mode ?? 'simulation');
const listProtectiveOrders = (book: Book | undefined): string[] =>
  Object.values(book?.orders ?? {})
    .filter(({ purpose }) => purpose !== 'ENTRY')
    .map(({ id }) => id);

async function prepareSession(fillsAtOnce: boolean, steps: readonly Step[]): Promise<Session> {
  const desk = await openSession(fillsAtOnce);
  for (const step of [
    { do: 'start', user: 'ann', commodity: null, isKeyed: false } as const,
    ...steps,
  ])
    await desk.playStep(step);
  return desk;
}

async function playWorld(desk: Session, steps: readonly Step[]): Promise<readonly LogRecord[]> {
  const from = desk.journal.records.length;
  for (const step of steps) await desk.playStep(step);
  return desk.journal.records.slice(from);
}

property(
  'after STOP ALL nothing opens and stops stay',
  scene,
  async ([fillsAtOnce, steps, user, world]) => {
    const desk = await prepareSession(fillsAtOnce, steps);
    const id = selectedId(desk, user);
    const before = desk.state.books[id];
    await desk.playStep({ do: 'stop', user, commodity: null, isKeyed: false });
    const book = desk.state.books[id];
    assertEqual(
      [book?.globalActive, Object.values(book?.commodities ?? {}).some(({ active }) => active)],
      [false, false],
      'what runs after STOP ALL',
    );
    assertEqual(
      Object.values(book?.orders ?? {}).filter(({ purpose }) => purpose === 'ENTRY'),
      [],
      'entries that wait after STOP ALL',
    );
    assertEqual(
      [listProtectiveOrders(book), Object.keys(book?.positions ?? {})],
      [listProtectiveOrders(before), Object.keys(before?.positions ?? {})],
      'what STOP ALL leaves alone',
    );
    if (Object.keys(book?.positions ?? {}).length > 0) addCount('stopped with positions');
    assertEqual(
      listOpenings(await playWorld(desk, world), id, entryOrders(desk.journal)),
      0,
      'openings after STOP ALL',
    );
  },
  { after: () => expectMet('stopped with positions', totals['stopped with positions'] ?? 0, 100) },
);

property(
  'STOP of one commodity opens nothing there',
  fc.tuple(scene, fc.constantFrom('natural-gas' as const, 'crude-oil' as const, 'corn' as const)),
  async ([[fillsAtOnce, steps, user, world], commodity]) => {
    const desk = await prepareSession(fillsAtOnce, steps);
    const id = selectedId(desk, user);
    await desk.playStep({ do: 'stop', user, commodity, isKeyed: false });
    const records = await playWorld(desk, world);
    assertEqual(
      records.filter(
        (record) =>
          isEntry(record) && record.bookId === id && record.payload.order.commodity === commodity,
      ),
      [],
      `entries in ${commodity} after its STOP`,
    );
  },
);

property(
  'CLOSE ALL leaves nothing open or running',
  scene,
  async ([fillsAtOnce, steps, user, world]) => {
    const desk = await prepareSession(fillsAtOnce, steps);
    const id = selectedId(desk, user);
    for (const each of INSTRUMENTS) await desk.playStep({ do: 'quote', instrument: each, move: 0 });
    if (Object.keys(desk.state.books[id]?.positions ?? {}).length > 0)
      addCount('closed with positions');
    const { result } = await desk.playStep({ do: 'close', user, commodity: null, isKeyed: false });
    assertEqual(result?.outcome.ok, true, 'CLOSE ALL is always accepted');
    const from = desk.journal.records.length;
    if (!fillsAtOnce)
      for (const each of INSTRUMENTS)
        await desk.playStep({ do: 'quote', instrument: each, move: 0 });
    const book = desk.state.books[id];
    assertEqual(
      [
        Object.keys(book?.positions ?? {}),
        Object.keys(book?.orders ?? {}),
        book?.balances.reserved,
        book?.globalActive,
      ],
      [[], [], 0, false],
      'what CLOSE ALL leaves',
    );
    assertEqual(
      COMMODITY_KEYS.filter((key) => book?.commodities[key]?.active),
      [],
      'what runs after CLOSE ALL',
    );
    await playWorld(desk, world);
    assertEqual(
      listOpenings(desk.journal.records.slice(from), id, entryOrders(desk.journal)),
      0,
      'openings after CLOSE ALL',
    );
  },
  { after: () => expectMet('closed with positions', totals['closed with positions'] ?? 0, 100) },
);

property(
  'a halt cancels entries, blocks new ones and allows exits',
  scene,
  async ([fillsAtOnce, steps, user, world]) => {
    const desk = await prepareSession(fillsAtOnce, steps);
    await desk.playStep({ do: 'halt' });
    const records = await playWorld(desk, world);
    for (const each of USERS)
      assertEqual(
        listOpenings(records, selectedId(desk, each), entryOrders(desk.journal)),
        0,
        'openings while halted',
      );
    for (const each of INSTRUMENTS) await desk.playStep({ do: 'quote', instrument: each, move: 0 });
    const { result } = await desk.playStep({ do: 'close', user, commodity: null, isKeyed: false });
    assertEqual(result?.outcome.ok, true, 'CLOSE ALL while halted');
  },
);

property(
  'closing one position switches its commodity off',
  scene,
  async ([fillsAtOnce, steps, user, world]) => {
    const desk = await prepareSession(fillsAtOnce, steps);
    const id = selectedId(desk, user);
    const held = Object.values(desk.state.books[id]?.positions ?? {})[0];
    if (!held) return;
    addCount('single closes');
    const sequence = desk.state.sequence;
    await desk.send({
      userId: user,
      idempotencyKey: null,
      command: { type: 'ClosePosition', positionId: held.id },
    });
    assertEqual(
      desk.state.books[id]?.commodities[held.commodity]?.active ?? false,
      false,
      'the closed commodity runs',
    );
    assertEqual(
      desk.state.sequence - sequence <= 1 + INSTRUMENTS.length,
      true,
      'a close and what it fills at once',
    );
    const records = await playWorld(desk, world);
    assertEqual(
      records.filter(
        (record) =>
          isEntry(record) &&
          record.bookId === id &&
          record.payload.order.commodity === held.commodity,
      ),
      [],
      'entries after a single close',
    );
  },
  { after: () => expectMet('single closes', totals['single closes'] ?? 0, 100) },
);

// ---- one entry for one signal

/** Last entry since RUN by account, commodity and playbook. */
class Entered {
  private readonly lastMs = new Map<string, number>();
  private readonly entries = new Map<string, string>();

  observeStep({ records, after }: Watched): void {
    for (const record of records) this.applyRecord(record, after);
  }

  private applyRecord(record: LogRecord, { markets }: Watched['after']): void {
    const key = `${record.bookId} ${'commodity' in record.payload ? record.payload.commodity : ''}`;
    if (record.type === 'CommodityStarted' || record.type === 'PlaybookChosen')
      this.lastMs.delete(key);
    if (record.type === 'BookReset')
      for (const each of [...this.lastMs.keys()].filter((other) =>
        other.startsWith(`${record.bookId} `),
      ))
        this.lastMs.delete(each);
    if (isEntry(record) && record.payload.order.playbookId !== null)
      this.entries.set(
        record.payload.order.id,
        `${record.bookId} ${record.payload.order.commodity}`,
      );
    if (record.type === 'OrderFilled' && this.entries.has(record.payload.orderId))
      this.lastMs.set(this.entries.get(record.payload.orderId) ?? '', record.atMs);
    if (record.type !== 'DecisionTaken' || record.payload.action !== 'ENTER') return;
    const sinceMs =
      markets['test']?.instruments[record.payload.instrumentId]?.rules[
        record.payload.playbookId ?? ''
      ]?.sinceMs ?? NaN;
    assertEqual(
      (this.lastMs.get(key) ?? -Infinity) < sinceMs,
      true,
      'the signal that is entered is a new one',
    );
    addCount('signals taken');
  }
}

property(
  'a signal is entered once after RUN',
  fc.tuple(fc.boolean(), anySteps, worldSteps),
  async ([fillsAtOnce, steps, world]) => {
    const desk = await openSession(fillsAtOnce);
    const entered = new Entered();
    desk.watch = (watched) => entered.observeStep(watched);
    for (const step of [
      { do: 'start', user: 'ann', commodity: null, isKeyed: false } as const,
      ...steps,
      ...world,
      ...world,
    ])
      await desk.playStep(step);
  },
  { after: () => expectMet('signals taken', totals['signals taken'] ?? 0, 200) },
);
