// The sheets of a network over worlds, by what it speaks of.
import type { Rows } from '../../train/row-sink';
import type { Contestant } from './contestant';
import { cropSheets, spikeSheets, volatilitySheets, weatherSheets } from './other-sheets';
import { priceSheets } from './price-sheets';
import { type Sheet, joinedSheets } from './sheet';

const MAKERS = {
  WeatherNet: weatherSheets,
  CropNet: cropSheets,
  SpikeNet: spikeSheets,
  VolNet: volatilitySheets,
  PowerNet: priceSheets,
  GasNet: priceSheets,
  PetroNet: priceSheets,
  AgNet: priceSheets,
} as const;

/** Sheets of all worlds behind one another. */
export function buildSheets(contestant: Contestant, worlds: readonly Rows[]): readonly Sheet[] {
  const make = MAKERS[contestant.spec.id](contestant);
  const made = worlds.map((rows, world) => make(rows, world));
  return (made[0] ?? []).map((_, place) =>
    joinedSheets(made.flatMap((sheets) => sheets[place] ?? [])),
  );
}
