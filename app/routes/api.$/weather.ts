// Weather of the account's market. An empty list has its reason in a header.
import {
  serializeAlmanac,
  serializeDegreeDays,
  listReportRows,
  listSkillRows,
  serializePetroleumStocks,
  serializeStorage,
} from '../../models/weather/serialize-almanac.server';
import { createJsonResponse } from '../../server/http/responses.server';
import {
  listCorrelationRows,
  listIntelligenceRows,
  listMapRows,
  serializePatterns,
  toWeatherResult,
  loadWeatherDesk,
  listWeatherRows,
} from '../../models/weather/serialize-weather.server';
import {
  AlmanacSchema,
  DegreeDaysSchema,
  PetroleumStocksSchema,
  ReportsSchema,
  SkillSchema,
  StockSchema,
} from '../../contracts/api/almanac';
import { CorrelationsSchema } from '../../contracts/api/correlations';
import { MapSchema, WeatherSchema } from '../../contracts/api/weather';
import { IntelligenceSchema, PatternsSchema } from '../../contracts/api/weather-intelligence';
import { type CallDescription, type ApiCall, type SignedInRequest, defineRead } from './api-call';

type WeatherContext = Awaited<ReturnType<typeof loadWeatherDesk>>;
type Desk = NonNullable<WeatherContext['desk']>;

const loadWeather = ({ desk, session }: SignedInRequest): Promise<WeatherContext> =>
  loadWeatherDesk(desk, session.userId);

/** Bare list. If it is empty, `X-Empty-Reason` has the reason. */
const defineList = <R extends object>(
  path: string,
  about: CallDescription<readonly R[]>,
  getRows: (desk: Desk) => readonly NoInfer<R>[],
): ApiCall =>
  defineRead(
    path,
    { ...about, summary: `${about.summary} An empty list has its reason in \`X-Empty-Reason\`.` },
    async (call) => {
      const { rows, reason } = toWeatherResult(await loadWeather(call), getRows);
      return createJsonResponse(rows, 200, reason === null ? [] : [['X-Empty-Reason', reason]]);
    },
  );

const defineDocument = <A extends object>(
  path: string,
  about: CallDescription<A>,
  getDto: (context: WeatherContext) => NoInfer<A>,
): ApiCall => defineRead(path, about, async (call) => getDto(await loadWeather(call)));

export const WEATHER_CALLS: readonly ApiCall[] = [
  defineList(
    'weather-data',
    {
      summary:
        'Returns observations of the weather regions, the power markets and two more places.',
      answer: WeatherSchema,
    },
    listWeatherRows,
  ),
  defineList(
    'weather-intelligence',
    {
      summary:
        'Returns the latest weather message of each region, highest impact first; a quiet region has LOW impact.',
      answer: IntelligenceSchema,
    },
    listIntelligenceRows,
  ),
  defineList(
    'correlation-analysis',
    {
      summary:
        'Returns correlations of weather factors and price changes over the last year, strongest first.',
      answer: CorrelationsSchema,
    },
    listCorrelationRows,
  ),
  defineList(
    'real-weather-map',
    { summary: 'Returns observations of the 50 states and DC.', answer: MapSchema },
    listMapRows,
  ),
  defineDocument(
    'weather-correlations',
    { summary: 'Returns weather patterns and the affected commodities.', answer: PatternsSchema },
    ({ desk, reason }) => serializePatterns(desk, reason),
  ),
  defineDocument(
    'almanac',
    {
      summary:
        'Returns normals, records and degree days of each location, and the stage of each crop.',
      answer: AlmanacSchema,
    },
    serializeAlmanac,
  ),
  defineDocument(
    'degree-days',
    {
      summary: 'Returns the gas-weighted degree-day forecast, and each region to date.',
      answer: DegreeDaysSchema,
    },
    serializeDegreeDays,
  ),
  defineDocument(
    'storage',
    { summary: 'Returns weekly gas storage vs the five-year norm.', answer: StockSchema },
    serializeStorage,
  ),
  defineDocument(
    'petroleum-stocks',
    {
      summary: 'Returns weekly stocks of crude oil and distillate fuel vs the five-year norm.',
      answer: PetroleumStocksSchema,
    },
    serializePetroleumStocks,
  ),
  defineList(
    'forecast-skill',
    { summary: 'Returns forecast skill of each location by lead time.', answer: SkillSchema },
    listSkillRows,
  ),
  defineRead(
    'report-calendar',
    {
      summary:
        'Returns reports of the last two weeks with their figures, and release dates of the next six weeks.',
      answer: ReportsSchema,
    },
    async (call) => {
      const { desk } = await loadWeather(call);
      return listReportRows(desk, desk?.nowMs() ?? call.desk.state().nowMs);
    },
  ),
];
