// The performance card as the server sends it: what it offers, its signs and colors, and what it
// says when the past cannot be read.
import { describe, expect, it } from 'vitest';

import {
  formatMoney,
  formatPercent,
  signedMoney,
  signedPercent,
} from '../../app/trading/domain/format';
import { fromDollars } from '../../app/trading/domain/units';
import { type PageUser, words } from '../support/page-desk';
import { pageUsers } from '../support/page-users';
import type { PerformanceDto } from '../../app/contracts/api/book';

const users = pageUsers('card-user');

/** The page and the figures of one moment of a user who has closed a trade. */
async function traded(): Promise<{ html: string; told: PerformanceDto }> {
  const user = await users.next();
  const id = await users.desk.buyGas(user);
  expect((await user.press('/', { intent: 'close-position', position: id })).status).toBe(303);
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const told = JSON.parse((await user.open('/api/portfolio-performance')).text) as PerformanceDto;
    const html = (await user.open('/portfolio')).text.replaceAll('<!-- -->', '');
    if (words(html).includes(`sequence ${told.asOfSeq.toLocaleString('en-US')}`))
      return { html, told };
  }
  throw new Error('page and call never met at one sequence number');
}

/** From the card to the one beneath it. */
const getCard = (html: string): string =>
  /data-testid="portfolio-performance-chart"[\s\S]*?aria-labelledby="open"/.exec(html)?.[0] ?? '';

describe('a past that cannot be read', () => {
  // First in its file: the page's queries are not prepared yet.
  it('a past that cannot be read is said in the card, and the rest of the page stays', async () => {
    const user: PageUser = await users.next();
    const { $client } = users.desk.terminal.db;
    const prepare = $client.prepare.bind($client);
    $client.prepare = ((sql: string) => {
      if (/from\s+"snapshot"/i.test(sql)) throw new Error('the disk does not read');
      return prepare(sql);
    }) as typeof $client.prepare;
    const failed = await user.open('/portfolio');
    $client.prepare = prepare;
    expect([
      failed.status,
      words(failed.text).includes('Failed to fetch performance data'),
      words(failed.text).includes('Open Positions'),
    ]).toEqual([200, true, true]);
    expect(words((await user.open('/portfolio')).text)).not.toContain(
      'Failed to fetch performance data',
    );
  });
});

describe('the card', () => {
  it('offers 1H, 1D, 1W, 1M and All, and the total value beside them', async () => {
    const { html, told } = await traded();
    const links = [
      ...getCard(html).matchAll(/<a [^>]*href="\/portfolio\?timeframe=(\w+)"[^>]*>([^<]+)</g),
    ].map(([, value, text]) => `${text} ${value}`);
    expect(links).toEqual(['1H 1h', '1D 1d', '1W 1w', '1M 1mo', 'All all']);
    expect(words(getCard(html))).toContain(
      `Portfolio Performance Current total value: ${formatMoney(fromDollars(told.current.totalValue))}`,
    );
  });

  it('tells changes in percent with two decimals and in signed dollars, with arrows and colors', async () => {
    const { html, told } = await traded();
    for (const [name, { value, percentage }] of [
      ['Today', told.changes.day],
      ['This Week', told.changes.week],
      ['All Time', told.changes.all],
    ] as const) {
      expect(value).not.toBe(0);
      const [tone, arrow] = value > 0 ? ['up', '\u25b2'] : ['down', '\u25bc'];
      expect(words(getCard(html))).toContain(
        `${name} ${arrow} ${signedPercent(percentage)} ${signedMoney(fromDollars(value))}`,
      );
      expect(signedPercent(percentage)).toMatch(/^[+\u2212]?\d+\.\d\d%$/);
      expect(getCard(html)).toMatch(new RegExp(`<dt>${name}</dt><dd class="[^"]* ${tone}">`));
    }
  });

  it('tells the win rate with one decimal, and what was completed below it', async () => {
    const { html, told } = await traded();
    const rate = formatPercent((told.stats.winRate ?? NaN) * 100, 1);
    expect(rate).toMatch(/^(0\.0|100\.0)%$/);
    expect(words(getCard(html))).toContain(`Win Rate ${rate} 1 completed Total Trades 1 `);
  });

  it('draws the line green at no loss, and red below', async () => {
    const idle = await users.next();
    const chartOf = (html: string): string =>
      /<div class="([^"]*)" role="img"/.exec(getCard(html))?.[1] ?? '';
    expect(chartOf((await idle.open('/portfolio')).text)).toMatch(/_up_|\bup\b/);
    const { html, told } = await traded();
    expect(chartOf(html)).toMatch(told.changes.all.value < 0 ? /_down_|\bdown\b/ : /_up_|\bup\b/);
  });

  it('draws a smooth line over a filled area, without marks of its points', async () => {
    const { html } = await traded();
    // Signs of fills are closed by themselves and stand beside the line.
    const paths = [...getCard(html).matchAll(/<path d="([^"]*)"([^>]*)>/g)]
      .map(([, line = '', rest = '']) => ({ line, rest }))
      .filter(({ rest }) => /fill=|class=/.test(rest));
    expect(paths).toHaveLength(2);
    expect([
      paths[0]?.line.startsWith(paths[1]?.line ?? '-'),
      paths[0]?.rest.includes('fill="url(#'),
    ]).toEqual([true, true]);
    expect(paths[1]?.line).toMatch(/^M[\d.]+,[\d.]+(C|H)/);
    // The only circles are those that show under a pointer.
    const circles = getCard(html).match(/<circle/g)?.length ?? 0;
    expect(getCard(html).match(/<g class="[^"]*told[^"]*">/g)).toHaveLength(circles);
  });
});
