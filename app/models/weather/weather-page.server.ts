// Data of the weather pages; each part fails separately.
import type { Outlook, TemperatureCorrection } from '../../trading/signals/outlook';
import {
  type AlmanacRequest,
  getRecentRuns,
  serializeAlmanac,
  serializeDegreeDays,
  listSkillRows,
  serializePetroleumStocks,
  serializeStorage,
} from './serialize-almanac.server';
import type { SeriesShape } from '../../contracts/series-shape';

import type {
  SkillPart,
  StockPart,
  WeatherPageDto,
  WeatherScreen,
} from '../../contracts/weather-page';
import type { MapScale } from '../../contracts/maps';
import { buildAnomalyPart } from './anomaly-maps.server';
import type { HeldPosition } from './held-positions.server';
import { buildRunsPart } from './runs-part.server';
import { tryOrNull } from '../faults';
import { buildDroughtPart } from './drought.server';
import { buildStormPart } from './storms.server';
import type { PublicDataDesk } from '../../trading/market/sources/source-status';
import { buildSeriesChart } from '../charts/series-chart.server';
import {
  formatCalendarLabel,
  formatCount,
  formatNumber,
  formatSignedNumber,
} from '../../trading/domain/format';
import { CELL_PLACES, WEATHER_CELLS } from '../../trading/weather/cell';
import { toWeatherResult, listWeatherRows } from './serialize-weather.server';
import type { DegreeDaysDto, ForecastSkillDto, StockDto } from '../../contracts/api/almanac';

/** Market time, also in a replay; server time if unavailable. */
export const buildWeatherScreen = (
  { desk, reason }: AlmanacRequest,
  nowMs: number,
  timeZone: string,
): WeatherScreen => ({
  reason,
  timeZone,
  nowMs: (desk && tryOrNull('time of the weather', () => desk.nowMs())) ?? nowMs,
});

const formatDayLabel = (ms: number): string => formatCalendarLabel('day', ms, 'UTC');
const WEEKS_SHOWN = 8;

/** Gas in whole Bcf, oil in tenths of a million barrels. */
const getStockDecimals = (unit: StockDto['unit']): number => (unit === 'Bcf' ? 0 : 1);

function buildStockChart({ weeks, unit }: StockDto): SeriesShape | null {
  const last = weeks.at(-1);
  if (!last) return null;
  const formatLevel = (value: number | null): string => formatNumber(value, getStockDecimals(unit));
  const norm =
    last.fiveYearMean === null
      ? ''
      : ` The mean of ${formatCount(last.years)} years is ${formatLevel(last.fiveYearMean)} ${unit}, from ${formatLevel(last.fiveYearLow)} to ${formatLevel(last.fiveYearHigh)}.`;
  return buildSeriesChart({
    xs: weeks.map(({ weekEnding }) => Date.parse(weekEnding)),
    lines: [
      { name: 'Stocks', look: 'main', values: weeks.map(({ level }) => level) },
      {
        name: 'Five-year mean',
        look: 'norm',
        values: weeks.map(({ fiveYearMean }) => fiveYearMean),
      },
    ],
    band: {
      name: 'Five-year range',
      low: weeks.map(({ fiveYearLow }) => fiveYearLow),
      high: weeks.map(({ fiveYearHigh }) => fiveYearHigh),
    },
    xText: formatDayLabel,
    yText: formatCount,
    summary: `Stocks over the last ${formatCount(weeks.length)} weeks: ${formatLevel(last.level)} ${unit} in the week ending ${last.weekEnding}.${norm}`,
  });
}

function buildStockPart(stock: StockDto): StockPart {
  const { weeks, ...facts } = stock;
  return {
    stock: facts,
    decimals: getStockDecimals(stock.unit),
    weeks: weeks.slice(-WEEKS_SHOWN).reverse(),
    chart: buildStockChart(stock),
  };
}

function degreeChart({ days, total, departure }: DegreeDaysDto): SeriesShape | null {
  const addOrNull = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? null : one + other;
  return buildSeriesChart({
    xs: days.map(({ date }) => Date.parse(date)),
    lines: [
      {
        name: 'Forecast',
        look: 'main',
        values: days.map(({ heating, cooling }) => heating + cooling),
      },
      {
        name: 'Normal',
        look: 'norm',
        values: days.map(({ heatingNormal, coolingNormal }) =>
          addOrNull(heatingNormal, coolingNormal),
        ),
      },
    ],
    xText: formatDayLabel,
    yText: (value) => formatNumber(value, 0),
    fromZero: true,
    summary: `Gas-weighted degree days, heating plus cooling: ${formatNumber(total, 1)} over ${formatCount(days.length)} days, ${formatSignedNumber(departure, 1)} vs normal.`,
  });
}

function buildSkillChart(place: string, rows: readonly ForecastSkillDto[]): SeriesShape | null {
  const skillful = rows.filter(
    ({ meanAbsoluteError, climateError }) =>
      meanAbsoluteError !== null && climateError !== null && meanAbsoluteError < climateError,
  );
  const horizon = skillful.at(-1);
  return buildSeriesChart({
    xs: rows.map(({ lead }) => lead),
    lines: [
      {
        name: 'Forecast error',
        look: 'main',
        values: rows.map(({ meanAbsoluteError }) => meanAbsoluteError),
      },
      {
        name: 'Climatology error',
        look: 'norm',
        values: rows.map(({ climateError }) => climateError),
      },
    ],
    xText: (lead) => `${lead} d`,
    yText: (value) => formatNumber(value, 1),
    fromZero: true,
    summary: horizon
      ? `${place}: the forecast beats climatology (mean absolute error) up to ${horizon.lead} days ahead.`
      : `${place}: the forecast does not beat climatology at any lead time yet.`,
  });
}

/** An unknown cell selects the first one. */
function buildSkillPart(
  rows: readonly ForecastSkillDto[],
  requestedPlace: string | null,
  corrections: readonly TemperatureCorrection[],
  remark: string | null,
): SkillPart {
  const cell = WEATHER_CELLS.find((each) => each === requestedPlace) ?? WEATHER_CELLS[0];
  const own = rows.filter((row) => row.cell === cell);
  const { name } = CELL_PLACES[cell];
  return {
    cell,
    place: name,
    rows: own,
    chart: buildSkillChart(name, own),
    corrections: corrections
      .filter((correction) => correction.cell === cell)
      .map(({ lead, forecastF, correctionF }) => ({ lead, forecastF, correctionF })),
    correctionRemark: remark,
    cells: WEATHER_CELLS.map((each) => ({ cell: each, place: CELL_PLACES[each].name })),
  };
}

interface WeatherPageRequest {
  readonly source: AlmanacRequest;
  /** Cell of the forecast skill; an unknown one selects the first. */
  readonly place: string | null;
  /** Outlook of the networks. */
  readonly outlook: Outlook | null;
  /** What limits the outlook; null for none. */
  readonly remark: string | null;
  /** Null where the market has no public sources. */
  readonly publicData: Pick<PublicDataDesk, 'listStatus'> | null;
  readonly held: readonly HeldPosition[];
  readonly scale: MapScale;
  readonly nowMs: number;
  readonly timeZone: string;
}

/** Weather page; each part that fails is null. */
export function buildWeatherPage({
  source,
  place,
  outlook,
  remark,
  publicData,
  held,
  scale,
  nowMs,
  timeZone,
}: WeatherPageRequest): WeatherPageDto {
  const degreeDays = tryOrNull('degree days', () => serializeDegreeDays(source));
  const { desk } = source;
  const anomalies = tryOrNull('forecast anomalies', () => ({
    part: desk && buildAnomalyPart(desk, scale),
  }));
  const runs = tryOrNull('model runs', () => ({
    part: buildRunsPart(degreeDays, desk && getRecentRuns(desk), held),
  }));
  const drought = tryOrNull('drought', () => ({
    part: desk && publicData ? buildDroughtPart(desk) : null,
  }));
  const storms = tryOrNull('storms', () => ({
    part: desk?.storms && publicData ? buildStormPart(desk.storms, publicData, desk.nowMs()) : null,
  }));
  return {
    ...buildWeatherScreen(source, nowMs, timeZone),
    runs: runs?.part ?? null,
    isRunsFailed: runs === null,
    anomalies: anomalies?.part ?? null,
    isAnomalyFailed: anomalies === null,
    readings: tryOrNull('readings', () => toWeatherResult(source, listWeatherRows).rows),
    almanac: tryOrNull('almanac', () => serializeAlmanac(source)),
    degreeDays,
    degreeChart: degreeDays && degreeChart(degreeDays),
    storage: tryOrNull('storage', () => buildStockPart(serializeStorage(source))),
    petroleum: tryOrNull('petroleum stocks', () => {
      const { crude, distillate } = serializePetroleumStocks(source);
      return { crude: buildStockPart(crude), distillate: buildStockPart(distillate) };
    }),
    drought: drought?.part ?? null,
    isDroughtFailed: drought === null,
    storms: storms?.part ?? null,
    isStormsFailed: storms === null,
    skill: tryOrNull('forecast skill', () =>
      buildSkillPart(
        toWeatherResult(source, listSkillRows).rows,
        place,
        outlook?.temperatureCorrections ?? [],
        remark,
      ),
    ),
  };
}
