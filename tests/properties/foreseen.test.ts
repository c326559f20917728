// What the simulator says could be foreseen of a move: it is paid on average, to the full, and is
// nothing in an efficient world.
import { describe, expect, it } from 'vitest';
import { dayStartMs } from '../../app/trading/simulation/calendar';
import type { Foreseen } from '../../app/trading/simulation/parts';
import { foreseenMove } from '../../app/trading/simulation/predictable-component';
import { heldMonths } from '../../app/trading/simulation/knowledge';
import { type World, createWorld } from '../../app/trading/simulation/world';

const FUTURES = ['NG', 'CL', 'HO', 'CORN', 'SOYB', 'WHEAT', 'KC', 'OJ', 'CT'];
const [FIRST, LAST] = [60, 760];

const computeSum = ({ news, reports, premium, noise }: Foreseen): number =>
  news + reports + premium + noise;

/** Foreseen and realized log moves of the months in force, chain after chain. */
function buildMoves(world: World): readonly (readonly [foreseen: number, move: number])[] {
  const found: [number, number][] = [];
  for (let day = FIRST; day < LAST; day += 1) {
    for (const chain of FUTURES) {
      const [front] = heldMonths(world, chain, dayStartMs(day));
      if (!front) continue;
      const move = Math.log(
        world.futures.settlement(front, day + 1) / world.futures.settlement(front, day),
      );
      found.push([computeSum(foreseenMove(world, front, day)), move]);
    }
  }
  return found;
}

describe('what is foreseen of a move', () => {
  it('comes to pass, on average and in its size', () => {
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

  it('is nothing in an efficient world', () => {
    const world = createWorld({ seed: 'foreseen', alpha: { efficient: true } });
    expect(buildMoves(world).every(([foreseen]) => foreseen === 0)).toBe(true);
    const [strip] = heldMonths(world, 'ET-PJM', dayStartMs(100));
    expect(strip && computeSum(foreseenMove(world, strip, 100))).toBe(0);
  });

  it('of a strip is what its news and noise will do', () => {
    const world = createWorld({ seed: 'foreseen' });
    let [products, squares, rest, count] = [0, 0, 0, 0];
    for (let day = 150; day < 240; day += 3) {
      for (const hub of ['ET-PJM', 'ET-ERCOT', 'ET-MISO', 'ET-NYISO']) {
        const [strip] = heldMonths(world, hub, dayStartMs(day));
        if (!strip) continue;
        const foreseen = computeSum(foreseenMove(world, strip, day));
        const move = world.power.settlement(strip, day + 1) - world.power.settlement(strip, day);
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
