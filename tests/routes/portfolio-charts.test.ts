// Charts of the portfolio page: the figures in the markup sum to the figures beside them.
import { beforeAll, describe, expect, it } from 'vitest';
import { extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';
import { waitUntil } from '../support/api-desk';
import { createSteeredFeed } from '../support/steered-feed';

const steered = createSteeredFeed('charts');
const users = setUpPageUsers('chart-user', null, steered.feed);

/** "+$1,234.50" or "−$0.20" in cents. */
const toCents = (text: string): number =>
  Math.round(100 * Number(text.replace('\u2212', '-').replace(/[+$,]/g, '')));
const AMOUNT = String.raw`[+\u2212]?\$[\d,]+\.\d\d`;
const sumCents = (values: readonly number[]): number =>
  values.reduce((all, value) => all + value, 0);

/** Minus $50. */
const LOSS_MILLS = -50_000;

let html = '';
let position = '';
/** The card with this test id. */
const getCard = (id: string): string =>
  new RegExp(`<section[^>]*data-testid="${id}"[\\s\\S]*?</details></section>`).exec(html)?.[0] ??
  '';
/** Amounts of a table by row: the first cell, then the amounts. */
const listRows = (id: string, part: 'tbody' | 'tfoot'): (readonly [string, ...number[]])[] => {
  const rows = new RegExp(`<${part}>(.*?)</${part}>`, 's').exec(
    new RegExp(`id="${id}"[\\s\\S]*?</table>`).exec(html)?.[0] ?? '',
  )?.[1];
  return (rows ?? '')
    .split('</tr>')
    .filter((row) => row.includes('<tr'))
    .map((row) => {
      const [name = ''] = /<th[^>]*>(.*?)<\/th>/s.exec(row)?.slice(1) ?? [];
      const amounts = extractText(row).match(new RegExp(AMOUNT, 'g')) ?? [];
      return [extractText(name).trim(), ...amounts.map(toCents)] as const;
    });
};

beforeAll(async () => {
  const user = await users.next();
  const closed = await users.desk.buyGas(user);
  await user.submit('/', { intent: 'close-position', position: closed });
  position = await users.desk.buyGas(user);
  // A loss that no other move of the price makes up for: without one there is no decline to show.
  steered.setGasFactor(0.5);
  await waitUntil(users.desk.terminal, () => users.view().totalPnlMills < LOSS_MILLS);
  html = (await user.open('/portfolio?timeframe=all')).text.replaceAll('<!-- -->', '');
});

describe('the portfolio page', () => {
  it('has P&L by commodity and by strategy that sums to the total P&L', () => {
    const total = toCents(
      new RegExp(`All Time[^%]*% (${AMOUNT})`).exec(extractText(html))?.[1] ?? '',
    );
    expect(total).not.toBe(0);
    for (const id of ['by-commodity', 'by-strategy']) {
      const rows = listRows(`${id}-data`, 'tbody');
      expect(rows).toHaveLength(1);
      expect(sumCents(rows.map(([, all]) => all ?? NaN))).toBe(total);
      expect(
        sumCents(rows.map(([, , realized = NaN, unrealized = NaN]) => realized + unrealized)),
      ).toBe(total);
      expect(listRows(`${id}-data`, 'tfoot')[0]?.[1]).toBe(total);
      expect(getCard(id)).toMatch(/<rect x="[\d.]+%" width="[\d.]+%"/);
    }
    expect(listRows('by-strategy-data', 'tbody')[0]?.[0]).toBe('Manual');
  });

  it('has a calendar whose days sum to realized and unrealized P&L', () => {
    const cells = [...getCard('day-calendar').matchAll(/title="(\d{4}-\d\d-\d\d)[^"]*: ([^"]*)"/g)];
    const profits = cells.flatMap(([, , text = '']) => (text === 'no data' ? [] : [toCents(text)]));
    expect(profits.length).toBeGreaterThan(0);
    const [, , realized = NaN, unrealized = NaN] = listRows('by-commodity-data', 'tfoot')[0] ?? [
      '',
    ];
    expect(sumCents(profits)).toBe(realized + unrealized);
    expect(listRows('days-data', 'tfoot')[0]?.[1]).toBe(sumCents(profits));
  });

  it('has an allocation that sums to the account balance', () => {
    const rows = listRows('allocation-data', 'tbody');
    expect(rows.map(([name]) => name)).toEqual(['Available cash', 'Natural Gas Futures']);
    expect(sumCents(rows.map(([, amount]) => amount ?? NaN))).toBe(
      listRows('allocation-data', 'tfoot')[0]?.[1],
    );
    expect(extractText(html)).toContain('Account Balance');
  });

  it('shows the drawdown below the equity, in one figure', () => {
    const figure = /<figure[\s\S]*?<\/figure>/.exec(html)?.[0] ?? '';
    expect(figure).toContain('aria-label="Portfolio Value, line chart');
    expect(figure).toMatch(/aria-label="Drawdown, area chart"[\s\S]*<path [^>]*d="M[\d.]+,0L/);
    const tile = /Max Drawdown ([\d.\u2212]+%) (\u2212\$[\d.,]+) on/.exec(extractText(html));
    expect(tile).not.toBeNull();
    const [, percent = '', amount = ''] = tile ?? [];
    const drawn = extractText(figure).replace(/\( /g, '(').replace(/ \)/g, ')');
    expect(drawn).toContain(`deepest ${amount} (${percent}) at`);
  });

  it('links open and closed positions to their pages', () => {
    const links = [...html.matchAll(/<a href="\/position\/([^"]+)"/g)].map(([, id]) => id);
    expect(links).toContain(position);
    expect(new Set(links).size).toBe(2);
  });
});
