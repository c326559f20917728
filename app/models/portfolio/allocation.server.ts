// Parts of the account balance: collateral by commodity and available cash.
import type { Allocation } from '../../contracts/portfolio';
import { buildBarChart } from '../charts/bar-chart.server';
import type { DeskView } from '../../trading/desk-view';
import type { Book } from '../../trading/domain/book';
import { COMMODITIES, COMMODITY_KEYS } from '../../trading/domain/commodity';
import { formatDollars, formatPercent } from '../../trading/domain/format';
import { MILLS_PER_CENT, roundPartsToTotal, toDollars } from '../../trading/domain/units';
import { computeReservedMills } from '../../trading/risk/exposure';

const CENTS_PER_DOLLAR = 100;

/** Working entries count with the cash they reserve. */
export function buildAllocation(view: DeskView, book: Book): Allocation {
  const reserved = COMMODITY_KEYS.map((key) => ({
    key,
    name: COMMODITIES[key].displayName,
    mills: computeReservedMills(book, (commodity) => commodity === key),
  })).filter(({ mills }) => mills > 0);
  const reservedCents = Math.round((view.balanceMills - view.availableMills) / MILLS_PER_CENT);
  const cents = roundPartsToTotal(
    reserved.map(({ mills }) => mills / MILLS_PER_CENT),
    reservedCents,
  );
  const balance = toDollars(view.balanceMills);
  const rows = [
    { key: 'cash', name: 'Available cash', value: toDollars(view.availableMills) },
    ...reserved.map(({ key, name }, index) => ({
      key,
      name,
      value: (cents[index] ?? 0) / CENTS_PER_DOLLAR,
    })),
  ]
    .map((row) => ({ ...row, percent: balance === 0 ? null : (100 * row.value) / balance }))
    .sort((a, b) => b.value - a.value);
  const invested = reservedCents / CENTS_PER_DOLLAR;
  return {
    rows,
    balance,
    chart: buildBarChart(
      rows.map(({ key, name, value, percent }) => ({
        key,
        name,
        value,
        ...(percent === null ? {} : { note: formatPercent(percent, 1) }),
      })),
      `${formatDollars(invested)} of the balance of ${formatDollars(balance)} is collateral of positions and working entries.`,
      false,
    ),
  };
}
