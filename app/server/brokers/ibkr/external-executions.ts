// Executions in the account that carry no reference of ours: by phone, in another program, or by the broker.
import type { Instrument } from '../../../trading/domain/instrument';
import type { ExternalTrade } from '../../../trading/ports';
import { toContractLots, toVenueTicks } from '../whole-contracts';
import { isSameContract } from './contract-terms';
import { getVersion, removeVersion } from './execution-versions';
import type { ExecutionRow } from './gateway-rows';
import { parseOrderId } from './reported-orders';

/** In contracts that the terminal lists, in the order of the rows; of a corrected one its newest version. */
export function listExternalTrades(
  rows: readonly ExecutionRow[],
  instruments: readonly Instrument[],
): readonly ExternalTrade[] {
  const external = rows.filter(({ orderRef }) => parseOrderId(orderRef) === null);
  return external
    .filter((row) => !external.some((other) => isLaterVersion(other, row)))
    .flatMap((row) => toExternalTrade(row, instruments) ?? []);
}

const isLaterVersion = (other: ExecutionRow, { executionId }: ExecutionRow): boolean =>
  removeVersion(other.executionId) === removeVersion(executionId) &&
  getVersion(other.executionId) > getVersion(executionId);

function toExternalTrade(
  row: ExecutionRow,
  instruments: readonly Instrument[],
): ExternalTrade | null {
  const instrument = instruments.find((each) => isSameContract(row, each));
  if (!instrument) return null;
  const lots = toContractLots(instrument, row.quantity);
  return {
    instrumentId: instrument.id,
    executionId: row.executionId,
    signedLots: row.side === 'BUY' ? lots : -lots,
    priceTicks: toVenueTicks(instrument, row.price),
  };
}
