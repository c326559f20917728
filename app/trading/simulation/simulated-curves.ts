/** Prices of all listed months of the simulated market. */
import { toNumber } from '../domain/instrument';
import type { CurvePoint, CurveSource } from '../market/curve-source';
import { WORLD_EPOCH_MS, getDay } from './calendar';
import { CHAINS } from './chains';
import type { World } from './world';

/** Nothing is stored: prices are computed from the simulation on demand. */
export function createSimulatedCurves(
  world: Pick<World, 'curveAt' | 'listMonthsAt' | 'futures' | 'power'>,
  market: string,
): CurveSource {
  const findListedChain = (id: string, atMs: number) =>
    atMs < WORLD_EPOCH_MS ? undefined : CHAINS.find((chain) => chain.id === id);
  return {
    market,
    listMonths: (chain, atMs) =>
      findListedChain(chain, atMs) ? world.listMonthsAt(chain, atMs) : [],
    listCurve: (chain, atMs) => (findListedChain(chain, atMs) ? world.curveAt(chain, atMs) : []),
    listDayCurve(id, atMs): readonly CurvePoint[] {
      const chain = findListedChain(id, atMs);
      if (!chain) return [];
      const day = getDay(atMs);
      const model = chain.isPower ? world.power : world.futures;
      return world.listMonthsAt(id, atMs).map((instrument) => {
        const tick = toNumber(instrument.tick);
        const price = Math.round(model.getSettlement(instrument, day) / tick) * tick;
        return { instrument, price: Number(price.toFixed(instrument.tick.decimals)) };
      });
    },
  };
}
