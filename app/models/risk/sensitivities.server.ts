// What a degree, an inch of rain and a tenth of the wind are worth to positions as they are held,
// as it is sent to pages, programs and sockets.
import {
  type PositionSensitivityDto,
  SHIFT_NAMES,
  type SensitivitiesDto,
  type SensitivityDto,
  type ShiftName,
} from '../../contracts/risk';
import type { MarketRisk } from './market-risk';
import type { ShiftResult } from './market-risk';
import type { DeskView, PositionRow } from '../../trading/desk';
import type { CommodityKey } from '../../trading/domain/commodity';
import { COMMODITIES } from '../../trading/domain/commodity';
import { type Instrument, getChain, getCode } from '../../trading/domain/instrument';
import { computeSensitivity } from '../../trading/risk/weather-sensitivity';
import { CELL_PLACES, type MarketCell } from '../../trading/weather/cell';
import { roundDollars } from '../../trading/domain/units';

/**
 * What is held, or would be: `size` in dollars of 1.00 of the quoted price, below zero when short.
 */
interface ExposedPosition {
  readonly chain: string;
  readonly commodity: CommodityKey;
  readonly size: number;
  readonly price: number;
}

const WORDS: Readonly<Record<ShiftName, string>> = {
  degree: 'temperature',
  inch: 'rain',
  wind: 'wind',
};
const NAMES = Object.keys(SHIFT_NAMES) as ShiftName[];
const listed = (words: readonly string[], join: 'and' | 'or' = 'and'): string =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${join} ${words.at(-1) ?? ''}`;
const placesText = (cells: readonly MarketCell[]): string =>
  listed(cells.map((cell) => CELL_PLACES[cell].name));

type Chain = ShiftResult['chains'][number];

/**
 * To what a market answers, and to what not: one sentence for all that it does not hear, so that it
 * is read once.
 */
function formatNoExposure({ ears }: Chain, commodity: CommodityKey): string {
  const words = (isHeard: boolean): string[] =>
    NAMES.filter((name) => ears[name].length > 0 === isHeard).map((name) => WORDS[name]);
  return `In the model of this market ${COMMODITIES[commodity].displayName} answer to ${listed([...words(true), ...(ears.landfall ? ['hurricanes'] : [])])}, not to ${listed(words(false), 'or')}.`;
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
  if (!row) return buildUnavailable(shift, `No pair of worlds has prices of ${chain}.`);
  const cells = row.ears[shift];
  if (cells.length === 0) return buildUnavailable(shift, formatNoExposure(row, commodity));
  const found = computeSensitivity({ size, price }, row);
  return found
    ? {
        shift,
        profit: roundDollars(found.profit),
        low: roundDollars(found.low),
        high: roundDollars(found.high),
        at: placesText(cells),
        reason: null,
      }
    : buildUnavailable(shift, 'No stress simulation yet.');
}

/** The figures of one holding, one a change; none while nothing has been read. */
export const computeSensitivities = (
  { shifts }: Pick<MarketRisk, 'shifts'>,
  holding: ExposedPosition,
): readonly SensitivityDto[] => shifts.map((study) => buildFigure(study, holding));

/** A position as it listens; null while it has no price. */
export const listeningHolding = ({
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
    : listeningTo(instrument, position.direction === 'LONG' ? size : -size, currentPrice);

export const listeningTo = (
  instrument: Instrument,
  size: number,
  price: number,
): ExposedPosition => ({
  chain: getChain(instrument),
  commodity: instrument.commodity,
  size,
  price,
});

const NO_PRICE = 'It has no price yet.';

function buildRow(market: MarketRisk, row: PositionRow): PositionSensitivityDto {
  const { position, instrument } = row;
  const holding = listeningHolding(row);
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

/** Sums of what the rows show. */
function buildTotals(positions: readonly PositionSensitivityDto[]): SensitivitiesDto['totals'] {
  const total = (name: ShiftName): number | null => {
    const profits = positions.flatMap(
      ({ figures }) => figures.find(({ shift }) => shift === name)?.profit ?? [],
    );
    return profits.length === 0
      ? null
      : roundDollars(profits.reduce((sum, profit) => sum + profit, 0));
  };
  return { degree: total('degree'), inch: total('inch'), wind: total('wind') };
}

/** The sensitivities of a view's positions; null while nothing has been read. */
export function sensitivitiesWire(
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
