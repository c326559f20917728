// Detects limit-up and limit-down closes, at which no counterparty would trade.
import type { Instrument } from '../../trading/domain/instrument';
import type { FuturesModel } from '../../trading/simulation/market-models';
import { FUTURES_CHAINS as WORLD_CHAINS } from '../../trading/simulation/prices/futures-chains';
import { computeBand, getDailyLimit } from '../../trading/simulation/prices/limits';
import type { Chain } from './study';

/**
 * 1 for a limit-up close, -1 for limit-down, else 0, whether or not the previous close was at its
 * limit.
 */
export function getLimitState(
  futures: Pick<FuturesModel, 'getSettlement'>,
  chain: Chain,
  contract: Instrument,
  day: number,
): number {
  const row = WORLD_CHAINS.find(({ id }) => id === chain);
  if (!row) return 0;
  const [previousSettlement, settlement] = [
    futures.getSettlement(contract, day),
    futures.getSettlement(contract, day + 1),
  ];
  const bands = [false, true].map((wasLocked) =>
    computeBand(getDailyLimit(row), previousSettlement, wasLocked),
  );
  if (bands.some((band) => band !== null && settlement === band.high)) return 1;
  return bands.some((band) => band !== null && settlement === band.low) ? -1 : 0;
}
