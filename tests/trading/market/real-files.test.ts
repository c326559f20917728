// Imports the real price files next to the project, if present; every row must be accounted for.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  importHistory,
  type ImportRequest,
  type ImportedHistory,
} from '../../../app/trading/market/csv-import';
import { toPriceText } from '../../../app/trading/domain/instrument';

const FOLDER = join(process.cwd(), '..', 'shared', 'data');
const isThere = existsSync(FOLDER);
if (!isThere)
  process.stdout.write('SKIPPED: there is no ../shared/data, so no real history was imported\n');

type Case = [file: string, options: Pick<ImportRequest, 'priceColumn' | 'commodity' | 'zone'>];
const CASES: readonly Case[] = [
  ['spot/henry_hub_daily.csv', {}],
  ['spot/wti_daily.csv', {}],
  ['spot/brent_daily.csv', {}],
  ...['NG', 'CL', 'HO', 'ZC', 'ZS', 'ZW', 'KC', 'CT', 'OJ'].map(
    (code): Case => [`futures-daily/${code}.csv`, {}],
  ),
  ...['CL01', 'NG12', 'HO18'].map(
    (priceColumn): Case => ['futures-curves/nymex_cl_ng_ho.csv', { priceColumn }],
  ),
  ...['Natural gas, US', 'Crude oil, WTI', 'Maize', 'Cotton, A Index'].map(
    (priceColumn): Case => ['spot/worldbank_monthly.csv', { priceColumn }],
  ),
  ['power/ercot_west_hourly.csv', { priceColumn: 'HUB' }],
  ['power/ercot_west_hourly.csv', { priceColumn: 'HUB', zone: 'America/Chicago' }],
  ['power/pjm_dom_day_ahead_hourly.csv', {}],
  ['power/comed_day_ahead_with_published_forecasts.csv', {}],
];

function importFile([file, options]: Case): ImportedHistory {
  const imported = importHistory({
    name: file,
    text: readFileSync(join(FOLDER, file), 'utf8'),
    ...options,
  });
  if (!imported.ok) throw new Error(imported.refusal.message);
  return imported.value;
}

function formatSummary({ name, instrument, counts, cadence, notes }: ImportedHistory): string {
  const { rows, bars, merged, refused, blank } = counts;
  const head = `${name} -> ${instrument.id} (${cadence}): ${rows} rows = ${bars} bars + ${merged} merged + ${refused} refused + ${blank} blank`;
  return [head, ...notes.map(({ code, text }) => `    ${code}: ${text}`)].join('\n');
}

const dataLines = (file: string): number =>
  readFileSync(join(FOLDER, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length - 1;

describe.skipIf(!isThere)('real histories', () => {
  it.each(CASES)('%s %o: no row is lost', (file, options) => {
    const history = importFile([file, options]);
    const { rows, bars, merged, refused, blank } = history.counts;
    process.stdout.write(`${formatSummary(history)}\n`);
    expect(rows).toBe(dataLines(file));
    expect(bars + merged + refused + blank).toBe(rows);
    expect(refused).toBeLessThanOrEqual(options.zone ? 10 : 1);
    expect(history.refusedRows).toHaveLength(refused);
  });

  it('keeps the negative crude oil price', () => {
    const { bars, instrument } = importFile(['spot/wti_daily.csv', {}]);
    const bar = bars.find(({ startsMs }) => startsMs === Date.UTC(2020, 3, 20));
    expect(bar && toPriceText(instrument, bar.closeTicks)).toBe('-36.98');
  });

  it('reports the row of the blank price', () => {
    const { notes, counts } = importFile(['spot/henry_hub_daily.csv', {}]);
    expect(counts.blank).toBe(1);
    expect(notes.find(({ code }) => code === 'blank')?.rows).toEqual([5286]);
  });

  it.each([
    ['power/ercot_west_hourly.csv', /'NODE', 'HUB', .*--column/],
    ['futures-curves/nymex_cl_ng_ho.csv', /'CL01', .* and \d+ more\. Name one with --column/],
    ['spot/worldbank_monthly.csv', /--column/],
    ['power/comed_load_hourly.csv', /no column looks like a price/],
    ['weather/milwaukee_daily.csv', /--column|--commodity/],
    ['stocks/eia_weekly_stocks.csv', /--commodity/],
  ])('%s reports the choices', (file, message) => {
    const imported = importHistory({ name: file, text: readFileSync(join(FOLDER, file), 'utf8') });
    expect(imported.ok ? 'imported' : imported.refusal.message).toMatch(message);
  });
});
