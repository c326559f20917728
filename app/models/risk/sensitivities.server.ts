// Weather sensitivities of positions: P&L per degree, inch of rain and 10% wind.
import {
  type PositionSensitivityDto,
  SHIFT_NAMES,
  type SensitivitiesDto,
  type SensitivityDto,
  type ShiftName,
} from '../../contracts/sensitivities';
import type { MarketRisk } from './market-risk';
import type { ShiftResult } from './market-risk';
import type { DeskView, PositionRow } from '../../trading/desk-view';
import type { CommodityKey } from '../../trading/domain/commodity';
import { COMMODITIES } from '../../trading/domain/commodity';
import { type Instrument, getChain, getCode } from '../../trading/domain/instrument';
import { computeSensitivity } from '../../trading/risk/weather-sensitivity';
import { CELL_PLACES, type MarketCell } from '../../trading/weather/cell';
import { roundDollars } from '../../trading/domain/units';

/**
 * A real or hypothetical position: `size` in dollars per 1.00 of the quoted price, negative when
 * short.
 */
interface ExposedPosition {
  readonly chain: string;
  readonly commodity: CommodityKey;
  readonly size: number;
  readonly price: number;
}

const FACTOR_NAMES: Readonly<Record<ShiftName, string>> = {
  degree: 'temperature',
  inch: 'rain',
  wind: 'wind',
};
const NAMES = Object.keys(SHIFT_NAMES) as ShiftName[];
const joinNames = (names: readonly string[], join: 'and' | 'or' = 'and'): string =>
  names.length < 2
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} ${join} ${names.at(-1) ?? ''}`;
const formatPlaces = (cells: readonly MarketCell[]): string =>
  joinNames(cells.map((cell) => CELL_PLACES[cell].name));

type Chain = ShiftResult['chains'][number];

/** Exposures of a market in one sentence. */
function formatNoExposure({ exposure }: Chain, commodity: CommodityKey): string {
  const listFactors = (isExposed: boolean): string[] =>
    NAMES.filter((name) => exposure[name].length > 0 === isExposed).map(
      (name) => FACTOR_NAMES[name],
    );
  return `In the market model, ${COMMODITIES[commodity].displayName} respond to ${joinNames([...listFactors(true), ...(exposure.landfall ? ['hurricanes'] : [])])}, not to ${joinNames(listFactors(false), 'or')}.`;
}

const buildUnavailable = (shift: ShiftName, reason: string): SensitivityDto => ({
  shift,
  profit: null,
  low: null,
  high: null,
  at: null,
  reason,
});

function buildFigure(
  study: ShiftResult,
  { chain, commodity, size, price }: ExposedPosition,
): SensitivityDto {
  const { shift } = study;
  const row = study.chains.find((one) => one.chain === chain);
  if (!row) return buildUnavailable(shift, `No simulated prices for ${chain}.`);
  const cells = row.exposure[shift];
  if (cells.length === 0) return buildUnavailable(shift, formatNoExposure(row, commodity));
  const found = computeSensitivity({ size, price }, row);
  return found
    ? {
        shift,
        profit: roundDollars(found.profit),
        low: roundDollars(found.low),
        high: roundDollars(found.high),
        at: formatPlaces(cells),
        reason: null,
      }
    : buildUnavailable(shift, 'No stress simulation yet.');
}

/** Sensitivities of one position; empty before the first calculation. */
export const computeSensitivities = (
  { shifts }: Pick<MarketRisk, 'shifts'>,
  holding: ExposedPosition,
): readonly SensitivityDto[] => shifts.map((study) => buildFigure(study, holding));

/** Null without a price. */
export const buildExposedPosition = ({
  position,
  instrument,
  size,
  currentPrice,
}: Pick<
  PositionRow,
  'position' | 'instrument' | 'size' | 'currentPrice'
>): ExposedPosition | null =>
  currentPrice === null
    ? null
    : buildExposure(instrument, position.direction === 'LONG' ? size : -size, currentPrice);

export const buildExposure = (
  instrument: Instrument,
  size: number,
  price: number,
): ExposedPosition => ({
  chain: getChain(instrument),
  commodity: instrument.commodity,
  size,
  price,
});

const NO_PRICE = 'No price yet.';

function buildRow(market: MarketRisk, row: PositionRow): PositionSensitivityDto {
  const { position, instrument } = row;
  const holding = buildExposedPosition(row);
  return {
    id: position.id,
    commodity: position.commodity,
    contract: getCode(instrument),
    direction: position.direction,
    figures: holding
      ? computeSensitivities(market, holding)
      : NAMES.map((shift) => buildUnavailable(shift, NO_PRICE)),
  };
}

/** Totals of the displayed rows. */
function buildTotals(positions: readonly PositionSensitivityDto[]): SensitivitiesDto['totals'] {
  const computeTotal = (name: ShiftName): number | null => {
    const profits = positions.flatMap(
      ({ figures }) => figures.find(({ shift }) => shift === name)?.profit ?? [],
    );
    return profits.length === 0
      ? null
      : roundDollars(profits.reduce((sum, profit) => sum + profit, 0));
  };
  return { degree: computeTotal('degree'), inch: computeTotal('inch'), wind: computeTotal('wind') };
}

/** Sensitivities of a view's positions; null before the first calculation. */
export function serializeSensitivities(
  market: MarketRisk,
  view: Pick<DeskView, 'positions'>,
): SensitivitiesDto | null {
  const [first] = market.shifts;
  if (!first) return null;
  const positions = view.positions.map((row) => buildRow(market, row));
  return {
    positions,
    totals: buildTotals(positions),
    pairs: first.pairs,
    monthDay: first.monthDay,
  };
}
