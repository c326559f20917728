/** Last trade dates, contract codes and front months. */
import { type ContractRow, type LastTradeRule, MONTH_LETTERS } from '../domain/contract-row';
import { type DayMs, getBusinessDayBefore, isBusinessDay } from './calendar';

/** Delivery year and month (1 to 12). */
interface ContractMonth {
  readonly year: number;
  readonly month: number;
}

/** True when the venue lists this month. */
export const isListedMonth = (
  contract: Pick<ContractRow, 'listedMonths'>,
  { month }: ContractMonth,
): boolean => contract.listedMonths.includes(MONTH_LETTERS.charAt(month - 1) || ' ');

/** Venue code of a contract month, e.g. NGZ26. */
export const formatContractCode = (
  contract: Pick<ContractRow, 'venueCode'>,
  { year, month }: ContractMonth,
): string =>
  `${contract.venueCode}${MONTH_LETTERS.charAt(month - 1)}${String(year % 100).padStart(2, '0')}`;

/** Last trade date by rule, as midnight UTC of that date. */
export function computeLastTradeDay(rule: LastTradeRule, { year, month }: ContractMonth): DayMs {
  if (rule.kind === 'before-month-end') {
    const lastBusinessDay = getBusinessDayBefore(Date.UTC(year, month, 1), 1);
    return rule.businessDays === 0
      ? lastBusinessDay
      : getBusinessDayBefore(lastBusinessDay, rule.businessDays);
  }
  const day = Date.UTC(year, month - 1 - rule.monthsBefore, rule.day);
  const from = rule.fromBusinessDay && !isBusinessDay(day) ? getBusinessDayBefore(day, 0) : day;
  return getBusinessDayBefore(from, rule.businessDays);
}

/** The front month of a day: the first listed month not yet past its last trade date. */
export function findFrontMonth(
  contract: ContractRow,
  day: DayMs,
): ContractMonth & { readonly lastTradeDay: DayMs } {
  const start = new Date(day);
  // contracts expire up to a month before delivery, and thin cycles list few months
  for (let months = 0; months <= MONTHS_AHEAD_MAX; months += 1) {
    const at = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1));
    const month = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1 };
    const last = computeLastTradeDay(contract.lastTrade, month);
    if (isListedMonth(contract, month) && last >= day) return { ...month, lastTradeDay: last };
  }
  throw new RangeError(
    `${contract.venueCode} lists no month within a year of ${start.toISOString().slice(0, 10)}`,
  );
}

const MONTHS_AHEAD_MAX = 14;
