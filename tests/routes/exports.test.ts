// CSV downloads: the same figures as the API, for the signed-in user only.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loader } from '../../app/routes/export.$file';
import { createSession } from '../../app/models/account/session.server';
import type { PositionDto } from '../../app/contracts/api/book';
import type { CalendarEventDto } from '../../app/contracts/api/calendar';
import type { CurveDto } from '../../app/contracts/api/curve';
import type { CorrelationDto } from '../../app/contracts/api/correlations';
import type { WeatherDto } from '../../app/contracts/api/weather';
import type { DegreeDaysDto } from '../../app/contracts/api/almanac';
import { type ApiDesk, type ApiUser, openApiDesk } from '../support/api-desk';
import { createWeatherDesk } from '../support/weather-desk';

let desk: ApiDesk;
let trader: ApiUser;

beforeAll(async () => {
  desk = await openApiDesk(createWeatherDesk());
  trader = await desk.user('exporter');
});
afterAll(() => desk?.close());

async function downloadFile(path: string, userId: string | null = trader.id): Promise<Response> {
  const cookie =
    userId === null ? '' : `frontmonth=${createSession(desk.terminal.db, userId, Date.now())}`;
  const [file = ''] = path.split('?');
  const args = {
    request: new Request(`http://127.0.0.1:3000/export/${path}`, { headers: { Cookie: cookie } }),
    params: { file },
    context: {},
    response: undefined,
  };
  const answer = await loader(args as unknown as Parameters<typeof loader>[0]).catch(
    (thrown: unknown) => thrown,
  );
  if (!(answer instanceof Response)) throw answer;
  return answer;
}

/** Rows as objects by header; the files of these tests have no quoted line breaks. */
async function readRows(path: string): Promise<Record<string, string>[]> {
  const lines = (await (await downloadFile(path)).text()).trimEnd().split('\r\n');
  const [headers = [], ...rows] = lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    ),
  );
  return rows.map((cells) =>
    Object.fromEntries(headers.map((header, index) => [header, cells[index] ?? ''])),
  );
}
const getBody = async <T>(path: string): Promise<T> => (await trader.get(path)).body as T;
const formatValue = (value: number | null): string => (value === null ? '' : String(value));

describe('CSV downloads', () => {
  it('need a session and an existing table', async () => {
    expect((await downloadFile('positions.csv', null)).status).toBe(302);
    for (const path of ['nothing.csv', 'positions', 'curve.csv?commodity=gold', '../positions.csv'])
      expect([path, (await downloadFile(path)).status]).toEqual([path, 404]);
  });

  it('are files named after the table and the date', async () => {
    const { status, headers } = await downloadFile('fills.csv');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="frontmonth-fills-\d{4}-\d\d-\d\d\.csv"$/,
    );
  });

  it('hold the closed position and its fills, for their user only', async () => {
    const id = await desk.buyGas(trader);
    expect((await trader.post(`trading-positions/${id}/close`)).status).toBe(200);
    const [position] = await getBody<readonly PositionDto[]>('closed-positions');
    const [row, ...others] = await readRows('closed-positions.csv');
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      id,
      commodity: 'natural-gas',
      side: 'LONG',
      size: String(position?.size),
      'size unit': 'MMBtu',
      'entry price': String(position?.entryPrice),
      'last or exit price': String(position?.exitPrice),
      'P&L before fees (USD)': String(position?.pnl),
      'fees (USD)': String(position?.fees),
      'closed (UTC)': position?.closedDate,
    });
    expect((await readRows('positions.csv')).map((one) => one['id'])).toContain(id);
    const fills = await readRows('fills.csv');
    expect(fills.map(({ side, price }) => [side, price])).toEqual([
      ['BUY', String(position?.entryPrice)],
      ['SELL', String(position?.exitPrice)],
    ]);
    const fees = fills.reduce((sum, one) => sum + Number(one['fee (USD)']), 0);
    expect(fees).toBeCloseTo(position?.fees ?? NaN, 2);
    const other = await desk.user('bystander');
    expect(await (await downloadFile('closed-positions.csv', other.id)).text()).not.toContain(id);
  });

  it('hold the readings, degree days and correlations of the API', async () => {
    const readings = await getBody<readonly WeatherDto[]>('weather-data');
    expect((await readRows('readings.csv')).map((row) => row['temperature (deg F)'])).toEqual(
      readings.map(({ temperature }) => formatValue(temperature)),
    );
    const { days } = await getBody<DegreeDaysDto>('degree-days');
    expect((await readRows('degree-days.csv')).map((row) => row['heating (deg F days)'])).toEqual(
      days.map(({ heating }) => formatValue(heating)),
    );
    const correlations = await getBody<readonly CorrelationDto[]>('correlation-analysis');
    expect(correlations.length).toBeGreaterThan(50);
    expect(
      (await readRows('correlations.csv')).map((row) => [
        row['weather factor'],
        row['chain'],
        row['correlation (-1 to 1)'],
      ]),
    ).toEqual(
      correlations.map(({ weatherFactor, chain, correlationStrength }) => [
        weatherFactor,
        chain,
        correlationStrength === null ? '' : String(Number(correlationStrength)),
      ]),
    );
  });

  it('hold the curve and the calendar of the API', async () => {
    const { months } = await getBody<CurveDto>('curve?commodity=NG');
    const rows = await readRows('curve.csv?commodity=NG');
    expect(rows.map(({ contract }) => contract)).toEqual(months.map(({ contract }) => contract));
    const events = await getBody<readonly CalendarEventDto[]>('calendar?days=31&commodity=corn');
    const listTitles = async (query: string): Promise<unknown[]> =>
      (await readRows(`calendar.csv?commodity=corn${query}`)).map(({ event }) => event);
    expect(await listTitles('&runs=on')).toEqual(events.map(({ title }) => title));
    // As on the page, forecast runs are listed on request.
    expect(events.some(({ kind }) => kind === 'forecast')).toBe(true);
    expect(await listTitles('')).toEqual(
      events.filter(({ kind }) => kind !== 'forecast').map(({ title }) => title),
    );
  });
});

describe('the calls of curve and calendar', () => {
  it('accept names and symbols, and reject others with a reason', async () => {
    for (const name of ['natural-gas', 'NG', 'ng'])
      expect((await getBody<CurveDto>(`curve?commodity=${name}`)).chain).toBe('NG');
    expect((await getBody<CurveDto>('curve?commodity=ET-PJM')).hub).toBe('PJM');
    expect(await trader.get('curve?commodity=gold')).toMatchObject({
      status: 400,
      body: { error: 'commodity: unknown name or symbol' },
    });
    expect(await trader.get('calendar?commodity=gold')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^commodity: 'gold' is not a commodity; use one of: /) },
    });
    for (const days of ['0', '61', '1.5', 'x', ''])
      expect([days, await trader.get(`calendar?days=${days}`)]).toMatchObject([
        days,
        { status: 400, body: { error: 'days: must be a whole number from 1 to 60' } },
      ]);
  });

  it('list the events of the requested days in order', async () => {
    const events = await getBody<readonly CalendarEventDto[]>('calendar?days=10');
    const times = events.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    expect(events.some(({ kind }) => kind === 'forecast')).toBe(true);
    expect(events.some(({ title }) => title === 'Gas storage report')).toBe(true);
  });
});
