// The weather of the market that the caller's selected book trades. A list that has nothing to tell says why in a header.
import { almanacWire, degreeDaysWire, reportRows, skillRows, storageWire } from '../../almanac-desk.server';
import { jsonAnswer } from '../../answer.server';
import { correlationRows, intelligenceRows, mapRows, patternsWire, told, readWeatherDeskOf, weatherRows } from '../../weather-desk.server';
import { type ApiCall, type SignedIn, read } from './call';

type Asked = Awaited<ReturnType<typeof readWeatherDeskOf>>;
type Desk = NonNullable<Asked['desk']>;

const asked = ({ desk, session }: SignedIn): Promise<Asked> => readWeatherDeskOf(desk, session.userId);

/** A bare list; an empty one carries its reason beside it. */
const list = (path: string, rowsOf: (desk: Desk) => readonly object[]): ApiCall =>
  read(path, async (call) => {
    const { rows, reason } = told(await asked(call), rowsOf);
    return jsonAnswer(rows, 200, reason === null ? [] : [['X-Empty-Reason', reason]]);
  });

const whole = (path: string, wireOf: (asked: Asked) => object): ApiCall => read(path, async (call) => wireOf(await asked(call)));

export const WEATHER_CALLS: readonly ApiCall[] = [
  list('weather-data', weatherRows),
  list('weather-intelligence', intelligenceRows),
  list('correlation-analysis', correlationRows),
  list('real-weather-map', mapRows),
  whole('weather-correlations', ({ desk, reason }) => patternsWire(desk, reason)),
  whole('almanac', almanacWire),
  whole('degree-days', degreeDaysWire),
  whole('storage', storageWire),
  list('forecast-skill', skillRows),
  read('report-calendar', async (call) => {
    const { desk } = await asked(call);
    return reportRows(desk, desk?.nowMs() ?? call.desk.state().nowMs);
  }),
];
