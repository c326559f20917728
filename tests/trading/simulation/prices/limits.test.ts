import { describe, expect, it } from 'vitest';
import {
  FUTURES_CHAINS,
  findChainIndex,
} from '../../../../app/trading/simulation/prices/futures-chains';
import { computeBand, getDailyLimit } from '../../../../app/trading/simulation/prices/limits';

const getLimit = (id: string) => getDailyLimit(FUTURES_CHAINS[findChainIndex(id)]!);

describe('daily limits', () => {
  it.each([
    { id: 'CORN', settlement: 450, wasLocked: false, low: 420, high: 480 },
    { id: 'CORN', settlement: 450, wasLocked: true, low: 405, high: 495 },
    { id: 'SOYB', settlement: 1000, wasLocked: false, low: 930, high: 1070 },
    { id: 'OJ', settlement: 150, wasLocked: false, low: 140, high: 160 },
    { id: 'OJ', settlement: 150, wasLocked: true, low: 130, high: 170 },
    { id: 'OJ', settlement: 240, wasLocked: false, low: 213, high: 267 },
    { id: 'OJ', settlement: 300, wasLocked: true, low: 220, high: 380 },
    { id: 'CT', settlement: 40, wasLocked: false, low: 37, high: 43 },
    { id: 'CT', settlement: 78, wasLocked: false, low: 74, high: 82 },
    { id: 'CT', settlement: 78, wasLocked: true, low: 72, high: 84 },
    { id: 'CT', settlement: 200, wasLocked: true, low: 193, high: 207 },
    { id: 'CT', settlement: 200, wasLocked: false, low: 193, high: 207 },
  ])(
    'keep $id within $low and $high about $settlement, locked before: $wasLocked',
    ({ id, settlement, wasLocked, low, high }) => {
      const band = computeBand(getLimit(id), settlement, wasLocked);
      expect(band?.low).toBeCloseTo(low, 9);
      expect(band?.high).toBeCloseTo(high, 9);
    },
  );

  it.each(['KC', 'NG', 'CL', 'HO'])('do not apply to %s', (id) =>
    expect(computeBand(getLimit(id), 210, true)).toBeNull(),
  );
  it('stay above zero', () => expect(computeBand(getLimit('OJ'), 5, true)?.low).toBeGreaterThan(0));
});
