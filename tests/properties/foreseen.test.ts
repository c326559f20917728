// The predictable part of moves is unbiased, and zero in an efficient market.
import { describe, expect, it } from 'vitest';
import { getDayStartMs } from '../../app/trading/simulation/calendar';
import type { PredictableMove } from '../../app/trading/simulation/market-models';
import { getPredictableMove } from '../../app/trading/simulation/predictable-move';
import { listTradableMonths } from '../../app/trading/simulation/market-knowledge';
import { type World, createWorld } from '../../app/trading/simulation/world';

const FUTURES = ['NG', 'CL', 'HO', 'CORN', 'SOYB', 'WHEAT', 'KC', 'OJ', 'CT'];
const [FIRST, LAST] = [60, 760];

const computeSum = ({ news, bias, reports, premium, trend, noise }: PredictableMove): number =>
  news + bias + reports + premium + trend + noise;

/** Predicted and realized log moves of the front months, chain by chain. */
function buildMoves(world: World): readonly (readonly [foreseen: number, move: number])[] {
  const found: [number, number][] = [];
  for (let day = FIRST; day < LAST; day += 1) {
    for (const chain of FUTURES) {
      const [front] = listTradableMonths(world, chain, getDayStartMs(day));
      if (!front) continue;
      const move = Math.log(
        world.futures.getSettlement(front, day + 1) / world.futures.getSettlement(front, day),
      );
      found.push([computeSum(getPredictableMove(world, front, day)), move]);
    }
  }
  return found;
}

describe('the predictable part of a move', () => {
  it('is unbiased on average and in size', () => {
    const moves = buildMoves(createWorld({ seed: 'foreseen' }));
    const squares = moves.reduce((sum, [foreseen]) => sum + foreseen * foreseen, 0);
    const slope = moves.reduce((sum, [foreseen, move]) => sum + foreseen * move, 0) / squares;
    const rest =
      moves.reduce((sum, [foreseen, move]) => sum + (move - slope * foreseen) ** 2, 0) /
      moves.length;
    const error = Math.sqrt(rest / squares);
    expect(error).toBeLessThan(0.2);
    expect(Math.abs(slope - 1)).toBeLessThan(3 * error);
  });

  it('is zero in an efficient market', () => {
    const world = createWorld({ seed: 'foreseen', alpha: { efficient: true } });
    expect(buildMoves(world).every(([foreseen]) => foreseen === 0)).toBe(true);
    const [strip] = listTradableMonths(world, 'ET-PJM', getDayStartMs(100));
    expect(strip && computeSum(getPredictableMove(world, strip, 100))).toBe(0);
  });

  it('of a strip matches its later move', () => {
    const world = createWorld({ seed: 'foreseen' });
    let [products, squares, rest, count] = [0, 0, 0, 0];
    for (let day = 150; day < 240; day += 3) {
      for (const hub of ['ET-PJM', 'ET-ERCOT', 'ET-MISO', 'ET-NYISO']) {
        const [strip] = listTradableMonths(world, hub, getDayStartMs(day));
        if (!strip) continue;
        const foreseen = computeSum(getPredictableMove(world, strip, day));
        const move =
          world.power.getSettlement(strip, day + 1) - world.power.getSettlement(strip, day);
        products += foreseen * move;
        squares += foreseen * foreseen;
        rest += move * move;
        count += 1;
      }
    }
    const error = Math.sqrt(rest / count / squares);
    expect(products / squares).toBeGreaterThan(1 - 3 * error);
    expect(products / squares).toBeLessThan(1 + 3 * error);
  });
});
