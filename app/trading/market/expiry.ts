/** The last day on which a contract month trades. */
import { type ContractRow, type LastTradeRule, MONTH_LETTERS } from '../domain/contract-row';
import { type DayMs, businessDaysBefore, isBusinessDay } from './calendar';

/** A contract month: the year and month (1 to 12) of delivery. */
interface ContractMonth {
  readonly year: number;
  readonly month: number;
}

/** Whether the venue lists this month of the year. */
export const isListed = (
  contract: Pick<ContractRow, 'listedMonths'>,
  { month }: ContractMonth,
): boolean => contract.listedMonths.includes(MONTH_LETTERS.charAt(month - 1) || ' ');

/** The code of a contract month, such as NGZ26. */
export const contractCode = (
  contract: Pick<ContractRow, 'venueCode'>,
  { year, month }: ContractMonth,
): string =>
  `${contract.venueCode}${MONTH_LETTERS.charAt(month - 1)}${String(year % 100).padStart(2, '0')}`;

/** The last trade date by rule, as midnight UTC of that date. */
export function lastTradeDay(rule: LastTradeRule, { year, month }: ContractMonth): DayMs {
  if (rule.kind === 'before-month-end') {
    const lastBusinessDay = businessDaysBefore(Date.UTC(year, month, 1), 1);
    return rule.businessDays === 0
      ? lastBusinessDay
      : businessDaysBefore(lastBusinessDay, rule.businessDays);
  }
  const day = Date.UTC(year, month - 1 - rule.monthsBefore, rule.day);
  const from = rule.fromBusinessDay && !isBusinessDay(day) ? businessDaysBefore(day, 0) : day;
  return businessDaysBefore(from, rule.businessDays);
}

/**
 * The first listed month whose last trade date is this day or later: the front month, with that
 * date.
 */
export function frontMonth(
  contract: ContractRow,
  day: DayMs,
): ContractMonth & { readonly lastTradeDay: DayMs } {
  const start = new Date(day);
  // contracts expire up to a month before delivery, and thin cycles list few months
  for (let ahead = 0; ahead <= MONTHS_AHEAD_MAX; ahead += 1) {
    const at = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + ahead, 1));
    const month = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1 };
    const last = lastTradeDay(contract.lastTrade, month);
    if (isListed(contract, month) && last >= day) return { ...month, lastTradeDay: last };
  }
  throw new RangeError(
    `${contract.venueCode} lists no month within a year of ${start.toISOString().slice(0, 10)}`,
  );
}

const MONTHS_AHEAD_MAX = 14;
