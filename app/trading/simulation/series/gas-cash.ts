/**
 * Gas that is sold for the next day: Henry Hub about the front future, three other places about
 * Henry Hub.
 *
 * Sources: the log of Henry Hub cash over the front future has a standard deviation of .094; cash
 * went to 23.86 on 2021-02-17 and to 30.72 on 2026-01-23 (EIA).
 */
import { regionBasis } from '../../market/regional-cash';
import type { GasPlace } from '../../market/series-catalogue';
import { MARKET_CELLS } from '../../weather/cell';
import type { Chance } from '../random-streams';
import type { PastDay } from '../parts';

/** Departures at a midnight: of Henry Hub in logs, of the others in $/MMBtu over Henry Hub. */
export interface CashState {
  readonly henryHub: number;
  /** The part of it that cold has driven up, in logs. */
  readonly cold: number;
  readonly permian: number;
  readonly marcellus: number;
  readonly gulfCoast: number;
}

export const FIRST_CASH: CashState = {
  henryHub: 0,
  cold: 0,
  permian: 0,
  marcellus: 0,
  gulfCoast: 0,
};

/** Half-life of a departure: about five days; its stationary standard deviation is .094. */
const KEPT = 0.87;
const BASIS_SHOCK = 0.094 * Math.sqrt(1 - KEPT * KEPT);
const COLD_KEPT = 0.55;
/**
 * Gas-weighted heating degree days of a day beyond which pipelines fill up, and the log of price
 * that each adds.
 */
const FULL_PIPES = 46;
const COLD_PER_DEGREE = 0.015;
/** Wells freeze below these daily means, deg F. */
const PERMIAN_FREEZE_F = 20;
const TEXAS_FREEZE_F = 22;
const FREEZE_PER_DEGREE = 0.04;
/** Cash has not gone beyond some eight times the future. */
const COLD_MAX = Math.log(8);
/** A tight market answers cold harder, within these factors. */
const TIGHT_MIN = 0.5;
const TIGHT_MAX = 3;

const MEANS: Readonly<Record<Exclude<GasPlace, 'henry-hub'>, number>> = {
  permian: regionBasis('natural-gas', 'Permian'),
  marcellus: regionBasis('natural-gas', 'Marcellus'),
  'gulf-coast': regionBasis('natural-gas', 'Gulf Coast'),
};
const LBB = MARKET_CELLS.indexOf('LBB');
const DFW = MARKET_CELLS.indexOf('DFW');

/** Degrees below freezing of the wells, weighted by what they produce. */
const freezeOff = ({ meanF }: PastDay): number =>
  Math.max(0, PERMIAN_FREEZE_F - (meanF[LBB] ?? 60)) +
  Math.max(0, TEXAS_FREEZE_F - (meanF[DFW] ?? 60));

/**
 * The step over a day: its weather, its gas-weighted heating degree days, and the tightness of the
 * market at the midnight that begins it.
 */
export function cashStep(
  chance: Chance,
): (
  before: CashState,
  past: PastDay,
  gasHeating: number,
  tightness: number,
  day: number,
) => CashState {
  const stream = chance.stream('series/gas cash');
  return (before, past, gasHeating, tightness, day) => {
    const frozen = freezeOff(past);
    const answer = Math.min(TIGHT_MAX, Math.max(TIGHT_MIN, Math.exp(0.5 * tightness)));
    const cold =
      answer *
      (COLD_PER_DEGREE * Math.max(0, gasHeating - FULL_PIPES) + FREEZE_PER_DEGREE * frozen);
    return {
      henryHub: before.henryHub * KEPT + BASIS_SHOCK * chance.normal(stream, day, 0),
      cold: Math.min(COLD_MAX, before.cold * COLD_KEPT + cold),
      permian: before.permian * 0.93 + 0.16 * chance.normal(stream, day, 1) + 0.15 * frozen,
      marcellus:
        before.marcellus * 0.88 +
        0.09 * chance.normal(stream, day, 2) +
        0.05 * Math.max(0, gasHeating - FULL_PIPES),
      gulfCoast: before.gulfCoast * 0.85 + 0.03 * chance.normal(stream, day, 3),
    };
  };
}

/**
 * The price at a place in $/MMBtu, a tenth of a cent the finest, from the front future's; at the
 * wells it may be negative.
 */
export function cashPrice(place: GasPlace, state: CashState, front: number): number {
  const henryHub = front * Math.exp(state.henryHub + state.cold);
  const basis = {
    'henry-hub': 0,
    permian: MEANS.permian + state.permian,
    marcellus: MEANS.marcellus + state.marcellus,
    'gulf-coast': MEANS['gulf-coast'] + state.gulfCoast,
  };
  return Math.round((henryHub + basis[place]) * 1000) / 1000;
}
