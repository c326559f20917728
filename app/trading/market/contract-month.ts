/** Instruments of contract months: code, first day of delivery, roll and expiry. */
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import { createContractInstrument, getContract } from '../domain/contract';
import { MONTH_LETTERS } from '../domain/contract-row';
import type { Instrument } from '../domain/instrument';
import { HOUR_MS } from '../domain/time';
import { getBusinessDayBefore } from './calendar';
import { computeLastTradeDay, formatContractCode } from './expiry';

/** Positions roll this many business days before the last trade date, at this hour of UTC. */
const ROLL_BUSINESS_DAYS = 2;
const ROLL_HOUR_MS = 14 * HOUR_MS;
/** Trading ends on the last trade date at this hour of UTC. */
const EXPIRY_HOUR_MS = 22 * HOUR_MS;

/** A month of a chain; `month` 1 to 12. */
interface ChainMonth {
  readonly chain: string;
  readonly commodity: CommodityKey;
  readonly year: number;
  readonly month: number;
}

/** Such as NG.Z26. */
export const formatMonthId = ({ chain, commodity, ...month }: ChainMonth): string =>
  `${chain}.${formatContractCode(getContract(commodity), month).slice(-3)}`;

export function createMonthInstrument(month: ChainMonth): Instrument {
  const { chain, commodity } = month;
  const contract = getContract(commodity);
  const lastMs = computeLastTradeDay(contract.lastTrade, month);
  return {
    ...createContractInstrument(commodity, formatMonthId(month)),
    contract: {
      chain,
      code: formatContractCode(contract, month),
      delivery: new Date(Date.UTC(month.year, month.month - 1, 1)).toISOString().slice(0, 10),
      rollMs: getBusinessDayBefore(lastMs, ROLL_BUSINESS_DAYS) + ROLL_HOUR_MS,
      expiresMs: lastMs + EXPIRY_HOUR_MS,
    },
  };
}

const MONTH_ID = /^([A-Z]+)\.([A-Z])(\d\d)$/;

/** The month of an id such as NG.Z26, in this century; null for any other id, e.g. a power strip. */
export function findMonthInstrument(id: string): Instrument | null {
  const [, chain = '', letter = '', year = ''] = MONTH_ID.exec(id) ?? [];
  const month = MONTH_LETTERS.indexOf(letter) + 1;
  const commodity = COMMODITY_KEYS.find((key) => COMMODITIES[key].symbolPrefix === chain);
  if (commodity === undefined || commodity === 'electricity' || letter === '' || month === 0)
    return null;
  return createMonthInstrument({ chain, commodity, year: 2000 + Number(year), month });
}
