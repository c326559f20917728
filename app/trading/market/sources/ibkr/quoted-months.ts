/** Contracts whose quotes are requested of a gateway. */
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../../domain/commodity';
import { getContract } from '../../../domain/contract';
import type { Instrument } from '../../../domain/instrument';
import { DAY_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { createMonthInstrument } from '../../contract-month';
import { findFrontMonth } from '../../expiry';
import { getWallTime } from '../../local-time';
import { LINES_MAX } from './quote-line';

/** Months of each contract, beside those that are held or have other prices. */
const MONTHS_AHEAD = 4;

/** Power contracts are not offered there. */
const QUOTED_COMMODITIES: readonly CommodityKey[] = COMMODITY_KEYS.filter(
  (key) => key !== 'electricity',
);

interface KnownContracts {
  /** Contracts with open positions. */
  readonly held: readonly Instrument[];
  /** Contracts with prices of other sources. */
  readonly listed: readonly Instrument[];
}

/**
 * Contracts that still trade, at most as many as an account has lines: those that are held, all front
 * months, all second months and so on, then the others that are listed, the nearest first.
 */
export function listQuotedMonths(
  { held, listed }: KnownContracts,
  nowMs: EpochMs,
): readonly Instrument[] {
  const chains = QUOTED_COMMODITIES.map((commodity) => listNearMonths(commodity, nowMs));
  const ranks = Array.from({ length: MONTHS_AHEAD }, (_, rank) =>
    chains.flatMap((months) => months[rank] ?? []),
  ).flat();
  const others = [...listed].sort((a, b) => getExpiryMs(a) - getExpiryMs(b));
  const wanted = [...held, ...ranks, ...others].filter(
    (instrument) => isQuoted(instrument) && getExpiryMs(instrument) > nowMs,
  );
  return [...new Map(wanted.map((instrument) => [instrument.id, instrument])).values()].slice(
    0,
    LINES_MAX,
  );
}

const getExpiryMs = ({ contract }: Instrument): EpochMs => contract?.expiresMs ?? -Infinity;

const isQuoted = ({ commodity }: Instrument): boolean => QUOTED_COMMODITIES.includes(commodity);

function listNearMonths(commodity: CommodityKey, nowMs: EpochMs): readonly Instrument[] {
  const contract = getContract(commodity);
  let { dayMs } = getWallTime(nowMs, contract.session.zone);
  return Array.from({ length: MONTHS_AHEAD }, () => {
    const { year, month, lastTradeDay } = findFrontMonth(contract, dayMs);
    dayMs = lastTradeDay + DAY_MS;
    return createMonthInstrument({
      chain: COMMODITIES[commodity].symbolPrefix,
      commodity,
      year,
      month,
    });
  });
}
