// At which limit a close of the simulated market stood: nobody could trade there on what the next
// day brings.
import type { Instrument } from '../../trading/domain/instrument';
import type { FuturesPart } from '../../trading/simulation/parts';
import { CHAINS as WORLD_CHAINS } from '../../trading/simulation/prices/chains';
import { computeBand, getDailyLimit } from '../../trading/simulation/prices/limits';
import type { Chain } from './study';

/**
 * 1 where the close of a day stands at the upper edge of the band about the settlement before,
 * whether or not that one was locked itself, -1 at the lower one, else 0.
 */
export function getLock(
  futures: Pick<FuturesPart, 'settlement'>,
  chain: Chain,
  contract: Instrument,
  day: number,
): number {
  const row = WORLD_CHAINS.find(({ id }) => id === chain);
  if (!row) return 0;
  const [before, after] = [
    futures.settlement(contract, day),
    futures.settlement(contract, day + 1),
  ];
  const bands = [false, true].map((wasLocked) =>
    computeBand(getDailyLimit(row), before, wasLocked),
  );
  if (bands.some((band) => band !== null && after === band.high)) return 1;
  return bands.some((band) => band !== null && after === band.low) ? -1 : 0;
}
