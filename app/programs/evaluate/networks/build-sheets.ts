// Builds the sheets of a network over several paths.
import type { Rows } from '../../train/rows';
import type { EvaluatedNetwork } from './evaluated-network';
import {
  createCropSheets,
  createSpikeSheets,
  createVolatilitySheets,
  createWeatherSheets,
} from './target-sheets';
import { createPriceSheets } from './price-sheets';
import { joinSheets } from './join-sheets';
import type { Sheet } from './loss-sheet';

const SHEET_BUILDERS = {
  WeatherNet: createWeatherSheets,
  CropNet: createCropSheets,
  SpikeNet: createSpikeSheets,
  VolNet: createVolatilitySheets,
  PowerNet: createPriceSheets,
  GasNet: createPriceSheets,
  PetroNet: createPriceSheets,
  AgNet: createPriceSheets,
} as const;

export function buildSheets(
  contestant: EvaluatedNetwork,
  worlds: readonly Rows[],
): readonly Sheet[] {
  const createSheets = SHEET_BUILDERS[contestant.spec.id](contestant);
  const sheetsByPath = worlds.map((rows, world) => createSheets(rows, world));
  return (sheetsByPath[0] ?? []).map((_, index) =>
    joinSheets(sheetsByPath.flatMap((sheets) => sheets[index] ?? [])),
  );
}
