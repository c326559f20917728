// Server-rendered performance card: controls, signs, colors, and unreadable history.
import { describe, expect, it } from 'vitest';

import {
  formatMoney,
  formatPercent,
  formatSignedMoney,
  formatSignedPercent,
} from '../../app/trading/domain/format';
import { getBookId } from '../../app/trading/domain/book';
import { listEquityValues } from '../../app/models/portfolio/equity-values.server';
import { waitUntil } from '../support/api-desk';
import { fromDollars } from '../../app/trading/domain/units';
import { type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';
import type { PerformanceDto } from '../../app/contracts/api/book';

const users = setUpPageUsers('card-user');

/** The account has a value of a minute after it was opened. */
function isValued(userId: string): boolean {
  const { terminal } = users.desk;
  const book = terminal.state().books[getBookId(userId, 'simulation')];
  if (!book) return false;
  const window = { fromMs: book.openedMs + 1, toMs: Infinity };
  return listEquityValues(terminal, book, window).length > 0;
}

/** Page and figures of one moment for a user with a closed trade. */
async function loadTraded(): Promise<{ html: string; performance: PerformanceDto }> {
  const user = await users.next();
  const id = await users.desk.buyGas(user);
  // While the position is open: a flat account is valued rarely, and two points make no curve.
  await waitUntil(users.desk.terminal, () => isValued(user.id));
  expect((await user.submit('/', { intent: 'close-position', position: id })).status).toBe(303);
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const performance = JSON.parse(
      (await user.open('/api/portfolio-performance')).text,
    ) as PerformanceDto;
    const html = (await user.open('/portfolio')).text.replaceAll('<!-- -->', '');
    if (extractText(html).includes(`sequence ${performance.asOfSeq.toLocaleString('en-US')}`))
      return { html, performance };
  }
  throw new Error('page and call never met at one sequence number');
}

/** From the card to the next one. */
const getCard = (html: string): string =>
  /data-testid="portfolio-performance-chart"[\s\S]*?aria-labelledby="open"/.exec(html)?.[0] ?? '';

describe('unreadable history', () => {
  // First in its file: the page's queries are not prepared yet.
  it('shows an error in the card, and the rest of the page', async () => {
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
      extractText(failed.text).includes('Failed to fetch performance data'),
      extractText(failed.text).includes('Open Positions'),
    ]).toEqual([200, true, true]);
    expect(extractText((await user.open('/portfolio')).text)).not.toContain(
      'Failed to fetch performance data',
    );
  });
});

describe('the card', () => {
  it('offers 1H, 1D, 1W, 1M and All beside the total value', async () => {
    const { html, performance } = await loadTraded();
    const links = [
      ...getCard(html).matchAll(/<a [^>]*href="\/portfolio\?timeframe=(\w+)"[^>]*>([^<]+)</g),
    ].map(([, value, text]) => `${text} ${value}`);
    expect(links).toEqual(['1H 1h', '1D 1d', '1W 1w', '1M 1mo', 'All all']);
    expect(extractText(getCard(html))).toContain(
      `Portfolio Performance Current total value: ${formatMoney(fromDollars(performance.current.totalValue))}`,
    );
  });

  it('shows changes in percent with two decimals and in signed dollars, with arrows and colors', async () => {
    const { html, performance } = await loadTraded();
    for (const [name, { value, percentage }] of [
      ['Today', performance.changes.day],
      ['This Week', performance.changes.week],
      ['All Time', performance.changes.all],
    ] as const) {
      expect(value).not.toBe(0);
      const [tone, arrow] = value > 0 ? ['up', '\u25b2'] : ['down', '\u25bc'];
      expect(extractText(getCard(html))).toContain(
        `${name} ${arrow} ${formatSignedPercent(percentage)} ${formatSignedMoney(fromDollars(value))}`,
      );
      expect(formatSignedPercent(percentage)).toMatch(/^[+\u2212]?\d+\.\d\d%$/);
      expect(getCard(html)).toMatch(new RegExp(`<dt>${name}</dt><dd class="[^"]* ${tone}">`));
    }
  });

  it('shows the win rate with one decimal, and the completed trades below it', async () => {
    const { html, performance } = await loadTraded();
    const rate = formatPercent((performance.stats.winRate ?? NaN) * 100, 1);
    expect(rate).toMatch(/^(0\.0|100\.0)%$/);
    expect(extractText(getCard(html))).toContain(`Win Rate ${rate} 1 completed Total Trades 1 `);
  });

  it('draws a green line without a loss, and a red one below', async () => {
    const idle = await users.next();
    const findChart = (html: string): string =>
      /<div class="([^"]*)" role="img"/.exec(getCard(html))?.[1] ?? '';
    expect(findChart((await idle.open('/portfolio')).text)).toMatch(/_up_|\bup\b/);
    const { html, performance } = await loadTraded();
    expect(findChart(html)).toMatch(
      performance.changes.all.value < 0 ? /_down_|\bdown\b/ : /_up_|\bup\b/,
    );
  });

  it('draws a smooth line over a filled area, without point markers', async () => {
    const { html } = await loadTraded();
    // Fill markers are closed paths beside the line.
    const paths = [...getCard(html).matchAll(/<path d="([^"]*)"([^>]*)>/g)]
      .map(([, line = '', rest = '']) => ({ line, rest }))
      .filter(({ rest }) => /fill=|class=/.test(rest));
    expect(paths).toHaveLength(2);
    expect([
      paths[0]?.line.startsWith(paths[1]?.line ?? '-'),
      paths[0]?.rest.includes('fill="url(#'),
    ]).toEqual([true, true]);
    expect(paths[1]?.line).toMatch(/^M[\d.]+,[\d.]+(C|H)/);
    // The only circles are those under a pointer.
    const circles = getCard(html).match(/<circle/g)?.length ?? 0;
    expect(getCard(html).match(/<g class="[^"]*readout[^"]*">/g)).toHaveLength(circles);
  });
});
