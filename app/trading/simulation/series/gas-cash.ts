/**
 * Next-day cash gas: Henry Hub relative to the front future, three other places relative to Henry
 * Hub.
 *
 * Sources: the log ratio of Henry Hub cash to the front future has a standard deviation of 0.085;
 * the record of Henry Hub since 1997 is 23.86 on 2021-02-17, 7.4 times the future (EIA).
 */
import { getRegionBasis } from '../../market/region-bases';
import type { GasPlace } from '../../market/series-catalog';
import { MARKET_CELLS } from '../../weather/cell';
import type { RandomStreams } from '../random-streams';
import type { PastDay } from '../market-models';

/** Basis at the start of a day: log ratio for Henry Hub, $/MMBtu over Henry Hub for the others. */
export interface CashState {
  readonly henryHub: number;
  /** Part of the Henry Hub basis due to cold, in logs. */
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

/**
 * Half-life of the basis: about ten days; stationary standard deviation 0.07. Both are calibrated to
 * the standard deviation of the ratio and to the size of daily changes of cash.
 */
const BASIS_RETENTION = 0.93;
const BASIS_SHOCK = 0.07 * Math.sqrt(1 - BASIS_RETENTION * BASIS_RETENTION);
const COLD_RETENTION = 0.55;
/**
 * Gas-weighted heating degree days above which pipelines are full, and log price per degree day
 * beyond.
 */
const FULL_PIPES = 46;
const COLD_PER_DEGREE = 0.02;
/** Daily means below which wells freeze, deg F. */
const PERMIAN_FREEZE_F = 20;
const TEXAS_FREEZE_F = 22;
const FREEZE_PER_DEGREE = 0.06;
/** Cash has not exceeded about eight times the future. */
const COLD_MAX = Math.log(8);
/**
 * Premium over the future at which curtailed demand stops the rise, $/MMBtu: the record of
 * 2021-02-17.
 */
const PREMIUM_MAX = 20.6;
/** Bounds of the factor by which tightness amplifies the effect of cold. */
const TIGHT_MIN = 0.5;
const TIGHT_MAX = 3;

const MEANS: Readonly<Record<Exclude<GasPlace, 'henry-hub'>, number>> = {
  permian: getRegionBasis('natural-gas', 'Permian'),
  marcellus: getRegionBasis('natural-gas', 'Marcellus'),
  'gulf-coast': getRegionBasis('natural-gas', 'Gulf Coast'),
};
const LBB = MARKET_CELLS.indexOf('LBB');
const DFW = MARKET_CELLS.indexOf('DFW');

/** Degrees below the freezing points of the wells, weighted by production. */
const computeFreezeOff = ({ meanF }: PastDay): number =>
  Math.max(0, PERMIAN_FREEZE_F - (meanF[LBB] ?? 60)) +
  Math.max(0, TEXAS_FREEZE_F - (meanF[DFW] ?? 60));

/**
 * Step over a day, from its weather, its gas-weighted heating degree days and the tightness at its
 * start.
 */
export function createCashStep(
  random: RandomStreams,
): (
  before: CashState,
  pastDay: PastDay,
  gasHeating: number,
  tightness: number,
  day: number,
) => CashState {
  const stream = random.getStream('series/gas cash');
  return (before, pastDay, gasHeating, tightness, day) => {
    const frozen = computeFreezeOff(pastDay);
    const tightnessFactor = Math.min(TIGHT_MAX, Math.max(TIGHT_MIN, Math.exp(0.5 * tightness)));
    const cold =
      tightnessFactor *
      (COLD_PER_DEGREE * Math.max(0, gasHeating - FULL_PIPES) + FREEZE_PER_DEGREE * frozen);
    return {
      henryHub: before.henryHub * BASIS_RETENTION + BASIS_SHOCK * random.drawNormal(stream, day, 0),
      cold: Math.min(COLD_MAX, before.cold * COLD_RETENTION + cold),
      permian: before.permian * 0.93 + 0.16 * random.drawNormal(stream, day, 1) + 0.15 * frozen,
      marcellus:
        before.marcellus * 0.88 +
        0.09 * random.drawNormal(stream, day, 2) +
        0.05 * Math.max(0, gasHeating - FULL_PIPES),
      gulfCoast: before.gulfCoast * 0.85 + 0.03 * random.drawNormal(stream, day, 3),
    };
  };
}

/** Cash price at a place, $/MMBtu to a tenth of a cent; may be negative at the wells. */
export function computeCashPrice(place: GasPlace, state: CashState, frontPrice: number): number {
  const usual = frontPrice * Math.exp(state.henryHub);
  const premium = usual * Math.expm1(state.cold);
  const henryHub = usual + PREMIUM_MAX * -Math.expm1(-premium / PREMIUM_MAX);
  const basis = {
    'henry-hub': 0,
    permian: MEANS.permian + state.permian,
    marcellus: MEANS.marcellus + state.marcellus,
    'gulf-coast': MEANS['gulf-coast'] + state.gulfCoast,
  };
  return Math.round((henryHub + basis[place]) * 1000) / 1000;
}
