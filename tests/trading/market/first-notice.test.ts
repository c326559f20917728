import { describe, expect, it } from 'vitest';
import { COMMODITY_KEYS, type CommodityKey } from '../../../app/trading/domain/commodity';
import { CONTRACT_TABLE } from '../../../app/trading/domain/contract-table';
import { isBusinessDay } from '../../../app/trading/market/calendar';
import { computeLastTradeDay, isListedMonth } from '../../../app/trading/market/expiry';
import { findFirstNoticeDay } from '../../../app/trading/market/first-notice';

const findNotice = (commodity: CommodityKey, delivery: string): string | null => {
  const day = findFirstNoticeDay(commodity, { delivery });
  return day === null ? null : new Date(day).toISOString().slice(0, 10);
};

describe('first notice day', () => {
  it.each([
    ['coffee', '2026-12-01', '2026-11-19'],
    ['cotton', '2026-12-01', '2026-11-23'],
    ['coffee', '2027-03-01', '2027-02-18'],
    ['cotton', '2027-03-01', '2027-02-22'],
    ['corn', '2026-12-01', '2026-11-30'],
    ['wheat', '2027-03-01', '2027-02-26'],
    // Jan 1 is a holiday: the first business day is Jan 4.
    ['soybeans', '2027-01-01', '2026-12-31'],
    ['orange-juice', '2027-01-01', '2027-01-04'],
  ] as const)('is for %s of %s on %s', (commodity, delivery, notice) => {
    expect(findNotice(commodity, delivery)).toBe(notice);
  });

  it('is none where notices follow the last trade', () => {
    for (const commodity of ['electricity', 'natural-gas', 'oil', 'crude-oil'] as const)
      expect(findNotice(commodity, '2026-12-01')).toBeNull();
  });

  it('is a business day before the last trade of each listed month', () => {
    for (const commodity of COMMODITY_KEYS)
      for (let month = 0; month < 60; month += 1) {
        const delivery = new Date(Date.UTC(2026, month, 1));
        const contractMonth = {
          year: delivery.getUTCFullYear(),
          month: delivery.getUTCMonth() + 1,
        };
        const contract = CONTRACT_TABLE[commodity];
        const day = findFirstNoticeDay(commodity, { delivery: delivery.toISOString() });
        if (day === null || !isListedMonth(contract, contractMonth)) continue;
        expect(isBusinessDay(day)).toBe(true);
        expect(day).toBeLessThan(computeLastTradeDay(contract.lastTrade, contractMonth));
      }
  });
});
