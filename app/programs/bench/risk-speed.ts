// Time of the risk figures of a large account: 40 positions in 14 chains over 1,520 days.
import { CHAINS } from '../../trading/simulation/chains';
import { computeBookProfits, computeHoldingsRisk } from '../../trading/risk/book-risk';
import type { DailyMoves, Holding } from '../../trading/risk/daily-moves';
import { getRiskGroup } from '../../trading/risk/risk-groups';
import { backtestVar } from '../../trading/risk/var-backtest';
import { createSeededRandom } from '../../trading/random';
import { computeMedian } from '../../trading/statistics/quantile';
import { measureSeconds } from './engine-speed';

interface RiskSpeed {
  readonly positions: number;
  readonly days: number;
  /** Median milliseconds on one core: all risk figures, and the VaR backtest. */
  readonly bookMs: number;
  readonly backtestMs: number;
}

const POSITIONS = 40;
const DAYS = 1520;
const ROUNDS = 200;
const BACKTESTS = 9;

export function measureRisk(): RiskSpeed {
  const random = createSeededRandom('bench risk');
  const moves = new Map(
    CHAINS.map(({ id }): [string, DailyMoves] => [
      id,
      {
        chain: id,
        kind: 'ratio',
        values: Float64Array.from(
          { length: DAYS },
          (_, day) => 0.06 * (random.uniform(id, day) - 0.5),
        ),
      },
    ]),
  );
  const holdings = Array.from({ length: POSITIONS }, (_, nth): Holding => {
    const chain = CHAINS[nth % CHAINS.length] as (typeof CHAINS)[number];
    return {
      id: String(nth),
      chain: chain.id,
      group: getRiskGroup(chain.commodity),
      exposure: 1000 * (random.uniform('size', nth) - 0.4),
    };
  });
  const profits = computeBookProfits(holdings, moves);
  const measureMedianMs = (rounds: number, act: () => unknown): number =>
    1000 * computeMedian(Array.from({ length: rounds }, () => measureSeconds(act)));
  return {
    positions: POSITIONS,
    days: DAYS,
    bookMs: measureMedianMs(ROUNDS, () => computeHoldingsRisk(holdings, moves)),
    backtestMs: measureMedianMs(BACKTESTS, () => backtestVar(profits, [0.95, 0.99])),
  };
}
