// The weather of the market that the caller's selected book trades. A list that has nothing to tell
// says why in a header.
import {
  almanacWire,
  degreeDaysWire,
  reportRows,
  skillRows,
  storageWire,
} from '../../models/weather/almanac-desk.server';
import { jsonAnswer } from '../../server/http/answer.server';
import {
  correlationRows,
  intelligenceRows,
  mapRows,
  patternsWire,
  toWeatherResult,
  readWeatherDesk,
  weatherRows,
} from '../../models/weather/weather-desk.server';
import {
  AlmanacSchema,
  DegreeDaysSchema,
  ReportsSchema,
  SkillSchema,
  StorageSchema,
} from '../../contracts/api/almanac';
import {
  CorrelationsSchema,
  IntelligenceSchema,
  MapSchema,
  PatternsSchema,
  WeatherSchema,
} from '../../contracts/api/weather';
import { type About, type ApiCall, type SignedIn, read } from './call';

type Asked = Awaited<ReturnType<typeof readWeatherDesk>>;
type Desk = NonNullable<Asked['desk']>;

const loadWeather = ({ desk, session }: SignedIn): Promise<Asked> =>
  readWeatherDesk(desk, session.userId);

/** A bare list; an empty one carries its reason beside it. */
const list = <R extends object>(
  path: string,
  about: About<readonly R[]>,
  rowsOf: (desk: Desk) => readonly NoInfer<R>[],
): ApiCall =>
  read(
    path,
    { ...about, summary: `${about.summary} An empty list has its reason in \`X-Empty-Reason\`.` },
    async (call) => {
      const { rows, reason } = toWeatherResult(await loadWeather(call), rowsOf);
      return jsonAnswer(rows, 200, reason === null ? [] : [['X-Empty-Reason', reason]]);
    },
  );

const whole = <A extends object>(
  path: string,
  about: About<A>,
  wireOf: (asked: Asked) => NoInfer<A>,
): ApiCall => read(path, about, async (call) => wireOf(await loadWeather(call)));

export const WEATHER_CALLS: readonly ApiCall[] = [
  list(
    'weather-data',
    {
      summary:
        'Returns observations of the weather regions, the power markets and two more places.',
      answer: WeatherSchema,
    },
    weatherRows,
  ),
  list(
    'weather-intelligence',
    {
      summary:
        'Returns the latest weather message of each region, highest impact first; a quiet region has LOW impact.',
      answer: IntelligenceSchema,
    },
    intelligenceRows,
  ),
  list(
    'correlation-analysis',
    {
      summary:
        'Returns correlations of weather factors and price changes over the last year, strongest first.',
      answer: CorrelationsSchema,
    },
    correlationRows,
  ),
  list(
    'real-weather-map',
    { summary: 'Returns observations of the 50 states and DC.', answer: MapSchema },
    mapRows,
  ),
  whole(
    'weather-correlations',
    { summary: 'Returns weather patterns and the affected commodities.', answer: PatternsSchema },
    ({ desk, reason }) => patternsWire(desk, reason),
  ),
  whole(
    'almanac',
    {
      summary:
        'Returns normals, records and degree days of each location, and the stage of each crop.',
      answer: AlmanacSchema,
    },
    almanacWire,
  ),
  whole(
    'degree-days',
    {
      summary: 'Returns the gas-weighted degree-day forecast, and each region to date.',
      answer: DegreeDaysSchema,
    },
    degreeDaysWire,
  ),
  whole(
    'storage',
    { summary: 'Returns weekly gas storage vs the five-year norm.', answer: StorageSchema },
    storageWire,
  ),
  list(
    'forecast-skill',
    { summary: 'Returns forecast skill of each location by lead time.', answer: SkillSchema },
    skillRows,
  ),
  read(
    'report-calendar',
    {
      summary:
        'Returns reports of the last two weeks with their figures, and release dates of the next six weeks.',
      answer: ReportsSchema,
    },
    async (call) => {
      const { desk } = await loadWeather(call);
      return reportRows(desk, desk?.nowMs() ?? call.desk.state().nowMs);
    },
  ),
];
