// What a replay's books say, read from the disk: no figure is taken from the run itself.
import type { Database } from '../../../db/client.server';
import { type Instrument, valueMills } from '../../trading/domain/instrument';
import type { RefusalCode } from '../../trading/domain/outcome';
import type { RecordPayloads } from '../../trading/domain/record';
import {
  type EpochMs,
  type Lots,
  type Mills,
  NO_MILLS,
  type Ticks,
  absMills,
  addMills,
  toLots,
  toTicks,
} from '../../trading/domain/units';
import type { ReportInput } from '../../trading/portfolio/report';
import { netResultMills } from '../../trading/portfolio/statistics/profit-and-loss';
import type { ClosedTrade, EquityPoint } from '../../trading/portfolio/statistics/input';

export interface BooksRead {
  readonly input: ReportInput;
  readonly capitalMills: Mills;
  readonly equityMills: Mills;
  readonly openPositions: number;
  readonly decisions: number;
  /** Entries that the rule wanted and sizing left out. */
  readonly stayedOut: number;
  /** Refused orders and commands by name. */
  readonly refusals: Readonly<Partial<Record<RefusalCode, number>>>;
}

interface BookRow {
  readonly id: string;
  readonly capitalMills: Mills;
  readonly openedMs: EpochMs;
}

interface FillRow {
  readonly eventSeq: number;
  readonly positionId: string;
  readonly instrumentId: string;
  readonly isEntry: number;
  readonly lots: Lots;
  readonly priceTicks: Ticks;
  readonly midTicks: Ticks;
  readonly feeMills: Mills;
}

type InstrumentOf = (id: string) => Instrument;

/** Reads the one book of a replay. */
export function readBooks(db: Database): BooksRead {
  const raw = db.$client;
  const book = raw
    .prepare<
      [],
      BookRow
    >('SELECT id, capital_mills AS capitalMills, opened_ms AS openedMs FROM book')
    .get();
  if (!book) throw new Error('a replay opens its book before anything else');
  const instrumentOf = listedInstruments(db);
  const fills = listFills(db);
  const curve = readCurve(db, book, fills, instrumentOf);
  const equityMills = curve[curve.length - 1]?.equityMills ?? book.capitalMills;
  const costs = fills.map((fill) => fillCosts(fill, instrumentOf(fill.instrumentId)));
  return {
    capitalMills: book.capitalMills,
    equityMills,
    ...countRows(db),
    refusals: readRefusals(db),
    input: {
      curve,
      trades: listTrades(db),
      netMills: netResultMills(equityMills, book.capitalMills),
      feesMills: sum(fills.map((fill) => fill.feeMills)),
      frictionMills: sum(costs.map((cost) => cost.frictionMills)),
      tradedMills: sum(costs.map((cost) => cost.valueMills)),
    },
  };
}

const sum = (amounts: readonly Mills[]): Mills =>
  amounts.reduce((total, amount) => addMills(total, amount), NO_MILLS);

/**
 * Spread and slippage of a fill: |price - market's price| x lots; and the absolute value that
 * changed hands.
 */
const fillCosts = (fill: FillRow, instrument: Instrument) => ({
  frictionMills: absMills(
    valueMills(instrument, toTicks(Math.abs(fill.priceTicks - fill.midTicks)), fill.lots),
  ),
  valueMills: absMills(valueMills(instrument, fill.priceTicks, fill.lots)),
});

/** Instruments as the log lists them, with the worth of their ticks. */
function listedInstruments(db: Database): InstrumentOf {
  const rows = db.$client
    .prepare<[], string>("SELECT payload FROM event WHERE type = 'MarketListed' ORDER BY seq")
    .pluck()
    .all();
  const instruments = new Map(
    rows.flatMap((row) =>
      (JSON.parse(row) as RecordPayloads['MarketListed']).instruments.map((instrument) => [
        instrument.id,
        instrument,
      ]),
    ),
  );
  return (id) => {
    const instrument = instruments.get(id);
    if (!instrument) throw new Error(`the log lists no instrument ${id}`);
    return instrument;
  };
}

const listFills = (db: Database): FillRow[] =>
  db.$client
    .prepare<[], FillRow>(
      `SELECT f.event_seq AS eventSeq, f.position_id AS positionId, o.instrument_id AS instrumentId, o.purpose = 'ENTRY' AS isEntry, f.lots,
         f.price_ticks AS priceTicks, f.mid_ticks AS midTicks, f.fee_mills AS feeMills
       FROM fill f JOIN trade_order o ON o.id = f.order_id ORDER BY f.event_seq`,
    )
    .all();

const listTrades = (db: Database): ClosedTrade[] =>
  db.$client
    .prepare<[], ClosedTrade>(
      `SELECT opened_ms AS openedMs, closed_ms AS closedMs, realised_mills AS realisedMills, fees_mills AS feesMills
       FROM position WHERE status = 'CLOSED' ORDER BY closed_seq`,
    )
    .all();

/** The capital, then every valuation in the log with what was held at its marks. */
function readCurve(
  db: Database,
  book: BookRow,
  fills: readonly FillRow[],
  instrumentOf: InstrumentOf,
): EquityPoint[] {
  const held = new Map<string, { readonly instrumentId: string; readonly lots: Lots }>();
  const points: EquityPoint[] = [
    { atMs: book.openedMs, equityMills: book.capitalMills, notionalMills: NO_MILLS },
  ];
  let next = 0;
  const rows = db.$client.prepare<[], { seq: number; atMs: EpochMs; payload: string }>(
    "SELECT seq, at_ms AS atMs, payload FROM event WHERE type = 'PortfolioValued' ORDER BY seq",
  );
  for (const { seq, atMs, payload } of rows.iterate()) {
    for (let fill = fills[next]; fill && fill.eventSeq < seq; fill = fills[next]) {
      hold(held, fill);
      next += 1;
    }
    const { marks, equityMills } = JSON.parse(payload) as RecordPayloads['PortfolioValued'];
    const values = [...held.values()].map(({ instrumentId, lots }) =>
      absMills(valueMills(instrumentOf(instrumentId), marks[instrumentId] ?? toTicks(0), lots)),
    );
    points.push({ atMs, equityMills, notionalMills: sum(values) });
  }
  return points;
}

function hold(
  held: Map<string, { readonly instrumentId: string; readonly lots: Lots }>,
  fill: FillRow,
): void {
  const before = held.get(fill.positionId)?.lots ?? 0;
  const lots = toLots(before + (fill.isEntry ? fill.lots : -fill.lots));
  if (lots === 0) held.delete(fill.positionId);
  else held.set(fill.positionId, { instrumentId: fill.instrumentId, lots });
}

function countRows(db: Database): Pick<BooksRead, 'openPositions' | 'decisions' | 'stayedOut'> {
  const count = (sql: string): number => Number(db.$client.prepare(sql).pluck().get());
  return {
    openPositions: count("SELECT count(*) FROM position WHERE status = 'ACTIVE'"),
    decisions: count("SELECT count(*) FROM event WHERE type = 'DecisionTaken'"),
    stayedOut: count(
      "SELECT count(*) FROM event WHERE type = 'DecisionTaken' AND json_extract(payload, '$.action') = 'STAY_OUT'",
    ),
  };
}

function readRefusals(db: Database): BooksRead['refusals'] {
  const rows = db.$client
    .prepare<[], { code: RefusalCode; count: number }>(
      `SELECT json_extract(payload, '$.refusal.code') AS code, count(*) AS count
       FROM event WHERE type IN ('OrderRefused', 'CommandRefused') GROUP BY code ORDER BY count DESC, code`,
    )
    .all();
  return Object.fromEntries(rows.map(({ code, count }) => [code, count]));
}
