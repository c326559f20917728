// A small gas market whose chances are known in closed form, so that power can be judged without
// the other futures.
import { createContractInstrument } from '../../../../app/trading/domain/contract';
import type { Instrument } from '../../../../app/trading/domain/instrument';
import { getDayStartMs, isWeekend } from '../../../../app/trading/simulation/calendar';
import {
  type RandomStreams,
  createRandomStreams,
} from '../../../../app/trading/simulation/random-streams';
import { createCheckpointedFold } from '../../../../app/trading/simulation/checkpointed-fold';
import type { FuturesModel, WorldOptions } from '../../../../app/trading/simulation/market-models';
import { type PowerMarket, createPower } from '../../../../app/trading/simulation/power/power';
import { createWeather } from '../../../../app/trading/simulation/weather/weather';
import { DAY_MS } from '../../../../app/trading/domain/time';

const GAS_SIGMA = 0.03;
const GAS_HOME = 0.999;

const gasMonth = (index: number): Instrument => {
  const date = new Date(Date.UTC(2010, index, 1));
  const expiresMs = Date.UTC(2010, index, -3, 22);
  const id = `NG.${index}`;
  return {
    ...createContractInstrument('natural-gas', id),
    contract: {
      chain: 'NG',
      code: id,
      delivery: date.toISOString().slice(0, 10),
      rollMs: expiresMs - 2 * DAY_MS,
      expiresMs,
    },
  };
};
const MONTHS: readonly Instrument[] = Array.from({ length: 600 }, (_, index) => gasMonth(index));

/**
 * Gas months that all move as one lognormal price, weekends at rest; slowly pulled home so that no
 * world runs away.
 */
export function fakeGas(chance: RandomStreams, level = 3.6): FuturesModel {
  const stream = chance.getStream('fake/gas');
  const lane = createCheckpointedFold<number>(
    () => 0,
    (before, day) =>
      GAS_HOME * before + (isWeekend(day - 1) ? 0 : GAS_SIGMA * chance.drawNormal(stream, day - 1)),
  );
  const getSettlement: FuturesModel['getSettlement'] = (_, day) =>
    level * Math.exp(lane.getState(day));
  return {
    listInstruments: (_chain, day) => {
      const first = MONTHS.findIndex(
        ({ contract }) => (contract?.expiresMs ?? 0) > getDayStartMs(day),
      );
      return MONTHS.slice(first, first + 13);
    },
    getSettlement: getSettlement,
    getLock: () => 0,
    getScarcity: () => 0,
    getPath: (instrument, day) => {
      const from = Math.log(getSettlement(instrument, day));
      return {
        scale: 'log',
        from,
        diffusion: Math.log(getSettlement(instrument, day + 1)) - from,
        sigma: isWeekend(day) ? 0.001 : GAS_SIGMA,
        steps: [],
        band: null,
        volatilityRatio: 1,
      };
    },
    getTightness: () => 0,
    forget: () => lane.forget(),
  };
}

/** Power on the weather of a seed and small gas. */
export function buildPower(options: WorldOptions): PowerMarket {
  const chance = createRandomStreams(options.seed);
  return createPower(options, chance, createWeather(options, chance), fakeGas(chance));
}
