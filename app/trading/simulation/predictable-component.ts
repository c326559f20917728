/**
 * What of a day's move could be foreseen by someone who knew all that the simulator knows at its
 * midnight: the alpha budget, contract by contract.
 */
import type { Foreseeing, Foreseen } from './parts';
import type { Instrument } from '../domain/instrument';
import { findChain } from './chains';
import type { World } from './world';

const canForesee = (part: object): part is Foreseeing => 'foreseen' in part;

/**
 * What could be foreseen of an instrument's move on the day that begins at a midnight. Throws for a
 * world whose parts do not tell.
 */
export function foreseenMove(
  world: Pick<World, 'futures' | 'power'>,
  instrument: Instrument,
  day: number,
): Foreseen {
  const part = findChain(instrument.id).isPower ? world.power : world.futures;
  if (!canForesee(part))
    throw new RangeError(`nobody can tell what is foreseen of ${instrument.id} in this world`);
  return part.foreseen(instrument, day);
}
