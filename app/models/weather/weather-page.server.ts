// What the weather screens show: the lists of the calls, each on its own, so that one that fails
// takes no other with it.
import {
  type AlmanacRequest,
  almanacWire,
  degreeDaysWire,
  skillRows,
  storageWire,
} from './almanac-desk.server';
import type { SeriesShape } from '../../contracts/series-shape';

import type {
  CorrelationsPageDto,
  SkillPart,
  StoragePart,
  WeatherPageDto,
  WeatherScreen,
} from '../../contracts/weather-page';
import { tryOrNull } from '../faults';
import { seriesChart } from '../charts/series-chart.server';
import {
  calendarWord,
  formatCount,
  decimalNumber,
  signedNumber,
} from '../../trading/domain/format';
import { CELL_PLACES, WEATHER_CELLS } from '../../trading/weather/cell';
import { correlationRows, toWeatherResult, weatherRows } from './weather-desk.server';
import type { DegreeDaysDto, ForecastSkillDto, StorageDto } from '../../contracts/api/almanac';

/**
 * The desk's own time, which is that of a replay too; the server's where the desk cannot tell it.
 */
export const weatherScreen = (
  { desk, reason }: AlmanacRequest,
  nowMs: number,
  timeZone: string,
): WeatherScreen => ({
  reason,
  timeZone,
  nowMs: (desk && tryOrNull('time of the weather', () => desk.nowMs())) ?? nowMs,
});

const dayWord = (ms: number): string => calendarWord('day', ms, 'UTC');
const WEEKS_SHOWN = 8;

function storageChart({ weeks }: StorageDto): SeriesShape | null {
  const last = weeks.at(-1);
  if (!last) return null;
  const norm =
    last.fiveYearMean === null
      ? ''
      : ` The mean of ${formatCount(last.years)} years is ${formatCount(last.fiveYearMean)} Bcf, from ${formatCount(last.fiveYearLow)} to ${formatCount(last.fiveYearHigh)}.`;
  return seriesChart({
    xs: weeks.map(({ weekEnding }) => Date.parse(weekEnding)),
    lines: [
      { name: 'In storage', look: 'main', values: weeks.map(({ level }) => level) },
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
    xText: dayWord,
    yText: formatCount,
    summary: `Working gas over the last ${formatCount(weeks.length)} weeks: ${formatCount(last.level)} Bcf in the week ending ${last.weekEnding}.${norm}`,
  });
}

function storagePart(asked: AlmanacRequest): StoragePart {
  const { weeks, ...storage } = storageWire(asked);
  return {
    storage,
    weeks: weeks.slice(-WEEKS_SHOWN).reverse(),
    chart: storageChart({ weeks, ...storage }),
  };
}

function degreeChart({ days, total, departure }: DegreeDaysDto): SeriesShape | null {
  const sum = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? null : one + other;
  return seriesChart({
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
        values: days.map(({ heatingNormal, coolingNormal }) => sum(heatingNormal, coolingNormal)),
      },
    ],
    xText: dayWord,
    yText: (value) => decimalNumber(value, 0),
    fromZero: true,
    summary: `Gas-weighted degree days of each coming day, heating and cooling together: ${decimalNumber(total, 1)} over ${formatCount(days.length)} days, ${signedNumber(departure, 1)} against the normal.`,
  });
}

function skillChart(place: string, rows: readonly ForecastSkillDto[]): SeriesShape | null {
  const beaten = rows.filter(
    ({ meanAbsoluteError, climateError }) =>
      meanAbsoluteError !== null && climateError !== null && meanAbsoluteError < climateError,
  );
  const horizon = beaten.at(-1);
  return seriesChart({
    xs: rows.map(({ lead }) => lead),
    lines: [
      {
        name: 'Forecast error',
        look: 'main',
        values: rows.map(({ meanAbsoluteError }) => meanAbsoluteError),
      },
      {
        name: 'Error of the normal',
        look: 'norm',
        values: rows.map(({ climateError }) => climateError),
      },
    ],
    xText: (lead) => `${lead} d`,
    yText: (value) => decimalNumber(value, 1),
    fromZero: true,
    summary: horizon
      ? `${place}: the mean absolute error of the forecast beats that of the normal up to ${horizon.lead} days ahead.`
      : `${place}: no lead at which the forecast beats the normal is known yet.`,
  });
}

/** An address that names no cell shows the first one. */
function skillPart(rows: readonly ForecastSkillDto[], wanted: string | null): SkillPart {
  const cell = WEATHER_CELLS.find((each) => each === wanted) ?? WEATHER_CELLS[0];
  const own = rows.filter((row) => row.cell === cell);
  const { name } = CELL_PLACES[cell];
  return {
    cell,
    place: name,
    rows: own,
    chart: skillChart(name, own),
    cells: WEATHER_CELLS.map((each) => ({ cell: each, place: CELL_PLACES[each].name })),
  };
}

/** The weather screen; `place` is the cell whose forecasts are judged. */
export function weatherPage(
  asked: AlmanacRequest,
  place: string | null,
  nowMs: number,
  timeZone: string,
): WeatherPageDto {
  const degreeDays = tryOrNull('degree days', () => degreeDaysWire(asked));
  return {
    ...weatherScreen(asked, nowMs, timeZone),
    readings: tryOrNull('readings', () => toWeatherResult(asked, weatherRows).rows),
    almanac: tryOrNull('almanac', () => almanacWire(asked)),
    degreeDays,
    degreeChart: degreeDays && degreeChart(degreeDays),
    storage: tryOrNull('storage', () => storagePart(asked)),
    skill: tryOrNull('forecast skill', () =>
      skillPart(toWeatherResult(asked, skillRows).rows, place),
    ),
  };
}

export const correlationsPage = (
  asked: AlmanacRequest,
  nowMs: number,
  timeZone: string,
): CorrelationsPageDto => ({
  ...weatherScreen(asked, nowMs, timeZone),
  rows: tryOrNull('correlations', () => toWeatherResult(asked, correlationRows).rows),
});
