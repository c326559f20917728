// What the risk of a large book costs: forty positions in fourteen chains over fifteen hundred
// days.
import { CHAINS } from '../../trading/simulation/chains';
import { bookProfits, bookRisk } from '../../trading/risk/book-risk';
import { type DailyMoves, type Holding, getRiskGroup } from '../../trading/risk/daily-moves';
import { backtestVar } from '../../trading/risk/var-backtest';
import { seededRandom } from '../../trading/random';
import { computeMedian } from '../../trading/statistics/quantile';
import { measureSeconds } from './engine-speed';

interface RiskSpeed {
  readonly positions: number;
  readonly days: number;
  /** Medians of one core: all figures of a book, and its backtest. */
  readonly bookMs: number;
  readonly backtestMs: number;
}

const POSITIONS = 40;
const DAYS = 1520;
const ROUNDS = 200;
const BACKTESTS = 9;

export function measureRisk(): RiskSpeed {
  const random = seededRandom('bench risk');
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
  const profits = bookProfits(holdings, moves);
  const timed = (rounds: number, act: () => unknown): number =>
    1000 * computeMedian(Array.from({ length: rounds }, () => measureSeconds(act)));
  return {
    positions: POSITIONS,
    days: DAYS,
    bookMs: timed(ROUNDS, () => bookRisk(holdings, moves)),
    backtestMs: timed(BACKTESTS, () => backtestVar(profits, [0.95, 0.99])),
  };
}
