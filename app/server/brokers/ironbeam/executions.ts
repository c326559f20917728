// Executions at Ironbeam and their versions: each is reported once, and a changed one as a correction.
import type { Instrument } from '../../../trading/domain/instrument';
import type { BookedFill, Order } from '../../../trading/domain/order';
import { type EpochMs, type Mills, toMills } from '../../../trading/domain/units';
import { PART_SEPARATOR } from '../../../trading/engine/fill-parts';
import type { TradeReport } from '../../../trading/ports';
import { toContractLots, toVenueTicks } from '../whole-contracts';
import type { FillRow } from './answers';

/** Dollars for one contract and side: the API states no fee of an execution. */
const ESTIMATED_COMMISSION = 2.5;
const VERSION_SEPARATOR = '.';

interface Version {
  readonly number: number;
  readonly lots: number;
  readonly priceTicks: number;
  readonly eventMs: number;
}

/**
 * The number of the update is unique by the description of the API. Without it, the filled quantity
 * after the execution distinguishes those of one order.
 */
const getKey = ({ orderUpdateId, orderId, fillTotalQuantity }: FillRow): string =>
  orderUpdateId ??
  `${orderId.replaceAll(/[^\w-]/g, '_')}-${String(fillTotalQuantity ?? 0).replace('.', '_')}`;

const formatId = (key: string, version: number): string =>
  version === 1 ? key : `${key}${VERSION_SEPARATOR}${version}`;

export class Executions {
  private readonly versions = new Map<string, Version>();

  constructor(private readonly nowMs: () => EpochMs) {}

  /** The newest version of an execution, whether or not it was reported before. */
  buildReport(row: FillRow, order: Order, instrument: Instrument): TradeReport {
    const key = getKey(row);
    const { number, lots, priceTicks } = this.updateVersion(key, row, order, instrument);
    const fill = {
      orderId: order.id,
      executionId: formatId(key, number),
      lots: lots as TradeReport['lots'],
      priceTicks: priceTicks as TradeReport['priceTicks'],
      midTicks: priceTicks as TradeReport['midTicks'],
      feeMills: estimateFee(row.fillQuantity),
      atMs: this.nowMs(),
    };
    if (number === 1) return { type: 'Filled', ...fill };
    const replacesIds = Array.from({ length: number - 1 }, (_, index) =>
      formatId(key, number - 1 - index),
    );
    return { type: 'Corrected', replacesIds, ...fill };
  }

  /** A row of an earlier time than the known version changes nothing. */
  private updateVersion(key: string, row: FillRow, order: Order, instrument: Instrument): Version {
    const known = this.versions.get(key) ?? findBookedVersion(key, order);
    const lots = toContractLots(instrument, row.fillQuantity);
    const priceTicks = toVenueTicks(instrument, row.fillPrice);
    const eventMs = row.timeOrderEvent ?? known?.eventMs ?? 0;
    const isSame = known?.lots === lots && known.priceTicks === priceTicks;
    if (known && (isSame || eventMs < known.eventMs)) return known;
    const version = { number: (known?.number ?? 0) + 1, lots, priceTicks, eventMs };
    this.versions.set(key, version);
    return version;
  }
}

const estimateFee = (contracts: number): Mills =>
  toMills(Math.round(ESTIMATED_COMMISSION * contracts * 1000));

/** The version that an earlier run booked, in one part or more. */
function findBookedVersion(key: string, { remote }: Order): Version | null {
  const fills = remote?.fills ?? [];
  const numbers = fills.flatMap((fill) => parseVersion(key, fill) ?? []);
  if (numbers.length === 0) return null;
  const number = Math.max(...numbers);
  const parts = fills.filter((fill) => parseVersion(key, fill) === number);
  return {
    number,
    lots: parts.reduce((sum, fill) => sum + fill.lots, 0),
    priceTicks: parts[0]?.priceTicks ?? 0,
    eventMs: 0,
  };
}

/** Null for a fill of another execution. */
function parseVersion(key: string, { executionId }: BookedFill): number | null {
  const [id = ''] = executionId.split(PART_SEPARATOR);
  if (id === key) return 1;
  return id.startsWith(`${key}${VERSION_SEPARATOR}`) ? Number(id.slice(key.length + 1)) : null;
}
