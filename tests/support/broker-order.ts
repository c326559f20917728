// An order for a broker or a check, without an engine.
import type { Order } from '../../app/trading/domain/order';
import { NO_LOTS, NO_MILLS, toLots } from '../../app/trading/domain/units';

/** A market order to buy ten lots of natural gas, with changes. */
export const buildBrokerOrder = (change: Partial<Order>): Order => ({
  id: 'o1',
  bookId: 'ann:simulation',
  commodity: 'natural-gas',
  instrumentId: 'NG',
  side: 'BUY',
  type: 'MARKET',
  purpose: 'ENTRY',
  lots: toLots(10),
  filledLots: NO_LOTS,
  priceTicks: null,
  positionId: 'p1',
  groupId: null,
  playbookId: null,
  stopDistanceTicks: null,
  targetDistanceTicks: null,
  reservedMills: NO_MILLS,
  state: 'SENT',
  executionIds: [],
  placedMs: 0,
  ...change,
});
