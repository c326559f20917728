// Audit of a faulty engine: hash chain and rows are consistent, but the log itself is wrong.
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { auditDatabase } from '../../app/audit/audit-database';
import { createDatabaseImage } from '../support/database-image';
import { type LoggedRow, rechainWith } from '../support/tampering';

const IMAGE = createDatabaseImage();
const LOG = new Sqlite(IMAGE).prepare<[], LoggedRow>('SELECT * FROM event ORDER BY seq').all();

interface Line {
  account: string;
  unit: string;
  amount: number;
}

/** Payload fields used below. */
interface Payload {
  entry: Line[];
  closing: Line[];
  order: Record<string, unknown>;
  instruments: { tickMills: number }[];
  marks: Record<string, number>;
  [name: string]: unknown;
}

const parsePayload = (row: LoggedRow): Payload => JSON.parse(row.payload) as Payload;

function findLast(type: string, isMatch: (payload: Payload) => boolean = () => true): LoggedRow {
  const row = LOG.filter((each) => each.type === type && isMatch(parsePayload(each))).at(-1);
  if (!row) throw new Error(`no matching ${type} in the log`);
  return row;
}

/** Moves one mill between two accounts, so that the entry still balances. */
function moveMill(lines: Line[], from: string, to: string): void {
  lines.push(
    { account: from, unit: 'mills', amount: -1 },
    { account: to, unit: 'mills', amount: 1 },
  );
}

const isExit = ({ reserveMills, entry }: Payload): boolean =>
  reserveMills === 0 && entry.some(({ account }) => account === 'realised');
const isEntry = ({ reserveMills }: Payload): boolean => reserveMills !== 0;
const incrementField = (payload: Payload, name: string): void =>
  void (payload[name] = Number(payload[name]) + 1);
const hasPositions = ({ marks }: Payload): boolean => Object.keys(marks).length > 0;
const hasPurpose =
  (expectedPurpose: string) =>
  ({ order }: Payload): boolean =>
    order['purpose'] === expectedPurpose;
const firstFill = LOG.find(
  ({ type, book_id }) => type === 'OrderFilled' && book_id === findLast('OrderFilled').book_id,
)!;
const firstExecution = String(parsePayload(firstFill)['executionId']);

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
    'realized profit one mill too high',
    findLast('OrderFilled', isExit),
    ({ entry }) => moveMill(entry, 'realised', 'available'),
    'payload.entry',
  ],
  [
    'fee booked twice',
    findLast('OrderFilled', isEntry),
    ({ entry }) => moveMill(entry, 'available', 'fees'),
    'payload.entry',
  ],
  [
    'reserve released early',
    findLast('OrderFilled', isExit),
    ({ entry }) => moveMill(entry, 'reserved', 'available'),
    'payload.entry',
  ],
  [
    'unbalanced entry',
    findLast('OrderFilled', isExit),
    ({ entry }) => void entry.push({ account: 'available', unit: 'mills', amount: 1 }),
    'payload.entry',
  ],
  [
    'lots without a counterpart',
    findLast('OrderFilled', isEntry),
    ({ entry }) =>
      entry.filter(({ unit }) => unit !== 'mills').forEach((line) => (line.amount *= 2)),
    'payload.entry',
  ],
  [
    'price booked at another tick',
    findLast(
      'OrderFilled',
      (payload) => isExit(payload) && payload.entry.some(({ unit }) => unit === 'NG'),
    ),
    (payload) => incrementField(payload, 'priceTicks'),
    'payload.entry',
  ],
  [
    'fill larger than the order',
    findLast('OrderFilled'),
    (payload) => void (payload['lots'] = 1000),
    'payload.lots',
  ],
  [
    'fill of zero lots',
    findLast('OrderFilled'),
    (payload) => void (payload['lots'] = 0),
    'payload.lots',
  ],
  [
    'fractional lot',
    findLast('OrderFilled'),
    (payload) => void (payload['lots'] = 0.5),
    'payload.lots',
  ],
  [
    'negative fee',
    findLast('OrderFilled'),
    (payload) => void (payload['feeMills'] = -1),
    'payload.feeMills',
  ],
  [
    'fill of another position',
    findLast('OrderFilled'),
    (payload) => void (payload['positionId'] = 'other'),
    'payload.positionId',
  ],
  [
    'execution booked twice',
    findLast('OrderFilled'),
    (payload) => void (payload['executionId'] = firstExecution),
    'payload.executionId',
  ],
  [
    'fill of an order that is not working',
    findLast('OrderFilled'),
    (payload) => void (payload['orderId'] = 'other'),
    'payload.orderId',
  ],
  [
    'order with a smaller reserve than stated',
    findLast('OrderPlaced', hasPurpose('ENTRY')),
    ({ order }) => void (order['reservedMills'] = Number(order['reservedMills']) + 1),
    'payload.entry',
  ],
  [
    'exit with a reserve',
    findLast('OrderPlaced', hasPurpose('EXIT')),
    ({ order }) => void (order['reservedMills'] = 1),
    'payload.order.reservedMills',
  ],
  [
    'exit on the wrong side',
    findLast('OrderPlaced', hasPurpose('EXIT')),
    ({ order }) => void (order['side'] = order['side'] === 'BUY' ? 'SELL' : 'BUY'),
    'payload.order.positionId',
  ],
  [
    'order sent before it was recorded',
    findLast('OrderPlaced'),
    ({ order }) => void (order['state'] = 'SENT'),
    'payload.order.state',
  ],
  [
    'order for an unlisted contract',
    findLast('OrderPlaced', hasPurpose('ENTRY')),
    ({ order }) => void (order['instrumentId'] = 'GOLD'),
    'payload.order.instrumentId',
  ],
  [
    'order of another account',
    findLast('OrderPlaced'),
    ({ order }) => void (order['bookId'] = 'eve:simulation'),
    'payload.order.bookId',
  ],
  [
    'market order with a price',
    findLast('OrderPlaced', hasPurpose('EXIT')),
    ({ order }) => void (order['priceTicks'] = 5),
    'payload.order.priceTicks',
  ],
  [
    'canceled order that keeps its reserve',
    findLast('OrderCancelled', ({ entry }) => entry.length > 0),
    (payload) => void (payload.entry = []),
    'payload.entry',
  ],
  [
    'skipped account period',
    findLast('BookReset'),
    (payload) => incrementField(payload, 'epoch'),
    'payload.epoch',
  ],
  [
    'closing entry that leaves one mill',
    findLast('BookReset'),
    ({ closing }) => moveMill(closing, 'available', 'equity'),
    'payload.closing',
  ],
  [
    'capital without a source',
    findLast('BookOpened'),
    (payload) => incrementField(payload, 'capitalMills'),
    'payload.entry',
  ],
  [
    'contract with a wrong tick value',
    findLast('MarketListed'),
    ({ instruments }) => instruments.forEach((each) => (each.tickMills *= 100)),
    'payload.instruments',
  ],
  [
    'mark that implies another profit',
    findLast('PortfolioValued', hasPositions),
    ({ marks }) => Object.keys(marks).forEach((id) => (marks[id] = (marks[id] ?? 0) + 40)),
    'payload.unrealisedMills',
  ],
  ...FIGURES.map(
    (name) =>
      [
        `valuation with a wrong ${name}`,
        findLast('PortfolioValued'),
        (payload: Payload) => incrementField(payload, name),
        `payload.${name}`,
      ] as const,
  ),
];

describe('audit of a faulty engine', () => {
  it.each(MISTAKES)('finds: %s', (_what, row, mistake, column) => {
    const raw = rechainWith(IMAGE, row.seq, ({ payload }) => {
      const facts = JSON.parse(payload) as Payload;
      mistake(facts);
      return { payload: JSON.stringify(facts) };
    });
    const { hasPassed, firstDifferences } = auditDatabase(raw);
    expect({ hasPassed, ...firstDifferences[0] }).toMatchObject({
      hasPassed: false,
      table: 'event',
      key: String(row.seq),
      column,
    });
  });

  it.each([
    ['OrderSent', 'OrderAcknowledged'],
    ['OrderSent', 'OrderLost'],
    ['OrderFilled', 'OrderSent'],
  ])('finds a %s recorded as %s', (type, other) => {
    const { seq } = findLast(type);
    expect(
      auditDatabase(rechainWith(IMAGE, seq, () => ({ type: other }))).firstDifferences[0],
    ).toMatchObject({ table: 'event', key: String(seq), column: 'type' });
  });

  it('finds changed terms of a held contract', () => {
    const row = findLast('PortfolioValued', hasPositions);
    const [id] = Object.keys(parsePayload(row).marks);
    const listing = parsePayload(findLast('MarketListed')) as unknown as {
      market: string;
      instruments: { id: string; lot: { digits: number } }[];
    };
    const contract = listing.instruments.find((each) => each.id === id);
    const withChangedTerms = (change: object) =>
      rechainWith(IMAGE, row.seq, () => ({
        type: 'MarketListed',
        payload: JSON.stringify({
          market: listing.market,
          instruments: [{ ...contract, ...change }],
        }),
      }));
    expect(
      auditDatabase(withChangedTerms({ scaleFloorTicks: 77 })).firstDifferences[0],
    ).toMatchObject({ table: 'event', key: String(row.seq), column: 'payload.instruments' });
    // Unchanged terms are valid: the difference is then the missing valuation.
    expect(auditDatabase(withChangedTerms({})).firstDifferences[0]).not.toMatchObject({
      column: 'payload.instruments',
    });
  });

  it('finds decreasing timestamps', () => {
    const { seq } = findLast('OrderFilled');
    expect(
      auditDatabase(rechainWith(IMAGE, seq, () => ({ at_ms: 0 }))).firstDifferences[0],
    ).toMatchObject({ table: 'event', key: String(seq), column: 'at_ms' });
  });

  it('finds an unknown record type', () => {
    const { seq } = findLast('AllStarted');
    expect(
      auditDatabase(rechainWith(IMAGE, seq, () => ({ type: 'MoneyFound' }))).firstDifferences[0],
    ).toMatchObject({ table: 'event', key: String(seq), column: 'type', stored: '"MoneyFound"' });
  });

  it('passes when only the hash chain was recomputed', () => {
    expect(auditDatabase(rechainWith(IMAGE, 5, () => ({}))).firstDifferences).toEqual([]);
  });
});
