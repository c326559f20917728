// The audit against a desk with a mistake in it: the chain is whole, the rows follow the log, and
// the log itself is wrong.
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { auditDatabase } from '../../app/audit/audit';
import { bookImage } from '../support/book-image';
import { type LoggedRow, rechained } from '../support/tampering';

const IMAGE = bookImage();
const LOG = new Sqlite(IMAGE).prepare<[], LoggedRow>('SELECT * FROM event ORDER BY seq').all();

interface Line {
  account: string;
  unit: string;
  amount: number;
}

/** Just as much of a payload as the mistakes below touch. */
interface Payload {
  entry: Line[];
  closing: Line[];
  order: Record<string, unknown>;
  instruments: { tickMills: number }[];
  marks: Record<string, number>;
  [name: string]: unknown;
}

const read = (row: LoggedRow): Payload => JSON.parse(row.payload) as Payload;

function buildLast(type: string, fits: (payload: Payload) => boolean = () => true): LoggedRow {
  const row = LOG.filter((each) => each.type === type && fits(read(each))).at(-1);
  if (!row) throw new Error(`the log has no such ${type}`);
  return row;
}

/** Moves one mill between two accounts: still balanced, still wrong. */
function shift(lines: Line[], from: string, to: string): void {
  lines.push(
    { account: from, unit: 'mills', amount: -1 },
    { account: to, unit: 'mills', amount: 1 },
  );
}

const isExit = ({ reserveMills, entry }: Payload): boolean =>
  reserveMills === 0 && entry.some(({ account }) => account === 'realised');
const isEntry = ({ reserveMills }: Payload): boolean => reserveMills !== 0;
const add = (payload: Payload, name: string): void =>
  void (payload[name] = Number(payload[name]) + 1);
const held = ({ marks }: Payload): boolean => Object.keys(marks).length > 0;
const purpose =
  (wanted: string) =>
  ({ order }: Payload): boolean =>
    order['purpose'] === wanted;
const firstFill = LOG.find(
  ({ type, book_id }) => type === 'OrderFilled' && book_id === buildLast('OrderFilled').book_id,
)!;
const firstExecution = String(read(firstFill)['executionId']);

const FIGURES = [
  'balanceMills',
  'availableMills',
  'unrealisedMills',
  'equityMills',
  'positions',
  'dayStartMills',
];

const MISTAKES: readonly (readonly [
  what: string,
  row: LoggedRow,
  mistake: (payload: Payload) => void,
  column: string,
])[] = [
  [
    'profit realised one mill too high',
    buildLast('OrderFilled', isExit),
    ({ entry }) => shift(entry, 'realised', 'available'),
    'payload.entry',
  ],
  [
    'fee paid twice over',
    buildLast('OrderFilled', isEntry),
    ({ entry }) => shift(entry, 'available', 'fees'),
    'payload.entry',
  ],
  [
    'reserve released too early',
    buildLast('OrderFilled', isExit),
    ({ entry }) => shift(entry, 'reserved', 'available'),
    'payload.entry',
  ],
  [
    'entry that does not balance',
    buildLast('OrderFilled', isExit),
    ({ entry }) => void entry.push({ account: 'available', unit: 'mills', amount: 1 }),
    'payload.entry',
  ],
  [
    'lots that went nowhere',
    buildLast('OrderFilled', isEntry),
    ({ entry }) =>
      entry.filter(({ unit }) => unit !== 'mills').forEach((line) => (line.amount *= 2)),
    'payload.entry',
  ],
  [
    'price booked at another tick',
    buildLast(
      'OrderFilled',
      (payload) => isExit(payload) && payload.entry.some(({ unit }) => unit === 'NG'),
    ),
    (payload) => add(payload, 'priceTicks'),
    'payload.entry',
  ],
  [
    'fill beyond the order',
    buildLast('OrderFilled'),
    (payload) => void (payload['lots'] = 1000),
    'payload.lots',
  ],
  [
    'fill of nothing',
    buildLast('OrderFilled'),
    (payload) => void (payload['lots'] = 0),
    'payload.lots',
  ],
  [
    'fraction of a lot',
    buildLast('OrderFilled'),
    (payload) => void (payload['lots'] = 0.5),
    'payload.lots',
  ],
  [
    'fee below zero',
    buildLast('OrderFilled'),
    (payload) => void (payload['feeMills'] = -1),
    'payload.feeMills',
  ],
  [
    'fill of another position',
    buildLast('OrderFilled'),
    (payload) => void (payload['positionId'] = 'other'),
    'payload.positionId',
  ],
  [
    'execution booked twice',
    buildLast('OrderFilled'),
    (payload) => void (payload['executionId'] = firstExecution),
    'payload.executionId',
  ],
  [
    'fill of an order that is not working',
    buildLast('OrderFilled'),
    (payload) => void (payload['orderId'] = 'other'),
    'payload.orderId',
  ],
  [
    'order that holds back less than it says',
    buildLast('OrderPlaced', purpose('ENTRY')),
    ({ order }) => void (order['reservedMills'] = Number(order['reservedMills']) + 1),
    'payload.entry',
  ],
  [
    'exit that holds something back',
    buildLast('OrderPlaced', purpose('EXIT')),
    ({ order }) => void (order['reservedMills'] = 1),
    'payload.order.reservedMills',
  ],
  [
    'exit on the wrong side',
    buildLast('OrderPlaced', purpose('EXIT')),
    ({ order }) => void (order['side'] = order['side'] === 'BUY' ? 'SELL' : 'BUY'),
    'payload.order.positionId',
  ],
  [
    'order sent before it was written',
    buildLast('OrderPlaced'),
    ({ order }) => void (order['state'] = 'SENT'),
    'payload.order.state',
  ],
  [
    'order for what is not listed',
    buildLast('OrderPlaced', purpose('ENTRY')),
    ({ order }) => void (order['instrumentId'] = 'GOLD'),
    'payload.order.instrumentId',
  ],
  [
    'order of another book',
    buildLast('OrderPlaced'),
    ({ order }) => void (order['bookId'] = 'eve:simulation'),
    'payload.order.bookId',
  ],
  [
    'market order with a price',
    buildLast('OrderPlaced', purpose('EXIT')),
    ({ order }) => void (order['priceTicks'] = 5),
    'payload.order.priceTicks',
  ],
  [
    'cancelled order that keeps its money',
    buildLast('OrderCancelled', ({ entry }) => entry.length > 0),
    (payload) => void (payload.entry = []),
    'payload.entry',
  ],
  [
    'epoch that is skipped',
    buildLast('BookReset'),
    (payload) => add(payload, 'epoch'),
    'payload.epoch',
  ],
  [
    'closing that leaves a mill',
    buildLast('BookReset'),
    ({ closing }) => shift(closing, 'available', 'equity'),
    'payload.closing',
  ],
  [
    'capital out of nothing',
    buildLast('BookOpened'),
    (payload) => add(payload, 'capitalMills'),
    'payload.entry',
  ],
  [
    'contract with the wrong worth',
    buildLast('MarketListed'),
    ({ instruments }) => instruments.forEach((each) => (each.tickMills *= 100)),
    'payload.instruments',
  ],
  [
    'mark that gives another profit',
    buildLast('PortfolioValued', held),
    ({ marks }) => Object.keys(marks).forEach((id) => (marks[id] = (marks[id] ?? 0) + 40)),
    'payload.unrealisedMills',
  ],
  ...FIGURES.map(
    (name) =>
      [
        `valuation with another ${name}`,
        buildLast('PortfolioValued'),
        (payload: Payload) => add(payload, name),
        `payload.${name}`,
      ] as const,
  ),
];

describe('a faulty desk', () => {
  it.each(MISTAKES)('is found out: %s', (_what, row, mistake, column) => {
    const raw = rechained(IMAGE, row.seq, ({ payload }) => {
      const facts = JSON.parse(payload) as Payload;
      mistake(facts);
      return { payload: JSON.stringify(facts) };
    });
    const { isRight, kept } = auditDatabase(raw);
    expect({ isRight, ...kept[0] }).toMatchObject({
      isRight: false,
      table: 'event',
      key: String(row.seq),
      column,
    });
  });

  it.each([
    ['OrderSent', 'OrderAcknowledged'],
    ['OrderSent', 'OrderLost'],
    ['OrderFilled', 'OrderSent'],
  ])('is found out: a %s taken as %s', (type, other) => {
    const { seq } = buildLast(type);
    expect(auditDatabase(rechained(IMAGE, seq, () => ({ type: other }))).kept[0]).toMatchObject({
      table: 'event',
      key: String(seq),
      column: 'type',
    });
  });

  it('is found out: other terms for a contract that somebody holds', () => {
    const row = buildLast('PortfolioValued', held);
    const [id] = Object.keys(read(row).marks);
    const listing = read(buildLast('MarketListed')) as unknown as {
      market: string;
      instruments: { id: string; lot: { digits: number } }[];
    };
    const contract = listing.instruments.find((each) => each.id === id);
    const relisted = (change: object) =>
      rechained(IMAGE, row.seq, () => ({
        type: 'MarketListed',
        payload: JSON.stringify({
          market: listing.market,
          instruments: [{ ...contract, ...change }],
        }),
      }));
    expect(auditDatabase(relisted({ scaleFloorTicks: 77 })).kept[0]).toMatchObject({
      table: 'event',
      key: String(row.seq),
      column: 'payload.instruments',
    });
    // the same terms once more are no contradiction: what is missing then is the valuation
    expect(auditDatabase(relisted({})).kept[0]).not.toMatchObject({
      column: 'payload.instruments',
    });
  });

  it('is found out: time that goes back', () => {
    const { seq } = buildLast('OrderFilled');
    expect(auditDatabase(rechained(IMAGE, seq, () => ({ at_ms: 0 }))).kept[0]).toMatchObject({
      table: 'event',
      key: String(seq),
      column: 'at_ms',
    });
  });

  it('is found out: a record that nobody knows', () => {
    const { seq } = buildLast('AllStarted');
    expect(
      auditDatabase(rechained(IMAGE, seq, () => ({ type: 'MoneyFound' }))).kept[0],
    ).toMatchObject({ table: 'event', key: String(seq), column: 'type', stored: '"MoneyFound"' });
  });

  it('is none when nothing but the spelling of the chain was made anew', () => {
    expect(auditDatabase(rechained(IMAGE, 5, () => ({}))).kept).toEqual([]);
  });
});
