// Quote calls: every list of the specification, from the user's market, as bare arrays.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMODITIES, COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { type ApiDesk, type ApiUser, openApiDesk } from '../support/api-desk';

type Row = Readonly<Record<string, unknown>>;
const FIELDS = [
  'kind',
  'note',
  'symbol',
  'contract',
  'commodity',
  'price',
  'change',
  'changePercent',
  'hub',
  'region',
  'bid',
  'ask',
  'high',
  'low',
  'volume',
  'expiresAt',
  'asOf',
  'ageSeconds',
  'source',
  'isStale',
].sort();
/** Instruments of the desk in these tests. */
const FED = ['natural-gas', 'crude-oil', 'corn'];
let desk: ApiDesk;
let user: ApiUser;

beforeAll(async () => {
  desk = await openApiDesk();
  user = await desk.user('reader');
});
afterAll(() => desk?.close());

const list = async (path: string): Promise<Row[]> => {
  const { status, body } = await user.get(path);
  expect([path, status, Array.isArray(body)]).toEqual([path, 200, true]);
  return body as Row[];
};

test('each commodity has a call; without quotes it returns an empty list', async () => {
  for (const key of COMMODITY_KEYS) {
    const rows = (await list(COMMODITIES[key].endpoint.slice('/api/'.length))).filter(
      ({ kind }) => kind === 'quote',
    );
    expect([key, rows.map(({ commodity }) => commodity)]).toEqual([
      key,
      FED.includes(key) ? [key] : [],
    ]);
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(FIELDS);
      expect(row).toMatchObject({
        source: 'simulated',
        isStale: false,
        price: expect.stringMatching(/^-?\d+\.\d+$/) as string,
      });
      expect([
        Number(row['bid']) < Number(row['ask']),
        Number.isNaN(Date.parse(String(row['asOf']))),
      ]).toEqual([true, false]);
    }
  }
});

test('regions without a future follow with their cash prices', async () => {
  const rows = await list('natural-gas-futures');
  expect(rows.map(({ kind, region }) => [kind, region])).toEqual([
    ['quote', 'Henry Hub'],
    ['cash', 'Permian'],
    ['cash', 'Marcellus'],
    ['cash', 'Gulf Coast'],
  ]);
  for (const row of rows.slice(1)) {
    expect(Object.keys(row).sort()).toEqual(FIELDS);
    expect(row).toMatchObject({
      bid: null,
      ask: null,
      contract: null,
      note: expect.stringMatching(/^cash: NG with an assumed basis of [+-]\d/) as string,
    });
  }
});

test('lists the grains together, heating oil as energy, and soybeans separately', async () => {
  expect((await list('agricultural-futures')).map(({ symbol }) => symbol)).toEqual([
    'CORN',
    'CORN-Corn Belt',
  ]);
  expect(await list('energy-futures')).toEqual([]);
  expect(await list('soybean-futures')).toEqual([]);
});

test('ignores query parameters, and rejects POST', async () => {
  expect(await list('natural-gas-futures?fresh=1')).toHaveLength(4);
  expect(await user.post('natural-gas-futures', {})).toMatchObject({ status: 405 });
});
