/**
 * First day on which the holder of a long position may be assigned delivery.
 *
 * Rules: CBOT grains last business day before the delivery month (rulebook chapters 10, 11 and 14);
 * ICE coffee seven and cotton five business days before the first business day of the delivery
 * month, orange juice that day itself (ICE Futures US, product pages). Energy contracts are noticed
 * after their last trade. Not verified against the notice calendar of the exchange.
 */
import type { CommodityKey } from '../domain/commodity';
import type { ContractTerms } from '../domain/instrument';
import { type DayMs, getBusinessDayBefore, getBusinessDayFrom } from './calendar';

/** Business days before the first business day of the delivery month; null: after the last trade. */
const NOTICE_BUSINESS_DAYS: Readonly<Record<CommodityKey, number | null>> = {
  electricity: null,
  'natural-gas': null,
  corn: 1,
  soybeans: 1,
  wheat: 1,
  'orange-juice': 0,
  oil: null,
  coffee: 7,
  'crude-oil': null,
  cotton: 5,
};

/** First notice day as midnight UTC of that date; null where notices follow the last trade. */
export function findFirstNoticeDay(
  commodity: CommodityKey,
  { delivery }: Pick<ContractTerms, 'delivery'>,
): DayMs | null {
  const businessDays = NOTICE_BUSINESS_DAYS[commodity];
  if (businessDays === null) return null;
  const month = new Date(delivery);
  const first = getBusinessDayFrom(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1));
  return businessDays === 0 ? first : getBusinessDayBefore(first, businessDays);
}
