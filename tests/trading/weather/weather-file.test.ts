import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type ImportedWeather,
  type WeatherRequest,
  importWeather,
  createWeatherFeed,
} from '../../../app/trading/weather/weather-file';
import type { WeatherReading } from '../../../app/trading/ports';

const importText = (
  text: string,
  options: Partial<WeatherRequest> = {},
): ReturnType<typeof importWeather> => importWeather({ name: 'weather.csv', text, ...options });
function read(text: string, options: Partial<WeatherRequest> = {}): ImportedWeather {
  const imported = importText(text, options);
  if (!imported.ok) throw new Error(imported.refusal.message);
  return imported.value;
}
function getRefusal(text: string, options: Partial<WeatherRequest> = {}): string {
  const imported = importText(text, options);
  return imported.ok ? 'imported' : imported.refusal.message;
}
const findNote = ({ notes }: ImportedWeather, code: string): string =>
  notes.find((one) => one.code === code)?.text ?? '';
const listValues = ({ days }: ImportedWeather): Readonly<Record<string, number>>[] =>
  days.map((day) => day.values);

describe('a file of daily weather', () => {
  it('yields its columns and derived degree days', () => {
    const weather = read('date,PRCP,TMAX,TMIN\n2024-01-01,0.1,40,20\n2024-07-01,0,95,75\n');
    expect(weather.series).toEqual(['prcp', 'tmax', 'tmin', 'hdd', 'cdd']);
    expect(listValues(weather)).toEqual([
      { prcp: 0.1, tmax: 40, tmin: 20, hdd: 35, cdd: 0 },
      { prcp: 0, tmax: 95, tmin: 75, hdd: 0, cdd: 20 },
    ]);
    expect(findNote(weather, 'degree-days')).toMatch(
      /Fahrenheit \(detected from the values\), base 65 F/,
    );
  });

  it('detects Celsius by column name or values', () => {
    const named = read('Date,Mean Temp C,Mean Min Temp C,Mean Max Temp C\n2015-01-03,10,5,15\n');
    expect(listValues(named)[0]).toMatchObject({ hdd: 15, cdd: 0, mean_temp_c: 10 });
    expect(findNote(named, 'degree-days')).toMatch(
      /'Mean Temp C' in Celsius \(from the column name\)/,
    );
    const seen = read(
      'date,precipitation,temp_max,temp_min\n2024-01-01,3,20,0\n2024-08-01,0,40,20\n',
    );
    expect(listValues(seen)[1]).toMatchObject({ hdd: 0, cdd: 21, prcp: 0 });
    expect(
      listValues(read('date,tmax,tmin\n2024-01-01,20,0\n', { temperatureUnit: 'F' }))[0],
    ).toMatchObject({ hdd: 55 });
  });

  it('ignores columns of normals and records', () => {
    const weather = read(
      'date,actual_mean_temp,actual_max_temp,average_max_temp,record_max_temp,actual_precipitation\n2014-7-1,81,91,89,104,0.5\n',
    );
    expect(listValues(weather)[0]).toMatchObject({
      cdd: 16,
      hdd: 0,
      prcp: 0.5,
      record_max_temp: 104,
    });
  });

  it('keeps given degree days', () => {
    const weather = read('date,hdd,cdd\n2024-01-01,30,0\n');
    expect(listValues(weather)).toEqual([{ hdd: 30, cdd: 0 }]);
    expect(findNote(weather, 'degree-days')).toBe('');
  });

  it('accounts for every row', () => {
    const weather = read(
      'date,tmax,tmin\n2024-01-02,50,40\n2024-01-01,48,30\n2024-01-02,50,40\n2024-01-02,51,40\nbad,1,2\n2024-01-04,,\n2024-01-05,48,x\n',
    );
    expect(weather.counts).toEqual({
      rows: 7,
      days: 3,
      merged: 1,
      refused: 2,
      blank: 1,
      elsewhere: 0,
    });
    expect(weather.refusedRows.map(({ row }) => row)).toEqual([5, 6]);
    expect(weather.days.map(({ row }) => row)).toEqual([3, 2, 8]);
    expect(findNote(weather, 'unreadable')).toMatch(/^1 row \(8\)/);
    expect(listValues(weather)[2]).toEqual({ tmax: 48 });
  });

  it('refuses a file with several places unless one is named', () => {
    const text = 'location,date,tmax,tmin\nSeattle,2024-01-01,50,40\nNew York,2024-01-01,30,20\n';
    expect(getRefusal(text)).toMatch(
      /several places: 'Seattle', 'New York'\. Name one with --place/,
    );
    expect(getRefusal(text, { place: 'Boston' })).toMatch(/holds no 'Boston'/);
    expect(read(text, { place: 'New York' }).counts).toMatchObject({ days: 1, elsewhere: 1 });
  });

  it.each([
    ['month,cdd,hdd\n1960-01,7,884\n', /stands for a month/],
    ['date,tmax\n2024-01-01 07:00,5\n', /stands for a time of day/],
    ['date,text\n2024-01-01,rain\n', /no column holds numbers/],
    ['', /is empty/],
    ['a,b\n1,2\n', /no column holds dates/],
  ])('%j is refused', (text, message) => expect(getRefusal(text)).toMatch(message));
});

describe('the feed of a file', () => {
  const feed = createWeatherFeed(
    read('date,tmax,tmin\n2024-01-02,50,40\n2024-01-01,48,30\n'),
    'replay',
  );
  const readings = [...(feed.readings() as Iterable<WeatherReading>)];

  it('publishes a day only after it has ended everywhere in the Americas', () => {
    for (const { validMs, publishedMs } of readings)
      expect(publishedMs - validMs).toBe(36 * 3_600_000);
    expect(readings[0]).toEqual({
      type: 'WeatherObserved',
      market: 'replay',
      series: 'tmax',
      value: 48,
      validMs: Date.UTC(2024, 0, 1),
      publishedMs: Date.UTC(2024, 0, 2, 12),
    });
  });

  it('is ordered in time and can be read again', () => {
    const times = readings.map(({ publishedMs }) => publishedMs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect([...(feed.readings() as Iterable<WeatherReading>)]).toEqual(readings);
    expect(new Set(readings.map(({ series }) => series))).toEqual(new Set(feed.series));
  });
});

const FOLDER = join(process.cwd(), '..', 'shared', 'data', 'weather');
if (!existsSync(FOLDER))
  process.stdout.write('SKIPPED: there is no ../shared/data, so no real weather was imported\n');

describe.skipIf(!existsSync(FOLDER))('real weather', () => {
  const files = existsSync(FOLDER)
    ? readdirSync(FOLDER).filter((file) => !file.includes('monthly'))
    : [];
  it.each(files)('%s: every row is accounted for', (file) => {
    const weather = read(readFileSync(join(FOLDER, file), 'utf8'), {
      name: file,
      ...(file.startsWith('nyc') ? { place: 'New York' } : {}),
    });
    const { rows, days, merged, refused, blank, elsewhere } = weather.counts;
    process.stdout.write(
      `${file}: ${rows} rows = ${days} days + ${merged} merged + ${refused} refused + ${blank} blank + ${elsewhere} elsewhere; ${findNote(weather, 'degree-days')}\n`,
    );
    expect(days + merged + refused + blank + elsewhere).toBe(rows);
    expect(weather.series).toEqual(expect.arrayContaining(['hdd', 'cdd']));
    expect(refused + merged).toBe(file.startsWith('us_pop') ? 14 : 0);
  });
});
