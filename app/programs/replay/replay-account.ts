// Results of a replay, read from its database only.
import type { Database } from '../../../db/client.server';
import { readListedInstruments } from '../../models/log/listed-instruments.server';
import { type Instrument, computeValueMills } from '../../trading/domain/instrument';
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
import { computeNetResultMills } from '../../trading/portfolio/statistics/profit-and-loss';
import type { ClosedTrade, EquityPoint } from '../../trading/portfolio/statistics/input';

export interface ReplayAccount {
  readonly input: ReportInput;
  readonly capitalMills: Mills;
  readonly equityMills: Mills;
  readonly openPositions: number;
  readonly decisions: number;
  /** Entries skipped because the size was below the minimum. */
  readonly stayedOut: number;
  /** Rejected orders and commands by code. */
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

type GetInstrument = (id: string) => Instrument;

export function readReplayAccount(db: Database): ReplayAccount {
  const raw = db.$client;
  const book = raw
    .prepare<
      [],
      BookRow
    >('SELECT id, capital_mills AS capitalMills, opened_ms AS openedMs FROM book')
    .get();
  if (!book) throw new Error('the replay has no account');
  const getInstrument = loadInstruments(db);
  const fills = listFills(db);
  const curve = readEquityCurve(db, book, fills, getInstrument);
  const equityMills = curve[curve.length - 1]?.equityMills ?? book.capitalMills;
  const costs = fills.map((fill) => computeFillCosts(fill, getInstrument(fill.instrumentId)));
  return {
    capitalMills: book.capitalMills,
    equityMills,
    ...countRows(db),
    refusals: countRefusals(db),
    input: {
      curve,
      trades: listTrades(db),
      netMills: computeNetResultMills(equityMills, book.capitalMills),
      feesMills: sumMills(fills.map((fill) => fill.feeMills)),
      frictionMills: sumMills(costs.map((cost) => cost.frictionMills)),
      tradedMills: sumMills(costs.map((cost) => cost.valueMills)),
    },
  };
}

const sumMills = (amounts: readonly Mills[]): Mills =>
  amounts.reduce((total, amount) => addMills(total, amount), NO_MILLS);

/** Spread and slippage cost |price - mid| x lots, and the traded notional. */
const computeFillCosts = (fill: FillRow, instrument: Instrument) => ({
  frictionMills: absMills(
    computeValueMills(instrument, toTicks(Math.abs(fill.priceTicks - fill.midTicks)), fill.lots),
  ),
  valueMills: absMills(computeValueMills(instrument, fill.priceTicks, fill.lots)),
});

/** Instruments listed in the event log, with their tick values. */
function loadInstruments(db: Database): GetInstrument {
  const listed = [...readListedInstruments(db).values()];
  const instruments = new Map(listed.flatMap((market) => [...market]));
  return (id) => {
    const instrument = instruments.get(id);
    if (!instrument) throw new Error(`instrument ${id} is not in the event log`);
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

/** Starting capital, then every valuation in the log with the notional of open positions. */
function readEquityCurve(
  db: Database,
  book: BookRow,
  fills: readonly FillRow[],
  getInstrument: GetInstrument,
): EquityPoint[] {
  const positions = new Map<string, { readonly instrumentId: string; readonly lots: Lots }>();
  const points: EquityPoint[] = [
    { atMs: book.openedMs, equityMills: book.capitalMills, notionalMills: NO_MILLS },
  ];
  let next = 0;
  const rows = db.$client.prepare<[], { seq: number; atMs: EpochMs; payload: string }>(
    "SELECT seq, at_ms AS atMs, payload FROM event WHERE type = 'PortfolioValued' ORDER BY seq",
  );
  for (const { seq, atMs, payload } of rows.iterate()) {
    for (let fill = fills[next]; fill && fill.eventSeq < seq; fill = fills[next]) {
      applyFill(positions, fill);
      next += 1;
    }
    const { marks, equityMills } = JSON.parse(payload) as RecordPayloads['PortfolioValued'];
    const values = [...positions.values()].map(({ instrumentId, lots }) =>
      absMills(
        computeValueMills(getInstrument(instrumentId), marks[instrumentId] ?? toTicks(0), lots),
      ),
    );
    points.push({ atMs, equityMills, notionalMills: sumMills(values) });
  }
  return points;
}

function applyFill(
  positions: Map<string, { readonly instrumentId: string; readonly lots: Lots }>,
  fill: FillRow,
): void {
  const before = positions.get(fill.positionId)?.lots ?? 0;
  const lots = toLots(before + (fill.isEntry ? fill.lots : -fill.lots));
  if (lots === 0) positions.delete(fill.positionId);
  else positions.set(fill.positionId, { instrumentId: fill.instrumentId, lots });
}

function countRows(db: Database): Pick<ReplayAccount, 'openPositions' | 'decisions' | 'stayedOut'> {
  const countMatches = (sql: string): number => Number(db.$client.prepare(sql).pluck().get());
  return {
    openPositions: countMatches("SELECT count(*) FROM position WHERE status = 'ACTIVE'"),
    decisions: countMatches("SELECT count(*) FROM event WHERE type = 'DecisionTaken'"),
    stayedOut: countMatches(
      "SELECT count(*) FROM event WHERE type = 'DecisionTaken' AND json_extract(payload, '$.action') = 'STAY_OUT'",
    ),
  };
}

function countRefusals(db: Database): ReplayAccount['refusals'] {
  const rows = db.$client
    .prepare<[], { code: RefusalCode; count: number }>(
      `SELECT json_extract(payload, '$.refusal.code') AS code, count(*) AS count
       FROM event WHERE type IN ('OrderRefused', 'CommandRefused') GROUP BY code ORDER BY count DESC, code`,
    )
    .all();
  return Object.fromEntries(rows.map(({ code, count }) => [code, count]));
}
