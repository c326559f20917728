import { describe, expect, it } from 'vitest';
import { pjmSource } from '../../../../app/trading/market/sources/pjm/source';
import { findExchange } from '../../../support/cassettes';
import { listLocalHours, makePjmPage } from '../../../support/power-answers';

const DAY_MS = Date.parse('2026-11-28T00:00:00Z');
const parseText = (text: string, id = 'day-ahead 2026-11-28') =>
  pjmSource.parseAnswer(new TextEncoder().encode(text), { id, url: '' });
const parseExchange = (title: string) => {
  const { body, request } = findExchange('pjm', title);
  return pjmSource.parseAnswer(body, request);
};
const starts = listLocalHours(DAY_MS, 24, -5).map(({ startsMs }) => startsMs);

describe('PJM answers', () => {
  it('give the hourly day-ahead prices of the Western Hub', () => {
    const { readings } = parseExchange('day-ahead day');
    expect(readings).toHaveLength(24);
    expect(readings[0]).toEqual({
      kind: 'power price',
      hub: 'PJM',
      market: 'day-ahead',
      startsMs: Date.parse('2026-11-28T05:00:00Z'),
      endsMs: Date.parse('2026-11-28T06:00:00Z'),
      dollarsPerMwh: 83.52,
    });
  });

  it('of a day of 23 hours are complete', () => {
    expect(parseExchange('day-ahead day of 23 hours').readings).toHaveLength(23);
  });

  it('give hourly real-time prices of the hub by its name', () => {
    const { readings } = parseExchange('hourly real-time prices');
    expect(readings).toHaveLength(6);
    expect(readings[0]).toMatchObject({ market: 'real-time' });
  });

  it('leave out replaced versions, other nodes and missing prices', () => {
    const page = JSON.parse(makePjmPage(starts, 'total_lmp_da')) as { items: object[] };
    const [first, ...rest] = page.items;
    const items = [
      { ...first, row_is_current: false, total_lmp_da: 1 },
      { ...first, total_lmp_da: null },
      { ...first, pnode_id: 51217, pnode_name: 'AEP' },
      ...rest,
    ];
    expect(parseText(JSON.stringify({ items })).readings).toHaveLength(23);
  });

  const page = makePjmPage(starts, 'total_lmp_da');
  it.each([
    ['no rows', '{"items":[],"totalRows":0}', /none of the 0 rows is of pnode 51288/],
    ['no items', '{"error":true}', /lacks items/],
    ['another node', page.replaceAll('51288', '51217'), /none of the 24 rows/],
    ['no prices', page.replaceAll('total_lmp_da', 'total_lmp'), /a row lacks total_lmp_da/],
    ['local times', page.replaceAll(':00:00"', ':00:00-05:00"'), /instead of an hour such as/],
    ['half hours', page.replaceAll(':00:00"', ':30:00"'), /instead of an hour such as/],
    ['no real time', page.replace('T05:', 'T25:'), /is no time/],
    ['1e309', page.replace(/"total_lmp_da":[\d.]+/, '"total_lmp_da":1e309'), /the answer lacks/],
    ['a text', page.replace(/"total_lmp_da":[\d.]+/, '"total_lmp_da":"30"'), /the answer lacks/],
    ['a price out of bounds', page.replace(/_da":[\d.]+/, '_da":99999'), /outside -1000 to/],
    ['half a day', makePjmPage(starts.slice(12), 'total_lmp_da'), /12 hours instead of 24/],
  ])('with %s are refused', (_what, text, message) => {
    expect(() => parseText(text)).toThrow(message);
  });

  it('without rows are refused as in a made exchange', () => {
    expect(() => parseExchange('empty page')).toThrow(/none of the 0 rows/);
  });
});

describe('the PJM key', () => {
  it('is a header and never a part of the address', () => {
    const [request] = pjmSource.planRequests(DAY_MS, {
      getAnsweredMs: () => null,
      getTriedMs: () => null,
      findLink: () => null,
    });
    expect(request?.url).not.toMatch(/key/i);
    expect(request && pjmSource.addKey?.(request, 'secret')).toEqual({
      url: request?.url,
      headers: { 'Ocp-Apim-Subscription-Key': 'secret' },
    });
  });
});
