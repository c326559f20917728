import { describe, expect, it } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { toPriceText } from '../../../app/trading/domain/instrument';
import {
  type ImportRequest,
  type ImportedHistory,
  importHistory,
} from '../../../app/trading/market/csv-import';

type Options = Omit<Partial<ImportRequest>, 'text'>;
const importText = (text: string, options: Options = {}): ReturnType<typeof importHistory> =>
  importHistory({ name: 'NG.csv', text, ...options });

function read(text: string, options: Options = {}): ImportedHistory {
  const imported = importText(text, options);
  if (!imported.ok) throw new Error(imported.refusal.message);
  return imported.value;
}
function getRefusal(text: string, options: Options = {}): string {
  const imported = importText(text, options);
  return imported.ok ? 'imported' : imported.refusal.message;
}
const listCloses = ({ bars, instrument }: ImportedHistory): string[] =>
  bars.map(({ closeTicks }) => toPriceText(instrument, closeTicks));
const listStarts = ({ bars }: ImportedHistory): string[] =>
  bars.map(({ startsMs }) => new Date(startsMs).toISOString());
const findNote = (
  { notes }: ImportedHistory,
  code: string,
): { count: number; rows: readonly number[]; text: string } | undefined =>
  notes.find((one) => one.code === code);
const buildCsv = (...prices: string[]): string =>
  [
    'date,price',
    ...prices.map((price, index) => `2024-01-${String(index + 1).padStart(2, '0')},${price}`),
  ].join('\n');

describe('a clean file', () => {
  const text =
    'date,open,high,low,close,volume,src\n2024-01-02,2.5,2.6,2.4,2.55,100,0\n2024-01-03,2.55,2.7,2.5,2.651,,0\n';
  it('is imported as daily bars in the contract tick', () => {
    const history = read(text);
    expect(history.instrument.id).toBe('NG');
    expect(history.columns).toEqual({
      date: 'date',
      time: null,
      prices: ['open', 'high', 'low', 'close'],
    });
    expect(history.counts).toEqual({ rows: 2, bars: 2, merged: 0, refused: 0, blank: 0 });
    expect(history.bars[0]).toEqual({
      openTicks: 2500,
      highTicks: 2600,
      lowTicks: 2400,
      closeTicks: 2550,
      startsMs: Date.UTC(2024, 0, 2),
      endsMs: Date.UTC(2024, 0, 3) - 1,
    });
    expect(findNote(history, 'columns')?.text).toContain("'date'");
    expect(findNote(history, 'commodity')?.text).toContain('$/MMBtu');
  });

  it.each([
    ['carriage returns', text.replaceAll('\n', '\r\n')],
    ['old line ends', text.replaceAll('\n', '\r')],
    ['a byte order mark', `\ufeff${text}`],
    ['semicolons', text.replaceAll(',', ';')],
    ['tabs', text.replaceAll(',', '\t')],
    ['blank lines', text.replaceAll('\n', '\n\n')],
    ['capitals', text.replace('date,open,high,low,close', 'DATE,Open,HIGH,Low,CLOSE')],
    ['quotes', text.replace(/[^,\n]+/g, '"$&"')],
    ['trailing commas', text.replaceAll('\n', ',\n').replace('src,', 'src,')],
    ['compact dates', text.replace(/(\d{4})-(\d\d)-(\d\d)/g, '$1$2$3')],
    ['US dates', text.replace(/(\d{4})-(\d\d)-(\d\d)/g, '$2/$3/$1')],
  ])('gives the same bars with %s', (_, changed) => {
    expect(read(changed).bars).toEqual(read(text).bars);
  });
});

describe('columns and commodity', () => {
  it('refuses several price columns and lists them', () => {
    const text = 'HOUR,NODE,HUB,TEMP\n2024-01-01 00:00,1.5,2.5,70\n2024-01-01 01:00,1.6,2.6,71\n';
    expect(getRefusal(text, { name: 'ercot.csv' })).toMatch(
      /several columns may be the price: 'NODE', 'HUB'\. Name one with --column/,
    );
    expect(listCloses(read(text, { name: 'ercot.csv', priceColumn: 'hub' }))).toEqual([
      '2.50',
      '2.60',
    ]);
    expect(getRefusal(text, { name: 'ercot.csv', priceColumn: 'LMP' })).toMatch(
      /no column 'LMP'\. The columns are 'HOUR', 'NODE', 'HUB', 'TEMP'/,
    );
  });

  it('finds no price column among loads and temperatures', () => {
    expect(getRefusal('Datetime,COMED_MW\n2024-01-01 01:00:00,9631.0\n')).toMatch(
      /no column looks like a price/,
    );
  });

  it('prefers a price name over a forecast column', () => {
    expect(
      read('datetime,Real price,DNN Ensemble\n2024-01-01 00:00:00,1.5,9\n', { name: 'comed.csv' })
        .columns.prices,
    ).toEqual(['Real price']);
  });

  it('combines separate date and time columns', () => {
    expect(listStarts(read('date,time,price\n2024-01-01,07:30,1\n2024-01-01,08:30,2\n'))).toEqual([
      '2024-01-01T07:30:00.000Z',
      '2024-01-01T08:30:00.000Z',
    ]);
    expect(
      listStarts(read('date,hour,lmp\n2024-01-01,7,1\n2024-01-01,8,2\n', { name: 'pjm' })),
    ).toEqual(['2024-01-01T07:00:00.000Z', '2024-01-01T08:00:00.000Z']);
  });

  it.each([
    ['NG.csv', 'price', 'NG'],
    ['henry_hub_daily.csv', 'Price', 'NG'],
    ['folder/wti_daily.csv', 'Price', 'CL'],
    ['ZC.csv', 'close', 'CORN'],
    ['my corn history.csv', 'close', 'CORN'],
    ['soybean-futures.csv', 'close', 'SOYB'],
    ['KC.csv', 'close', 'KC'],
    ['cotton no 2.csv', 'settle', 'CT'],
    ['heating-oil.csv', 'close', 'HO'],
    ['OJ.csv', 'close', 'OJ'],
    ['srw wheat.csv', 'close', 'WHEAT'],
    ['CLZ26.csv', 'close', 'CL'],
    ['curves.csv', 'NG01', 'NG'],
    ['nymex_cl_ng.csv', 'CL12', 'CL'],
    ['miso.csv', 'lmp', 'ET-MISO'],
    ['prices.csv', 'da_lmp_usd_mwh', 'ET'],
  ])('%s with %s is %s', (name, column, id) =>
    expect(read(`date,${column}\n2024-01-01,5\n2024-01-02,6\n`, { name }).instrument.id).toBe(id),
  );

  it.each(['prices.csv', 'corn and wheat.csv'])(
    '%s says nothing: the ten keys are listed',
    (name) => {
      const message = getRefusal(buildCsv('1', '2'), { name });
      for (const key of COMMODITY_KEYS) expect(message).toContain(key);
      expect(read(buildCsv('1', '2'), { name, commodity: 'coffee' }).instrument.id).toBe('KC');
    },
  );
});

describe('prices', () => {
  it('accepts zero and negative prices where the contract allows them', () => {
    expect(
      listCloses(
        read('Date,Price\n2020-04-17,18.31\n2020-04-20,-36.98\n2020-04-21,0\n', {
          name: 'wti.csv',
        }),
      ),
    ).toEqual(['18.31', '-36.98', '0.00']);
  });

  it('refuses rows with negative prices elsewhere', () => {
    const history = read(buildCsv('450', '-1', '0', '451'), { name: 'corn.csv' });
    expect(history.counts).toMatchObject({ bars: 2, refused: 2 });
    expect(history.refusedRows).toEqual([
      { row: 3, reason: '-1 is not above zero, which corn cannot be' },
      { row: 4, reason: '0 is not above zero, which corn cannot be' },
    ]);
  });

  it.each(['', 'NA', 'n/a', 'NaN', '.', 'null', '-'])(
    "counts '%s' as blank and names its row",
    (blank) => {
      const history = read(buildCsv('1', blank, '2'));
      expect(history.counts).toMatchObject({ rows: 3, bars: 2, blank: 1, refused: 0 });
      expect(findNote(history, 'blank')).toMatchObject({ count: 1, rows: [3] });
    },
  );

  it.each(['abc', '1e', '0x10', '1,5', '12 000', '--3', '1e99'])("refuses '%s' by row", (price) => {
    const history = read(buildCsv('1', `"${price}"`, '2'));
    expect(history.counts).toMatchObject({ bars: 2, refused: 1 });
    expect(history.refusedRows[0]?.row).toBe(3);
  });

  it('parses thousands separators and exponents', () => {
    expect(listCloses(read(buildCsv('"1,304.75"', '2e2', '+3.'), { name: 'ZS.csv' }))).toEqual([
      '1304.75',
      '200.00',
      '3.00',
    ]);
  });

  it('removes single-precision noise', () => {
    const history = read(buildCsv('182.24999999', '129.850006', '58.379999999999995'), {
      name: 'OJ.csv',
    });
    expect(listCloses(history)).toEqual(['182.25', '129.85', '58.38']);
    expect(findNote(history, 'rounded')).toMatchObject({ count: 2, rows: [2, 4] });
    expect(findNote(history, 'noise')).toMatchObject({ count: 1, rows: [3] });
    expect(findNote(history, 'tick')).toMatchObject({ count: 1, rows: [4] });
  });

  it('uses the finest decimal as tick when a price is off the contract tick', () => {
    const history = read(buildCsv('182.25', '182.3', '182.30'), { name: 'ZC.csv' });
    expect(history.instrument.tick).toEqual({ digits: 1, decimals: 2 });
    expect(listCloses(history)).toEqual(['182.25', '182.30', '182.30']);
    expect(findNote(history, 'tick')).toMatchObject({ count: 2, rows: [3, 4] });
  });

  it('keeps the jump of a roll', () =>
    expect(listCloses(read(buildCsv('7.46', '3.918')))).toEqual(['7.460', '3.918']));
});

describe('open, high and low', () => {
  const importBars = (...rows: string[]): ImportedHistory =>
    read(['date,open,high,low,close', ...rows].join('\n'), { name: 'ZC.csv' });

  it('take the close when blank', () => {
    const history = importBars('2024-01-01,,,,450', '2024-01-02,451,,,450');
    expect(history.bars[0]).toMatchObject({
      openTicks: 1800,
      highTicks: 1800,
      lowTicks: 1800,
      closeTicks: 1800,
    });
    expect(history.bars[1]).toMatchObject({ openTicks: 1804, highTicks: 1804, lowTicks: 1800 });
    expect(findNote(history, 'filled')).toMatchObject({ count: 2, rows: [2, 3] });
  });

  it('widen to include a settlement outside the range', () => {
    const history = importBars('2024-01-01,450,452,449,448', '2024-01-02,453,452,449,450');
    expect(history.bars[0]).toMatchObject({ highTicks: 1808, lowTicks: 1792, closeTicks: 1792 });
    expect(history.bars[1]).toMatchObject({ highTicks: 1812 });
    expect(findNote(history, 'widened')).toMatchObject({ count: 2, rows: [2, 3] });
  });

  it('reject a high below the low, a close far outside the range, and a range without close', () => {
    const history = importBars(
      '2024-01-01,450,449,452,450',
      '2024-01-02,450,452,449,4500',
      '2024-01-03,450,452,449,',
      '2024-01-04,450,452,449,450',
    );
    expect(history.counts).toEqual({ rows: 4, bars: 1, merged: 0, refused: 3, blank: 0 });
    expect(history.refusedRows.map(({ row, reason }) => `${row} ${reason}`)).toEqual([
      '2 its high 449 is below its low 452',
      '3 its open 450 or close 4500 is far outside 449 to 452',
      '4 it has open, high or low but no close',
    ]);
  });
});

describe('time', () => {
  it('sorts unordered rows and adds a note', () => {
    const history = read('date,price\n2024-01-03,3\n2024-01-01,1\n2024-01-02,2\n');
    expect(listCloses(history)).toEqual(['1.000', '2.000', '3.000']);
    expect(findNote(history, 'unordered')).toMatchObject({ count: 1, rows: [3] });
  });

  it('merges exact repeats and refuses conflicting rows', () => {
    const history = read(
      'date,price\n2024-01-01,1\n2024-01-02,2\n2024-01-02,2.0\n2024-01-02,5\n2024-01-03,3\n',
    );
    expect(listCloses(history)).toEqual(['1.000', '2.000', '3.000']);
    expect(history.counts).toEqual({ rows: 5, bars: 3, merged: 1, refused: 1, blank: 0 });
    expect(history.refusedRows).toEqual([
      { row: 5, reason: 'row 3 gave the same time another price; the first stands' },
    ]);
  });

  const autumn = ['00:00,10', '01:00,11', '01:00,12', '02:00,13', '03:00,14']
    .map((row) => `2023-11-05 ${row}`)
    .join('\n');

  it('keeps both autumn hours when stamps have no zone', () => {
    const history = read(`hour,price\n${autumn}\n`, { name: 'ercot.csv' });
    expect(listStarts(history).slice(1, 4)).toEqual([
      '2023-11-05T01:00:00.000Z',
      '2023-11-05T01:30:00.000Z',
      '2023-11-05T02:00:00.000Z',
    ]);
    expect(listCloses(history)).toEqual(['10.00', '11.00', '12.00', '13.00', '14.00']);
    expect(history.bars.slice(1, 3).map(({ endsMs }) => new Date(endsMs).toISOString())).toEqual([
      '2023-11-05T01:29:59.999Z',
      '2023-11-05T01:59:59.999Z',
    ]);
    expect(findNote(history, 'autumn-hour')).toMatchObject({ count: 1, rows: [4] });
    expect(findNote(history, 'zone')?.text).toContain('UTC');
  });

  it('keeps both autumn hours at their UTC times when the zone is given', () => {
    const history = read(`hour,price\n${autumn}\n`, { name: 'ercot.csv', zone: 'America/Chicago' });
    expect(listStarts(history)).toEqual(
      ['05', '06', '07', '08', '09'].map((hour) => `2023-11-05T${hour}:00:00.000Z`),
    );
    expect(findNote(history, 'second-hour')).toMatchObject({ count: 1, rows: [4] });
  });

  it('does not treat other repeated hours as the autumn hour', () => {
    const history = read(`hour,price\n${autumn.replaceAll('2023-11-05', '2023-11-06')}\n`, {
      name: 'ercot.csv',
    });
    expect(history.counts).toMatchObject({ bars: 4, refused: 1 });
  });

  it('refuses an hour in the spring gap, and an unknown zone', () => {
    const text = 'hour,price\n2024-03-10 01:00,1\n2024-03-10 02:00,2\n2024-03-10 03:00,3\n';
    expect(read(text, { name: 'ercot.csv', zone: 'America/Chicago' }).refusedRows).toEqual([
      {
        row: 3,
        reason: "'2024-03-10 02:00' does not exist in America/Chicago: clocks went forward over it",
      },
    ]);
    expect(getRefusal(text, { zone: 'Texas' })).toMatch(/'Texas' is no time zone/);
  });

  it.each([
    ['2024-03-04T17:00Z', '2024-03-04T17:00:00.000Z'],
    ['2024-03-04 17:00:00+00:00', '2024-03-04T17:00:00.000Z'],
    ['2024-03-04T17:00:00-0600', '2024-03-04T23:00:00.000Z'],
    ['2024-03-04 24:00', '2024-03-05T00:00:00.000Z'],
    ['3/4/2024 5:30 PM', '2024-03-04T17:30:00.000Z'],
    ['1709571600', '2024-03-04T17:00:00.000Z'],
    ['2024-03-04', '2024-03-04T00:00:00.000Z'],
    ['2024-3-4', '2024-03-04T00:00:00.000Z'],
    ['1960-01', '1960-01-01T00:00:00.000Z'],
  ])('parses %s', (stamp, iso) =>
    expect(listStarts(read(`timestamp,price\n${stamp},1\n`))).toEqual([iso]),
  );

  it('detects the day order, and notes when no date proves it', () => {
    expect(listStarts(read('date,price\n01/02/2024,1\n13/02/2024,2\n'))).toEqual([
      '2024-02-01T00:00:00.000Z',
      '2024-02-13T00:00:00.000Z',
    ]);
    expect(
      findNote(read('date,price\n01/02/2024,1\n02/02/2024,1\n'), 'date-order')?.text,
    ).toContain('no date in the file proves');
  });

  it.each(['2024-02-30', '2024-13-01', 'yesterday', '', '2024-01-02 25:00'])(
    "refuses the date '%s' by row",
    (date) => {
      expect(
        read(`date,price\n2024-01-01,1\n${date},2\n2024-01-03,3\n`).refusedRows.map(
          ({ row }) => row,
        ),
      ).toEqual([3]);
    },
  );

  it('ends monthly rows with the month, and hourly rows after one interval before a gap', () => {
    expect(
      read('month,price\n2024-01,1\n2024-02,2\n').bars.map(({ endsMs }) =>
        new Date(endsMs).toISOString(),
      ),
    ).toEqual(['2024-01-31T23:59:59.999Z', '2024-02-29T23:59:59.999Z']);
    const hourly = read(
      'time,price\n2024-01-01 00:00,1\n2024-01-01 01:00,1\n2024-01-01 02:00,1\n2024-01-01 09:00,1\n',
      { name: 'pjm.csv' },
    );
    expect(new Date(hourly.bars[2]?.endsMs ?? 0).toISOString()).toBe('2024-01-01T02:59:59.999Z');
    expect(findNote(hourly, 'gaps')).toMatchObject({ count: 1, rows: [4] });
  });
});

describe('files that are not price histories', () => {
  it.each([
    ['', /is empty/],
    ['  \n \n', /is empty/],
    ['date,price\n', /no rows below/],
    ['date,price', /no rows below/],
    ['2024-01-01,1\n2024-01-02,2\n', /no header row/],
    ['<!DOCTYPE html><html></html>', /web page/],
    ['[{"date":1}]', /JSON/],
    ['PK\u0003\u0004 archive', /not a text file/],
    ['d\u0000a\u0000t\u0000e\u0000', /not a text file/],
    ['name,price\na,1\n', /no column holds dates.*--date-column/],
    [
      'date,price\n2024-01-01,\n2024-01-02,\n',
      /none of its 2 rows is usable\. Every price is blank/,
    ],
    ['date,price\n2024-01-01,x\n', /row 2: 'x' is no price/],
    ['"date,price\n2024-01-01,1\n', /quote in its header/],
    ['date,price,price\n2024-01-01,1,2\n', /several columns may be the price/],
  ])('%j', (text, message) => expect(getRefusal(text)).toMatch(message));

  it('refuses rows with another width or an open quote, and reads the rows after them', () => {
    const history = read(
      'date,price,note\n2024-01-01,1,a\n2024-01-02,2\n2024-01-03,"3,b\n2024-01-04,4,c,d\n2024-01-05,5,e\n',
    );
    expect(history.counts).toEqual({ rows: 5, bars: 2, merged: 0, refused: 3, blank: 0 });
    expect(history.refusedRows.map(({ row }) => row)).toEqual([3, 4, 5]);
  });

  it('lists the first 1,000 refused rows and counts all', () => {
    const history = read(
      ['date,price', '2024-01-01,1', ...Array.from({ length: 1500 }, () => 'x,1')].join('\n'),
    );
    expect(history.counts.refused).toBe(1500);
    expect(history.refusedRows).toHaveLength(1000);
  });
});
