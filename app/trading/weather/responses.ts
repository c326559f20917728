/**
 * Market responses to weather by driver, place and season.
 *
 * Sources: gas storage falls by about 1.8 Bcf per population-weighted heating degree day of a week
 * and 0.7 per cooling one; corn yields fall steeply above 29 C (Schlenker & Roberts 2009, PNAS
 * 106); orange juice anticipates freezes (Roll 1984, American Economic Review 74); Brazilian frost
 * of July 2021.
 */
import type { CommodityKey } from '../domain/commodity';
import { type PriceDirection, combineDirections } from '../domain/price-direction';
import type { EpochMs } from '../domain/units';
import type { WeatherWarning } from './bulletin';
import type { Place, PlaceName } from './places';

type Driver = 'cold' | 'heat' | 'dryness' | 'frost' | 'hurricane';

export interface Effect {
  readonly commodity: CommodityKey;
  /** Price response to more of the driver. */
  readonly direction: PriceDirection;
  /** Short reason. */
  readonly because: string;
}

interface Response {
  readonly driver: Driver;
  readonly places: readonly PlaceName[];
  readonly commodity: CommodityKey;
  /** First and last month, 1 to 12; may cross New Year. */
  readonly months: readonly [number, number];
  readonly direction: PriceDirection;
  readonly because: string;
}

const ALL_YEAR = [1, 12] as const;
const buildResponse = (
  driver: Driver,
  commodity: CommodityKey,
  places: readonly PlaceName[],
  months: readonly [number, number],
  because: string,
  direction: PriceDirection = 'UP',
): Response => ({ driver, places, commodity, months, direction, because });

const RESPONSES: readonly Response[] = [
  buildResponse(
    'cold',
    'natural-gas',
    ['Northeast', 'Southeast', 'Midwest', 'Southwest', 'West'],
    [10, 4],
    'heating draws gas from storage',
  ),
  buildResponse('cold', 'oil', ['Northeast'], [10, 4], 'Northeast homes heat with oil'),
  buildResponse(
    'cold',
    'electricity',
    [
      'Northeast',
      'Southeast',
      'Midwest',
      'Southwest',
      'West',
      'NYISO',
      'PJM',
      'ERCOT',
      'CAISO',
      'MISO',
      'SERC',
      'WECC',
    ],
    [11, 3],
    'heating load and scarce gas',
  ),
  buildResponse(
    'heat',
    'electricity',
    [
      'Northeast',
      'Southeast',
      'Midwest',
      'Southwest',
      'West',
      'NYISO',
      'PJM',
      'ERCOT',
      'CAISO',
      'MISO',
      'SERC',
      'WECC',
    ],
    [5, 9],
    'cooling load',
  ),
  buildResponse(
    'heat',
    'natural-gas',
    ['Northeast', 'Southeast', 'Midwest', 'Southwest'],
    [5, 9],
    'power plants burn gas for cooling',
  ),
  buildResponse('heat', 'corn', ['Midwest'], [6, 8], 'yields fall above 29 °C'),
  buildResponse('heat', 'soybeans', ['Midwest'], [7, 9], 'yields fall above 30 °C'),
  buildResponse('heat', 'wheat', ['Midwest'], [4, 6], 'grain fills poorly in heat'),
  buildResponse('heat', 'cotton', ['Southwest'], [6, 9], 'yields fall above 32 °C'),
  buildResponse('dryness', 'corn', ['Midwest'], [5, 8], 'corn needs rain at pollination'),
  buildResponse('dryness', 'soybeans', ['Midwest'], [7, 9], 'pods fill with August rain'),
  buildResponse('dryness', 'wheat', ['Midwest'], [3, 6], 'Plains wheat needs spring rain'),
  buildResponse('dryness', 'cotton', ['Southwest'], [5, 9], 'West Texas cotton is rain-fed'),
  buildResponse('dryness', 'orange-juice', ['Southeast'], [3, 6], 'fruit sets with spring rain'),
  buildResponse('dryness', 'coffee', ['Minas Gerais'], [9, 11], 'flowering needs rain'),
  buildResponse('dryness', 'soybeans', ['Minas Gerais'], [12, 3], "Brazil's crop fills"),
  buildResponse('frost', 'orange-juice', ['Southeast'], [12, 2], 'Florida freezes harm the fruit'),
  buildResponse('frost', 'coffee', ['Minas Gerais'], [5, 9], 'frost burns coffee trees for years'),
  buildResponse('frost', 'wheat', ['Midwest'], [12, 4], 'winterkill and spring freezes'),
  buildResponse(
    'hurricane',
    'crude-oil',
    ['Gulf of Mexico'],
    ALL_YEAR,
    'platforms shut in, but refineries also buy less',
    'MIXED',
  ),
  buildResponse('hurricane', 'oil', ['Gulf of Mexico'], ALL_YEAR, 'Gulf refineries stop'),
  buildResponse(
    'hurricane',
    'natural-gas',
    ['Gulf of Mexico'],
    ALL_YEAR,
    'platforms shut in, but export plants stop too',
    'MIXED',
  ),
  buildResponse('hurricane', 'orange-juice', ['Southeast'], ALL_YEAR, 'wind strips the groves'),
  buildResponse('hurricane', 'cotton', ['Southeast'], [8, 10], 'rain and wind spoil open bolls'),
];

const isInSeason = ([first, last]: readonly [number, number], atMs: EpochMs): boolean => {
  const month = new Date(atMs).getUTCMonth() + 1;
  return first <= last ? month >= first && month <= last : month >= first || month <= last;
};

/** Effects of more of a driver at a place in season, in table order. */
export const listEffects = (place: PlaceName, driver: Driver, atMs: EpochMs): readonly Effect[] =>
  RESPONSES.filter(
    (row) => row.driver === driver && row.places.includes(place) && isInSeason(row.months, atMs),
  ).map(({ commodity, direction, because }) => ({ commodity, direction, because }));

/** Places whose weather moves a commodity in season, in table order. */
export const listPlacesMoving = (commodity: CommodityKey, atMs: EpochMs): readonly PlaceName[] => [
  ...new Set(
    RESPONSES.filter((row) => row.commodity === commodity && isInSeason(row.months, atMs)).flatMap(
      ({ places }) => places,
    ),
  ),
];

const OPPOSITE: Readonly<Record<PriceDirection, PriceDirection>> = {
  UP: 'DOWN',
  DOWN: 'UP',
  MIXED: 'MIXED',
};

/** Effects of less of the driver. */
export const reverseEffects = (effects: readonly Effect[]): readonly Effect[] =>
  effects.map((effect) => ({ ...effect, direction: OPPOSITE[effect.direction] }));

/** Effects of a change of heating or cooling degree days at a place. */
export function listDegreeDayEffects(
  place: PlaceName,
  kind: 'heating' | 'cooling',
  change: number,
  atMs: EpochMs,
): readonly Effect[] {
  const effects = listEffects(place, kind === 'heating' ? 'cold' : 'heat', atMs);
  return change >= 0 ? effects : reverseEffects(effects);
}

const WARNING_DRIVERS: Readonly<Record<WeatherWarning['kind'], readonly Driver[]>> = {
  'cold outbreak': ['cold', 'frost'],
  'heat dome': ['heat'],
  'polar air': ['cold', 'frost'],
  hurricane: ['hurricane'],
  freeze: ['frost'],
  drought: ['dryness'],
};

/** Effects of a warning through its places; reversed when canceled or ended. */
export function listWarningEffects(
  warning: WeatherWarning,
  places: readonly Place[],
): readonly Effect[] {
  const found = places
    .filter(({ warned }) => warning.cells.some((cell) => warned.includes(cell)))
    .flatMap(({ name }) =>
      WARNING_DRIVERS[warning.kind].flatMap((driver) => listEffects(name, driver, warning.fromMs)),
    );
  const deduped = dedupeEffects(found);
  return warning.phase === 'cancelled' || warning.phase === 'ended'
    ? reverseEffects(deduped)
    : deduped;
}

/** One effect per commodity; conflicting ones become MIXED. */
export function dedupeEffects(effects: readonly Effect[]): readonly Effect[] {
  const byCommodity = new Map<CommodityKey, Effect>();
  for (const effect of effects) {
    const earlier = byCommodity.get(effect.commodity);
    if (!earlier) byCommodity.set(effect.commodity, effect);
    else
      byCommodity.set(effect.commodity, {
        ...earlier,
        direction: combineDirections(earlier.direction, effect.direction),
      });
  }
  return [...byCommodity.values()];
}
