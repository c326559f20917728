/** The predictable part of a contract's daily move, given the simulator's full state. */
import type { PredictableModel, PredictableMove } from './market-models';
import type { Instrument } from '../domain/instrument';
import { findChain } from './chains';
import type { World } from './world';

const isPredictableModel = (model: object): model is PredictableModel =>
  'getPredictableMove' in model;

/**
 * Predictable move on the day that starts at a midnight. Throws RangeError if the model does not
 * report it.
 */
export function getPredictableMove(
  world: Pick<World, 'futures' | 'power'>,
  instrument: Instrument,
  day: number,
): PredictableMove {
  const model = findChain(instrument.id).isPower ? world.power : world.futures;
  if (!isPredictableModel(model))
    throw new RangeError(`no predictable move is available for ${instrument.id}`);
  return model.getPredictableMove(instrument, day);
}
