// P&L of an account period by commodity and by strategy: realized after fees, and unrealized.
import type { ProfitRow, ProfitTable } from '../../contracts/portfolio';
import { buildBarChart } from '../charts/bar-chart.server';
import type { Terminal } from '../desk/terminal';
import { type ClosedTotals, sumClosedPositions } from '../positions/position-rows.server';
import type { DeskView } from '../../trading/desk-view';
import type { Book } from '../../trading/domain/book';
import { COMMODITIES, type CommodityKey } from '../../trading/domain/commodity';
import { formatCount, formatSignedMoney } from '../../trading/domain/format';
import { MILLS_PER_CENT, fromDollars, roundPartsToTotal } from '../../trading/domain/units';
import { getPlaybookName } from './serialize-book.server';

/** Bars of a chart; the table has all rows. */
const BARS_MAX = 8;
const CENTS_PER_DOLLAR = 100;

/** P&L of one commodity and strategy, in mills. */
interface Part {
  readonly commodity: CommodityKey;
  readonly playbookId: string | null;
  readonly realizedMills: number;
  readonly unrealizedMills: number;
  readonly closed: number;
  readonly open: number;
}

const closedByBook = new WeakMap<
  Terminal,
  Map<string, { readonly key: string; readonly rows: readonly ClosedTotals[] }>
>();

/** Sums of closed positions, read again only after a close. */
function getClosedTotals(desk: Terminal, book: Book): readonly ClosedTotals[] {
  const cached = closedByBook.get(desk) ?? new Map<string, never>();
  closedByBook.set(desk, cached);
  const key = `${book.epoch}:${book.closed}`;
  const found = cached.get(book.id);
  if (found?.key === key) return found.rows;
  const rows = sumClosedPositions(desk.db, book.userId, book);
  cached.set(book.id, { key, rows });
  return rows;
}

/** Closed and open positions; parts already closed of an open position are realized. */
const listParts = (desk: Terminal, view: DeskView, book: Book): Part[] => [
  ...getClosedTotals(desk, book).map(
    ({ commodity, playbookId, realisedMills, feesMills, trades }) => ({
      commodity,
      playbookId,
      realizedMills: realisedMills - feesMills,
      unrealizedMills: 0,
      closed: trades,
      open: 0,
    }),
  ),
  ...view.positions.map(({ position, pnlMills }) => ({
    commodity: position.commodity,
    playbookId: position.playbookId,
    realizedMills: position.realisedMills - position.feesMills,
    unrealizedMills: pnlMills,
    closed: 0,
    open: 1,
  })),
];

interface Group {
  readonly key: string;
  readonly name: string;
}

const sumCounts = (parts: readonly Part[], key: 'closed' | 'open'): number =>
  parts.reduce((sum, part) => sum + part[key], 0);

/** Sums parts by group. Each column is rounded to cents so that it sums to its total. */
function buildTable(
  parts: readonly Part[],
  view: DeskView,
  getGroup: (part: Part) => Group,
  of: string,
): ProfitTable {
  const groups = new Map<string, Group & { readonly parts: Part[] }>();
  for (const part of parts) {
    const group = getGroup(part);
    const found = groups.get(group.key) ?? { ...group, parts: [] };
    groups.set(group.key, found);
    found.parts.push(part);
  }
  const sums = [...groups.values()];
  const sumCents = (key: 'realizedMills' | 'unrealizedMills'): number[] =>
    sums.map((group) => group.parts.reduce((sum, part) => sum + part[key], 0) / MILLS_PER_CENT);
  const totalCents = Math.round(view.totalPnlMills / MILLS_PER_CENT);
  const unrealizedCents = Math.round(view.unrealisedMills / MILLS_PER_CENT);
  const realized = roundPartsToTotal(sumCents('realizedMills'), totalCents - unrealizedCents);
  const unrealized = roundPartsToTotal(sumCents('unrealizedMills'), unrealizedCents);
  const rows = sums
    .map(({ key, name, parts: members }, index): ProfitRow => {
      const [realizedCents, openCents] = [realized[index] ?? 0, unrealized[index] ?? 0];
      return {
        key,
        name,
        realized: realizedCents / CENTS_PER_DOLLAR,
        unrealized: openCents / CENTS_PER_DOLLAR,
        total: (realizedCents + openCents) / CENTS_PER_DOLLAR,
        closed: sumCounts(members, 'closed'),
        open: sumCounts(members, 'open'),
      };
    })
    .sort((a, b) => b.total - a.total || a.name.localeCompare(b.name));
  const total = totalCents / CENTS_PER_DOLLAR;
  return {
    rows,
    realized: (totalCents - unrealizedCents) / CENTS_PER_DOLLAR,
    unrealized: unrealizedCents / CENTS_PER_DOLLAR,
    total,
    closed: sumCounts(parts, 'closed'),
    open: sumCounts(parts, 'open'),
    chart: buildBarChart(
      listLargest(rows).map(({ key, name, total: value }) => ({ key, name, value })),
      formatSummary(rows, total, of),
      true,
    ),
  };
}

/** Rows with the largest absolute P&L, in the order of the table. */
function listLargest(rows: readonly ProfitRow[]): readonly ProfitRow[] {
  if (rows.length <= BARS_MAX) return rows;
  const shown = new Set(
    [...rows].sort((a, b) => Math.abs(b.total) - Math.abs(a.total)).slice(0, BARS_MAX),
  );
  return rows.filter((row) => shown.has(row));
}

function formatSummary(rows: readonly ProfitRow[], total: number, of: string): string {
  const [best, worst] = [rows[0], rows.at(-1)];
  if (!best || !worst) return 'No trade yet.';
  const formatRow = ({ name, total: value }: ProfitRow): string =>
    `${name} ${formatSignedMoney(fromDollars(value))}`;
  const ends =
    best === worst ? formatRow(best) : `best ${formatRow(best)}, worst ${formatRow(worst)}`;
  const shown =
    rows.length > BARS_MAX
      ? ` Largest ${formatCount(BARS_MAX)} of ${formatCount(rows.length)} ${of}.`
      : '';
  return `Total ${formatSignedMoney(fromDollars(total))} after fees: ${ends}.${shown}`;
}

/** A strategy belongs to one commodity; manual trades of all commodities are one row. */
const getStrategy = ({ commodity, playbookId }: Part): Group =>
  playbookId === null
    ? { key: 'manual', name: 'Manual' }
    : { key: `${commodity}:${playbookId}`, name: getPlaybookName(commodity, playbookId) };

/** Both tables of one account. Their totals equal the total P&L of other screens. */
export function buildProfitTables(
  desk: Terminal,
  view: DeskView,
  book: Book,
): { readonly byCommodity: ProfitTable; readonly byStrategy: ProfitTable } {
  const parts = listParts(desk, view, book);
  return {
    byCommodity: buildTable(
      parts,
      view,
      ({ commodity }) => ({ key: commodity, name: COMMODITIES[commodity].displayName }),
      'commodities',
    ),
    byStrategy: buildTable(parts, view, getStrategy, 'strategies'),
  };
}
