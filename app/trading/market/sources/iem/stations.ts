/** Stations of the archive near the cells of the United States. */
import type { WeatherCell } from '../../../weather/cell';
import { RefusedAnswer } from '../answer';

export interface ArchiveStation {
  readonly cell: WeatherCell;
  /** Airport with model output statistics, by ICAO id; `mos.py` has no other ids. */
  readonly icao: string;
  /** Network of the state and the id in it, for `daily.py`. */
  readonly network: string;
  readonly id: string;
}

const buildStation = (cell: WeatherCell, icao: string, state: string): ArchiveStation => ({
  cell,
  icao,
  network: `${state}_ASOS`,
  // Networks outside the contiguous states use the whole id.
  id: icao.startsWith('K') ? icao.slice(1) : icao,
});

/** The Gulf and Minas Gerais have none. */
export const ARCHIVE_STATIONS: readonly ArchiveStation[] = [
  buildStation('NYC', 'KNYC', 'NY'),
  buildStation('PJM', 'KPIT', 'PA'),
  buildStation('CHI', 'KORD', 'IL'),
  buildStation('DSM', 'KDSM', 'IA'),
  buildStation('ATL', 'KATL', 'GA'),
  buildStation('LAK', 'KMCO', 'FL'),
  buildStation('DFW', 'KDFW', 'TX'),
  buildStation('LBB', 'KLBB', 'TX'),
  buildStation('ICT', 'KICT', 'KS'),
  buildStation('CAL', 'KBFL', 'CA'),
  buildStation('PDX', 'KPDX', 'OR'),
  buildStation('AK', 'PANC', 'AK'),
  buildStation('HI', 'PHNL', 'HI'),
];

/** Checks the name that a row states. Throws RefusedAnswer for another one. */
export function checkRowName(found: string, expected: string, row: number): void {
  if (found.toUpperCase() !== expected)
    throw new RefusedAnswer(
      `row ${row} is of ${JSON.stringify(found.slice(0, 40))}, expected ${expected}`,
    );
}
