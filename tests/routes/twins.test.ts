// Twin accounts as a program and a page get them: sums that hold, nobody else's, and never the
// user's own money.
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { getPerformance as performanceIn } from '../../app/models/portfolio/performance.server';
import { twinsWire } from '../../app/models/portfolio/twins.server';
import { type ApiDesk, type ApiUser, openApiDesk } from '../support/api-desk';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import type { PerformanceDto } from '../../app/contracts/api/book';
import type { ShadowsDto } from '../../app/contracts/api/twins';

const cents = (dollars: number): number => Math.round(dollars * 100);

describe('the call', () => {
  let desk: ApiDesk;
  beforeAll(async () => {
    desk = await openApiDesk();
  });
  afterAll(() => desk?.close());

  const twinsOf = async (user: ApiUser) => (await user.get('twin-accounts')).body as ShadowsDto;
  const partOf = ({ parts }: ShadowsDto, without: string) => {
    const part = parts.find((one) => one.without === without);
    if (!part) throw new Error(`no part ${without}`);
    return part;
  };

  it('tells four parts whose days add up, and of the whole desk the profit of the account', async () => {
    const user = await desk.user('parted');
    await user.post('auto-trading/start', {});
    await expect
      .poll(async () => partOf(await twinsOf(user), 'NOTHING').days, { timeout: 55_000 })
      .toBeGreaterThan(0);
    const twins = await twinsOf(user);
    expect(twins.parts.map(({ without }) => without)).toEqual([
      'NO_SIGNALS',
      'NO_GUARDS',
      'BUY_AND_HOLD',
      'NOTHING',
    ]);
    expect([twins.missing, twins.mode, twins.epoch, twins.daysMin]).toEqual([
      null,
      'simulation',
      1,
      20,
    ]);
    for (const { history, total, today, days, finished, twin } of twins.parts) {
      expect(cents(history.at(-1)?.total ?? 0)).toBe(cents(total));
      expect(history.at(-1)?.value).toBe(today);
      expect(history).toHaveLength(days + 1);
      expect(history.map(({ day }) => day)).toEqual([...history.map(({ day }) => day)].sort());
      // Each figure is rounded once.
      expect(
        Math.abs(cents(total) - cents(twins.account.profit) + cents(twin.profit)),
      ).toBeLessThanOrEqual(1);
      expect(
        Math.abs(history.reduce((sum, { value }) => sum + cents(value), 0) - cents(total)),
      ).toBeLessThanOrEqual(history.length);
      expect(Math.abs(cents(finished) + cents(today) - cents(total))).toBeLessThanOrEqual(2);
    }
    expect(partOf(twins, 'NOTHING').total).toBe(twins.account.profit);
    expect(partOf(twins, 'NOTHING').twin).toEqual({ profit: 0, fees: 0, closed: 0 });
    // A history has no networks: what hears none does the same, to the cent.
    expect(partOf(twins, 'NO_SIGNALS')).toMatchObject({
      total: 0,
      today: 0,
      verdict: 'NO_EVIDENCE',
    });
    expect(partOf(twins, 'BUY_AND_HOLD').twin.fees).toBeGreaterThan(0);
  });

  it('leaves every figure of the account as it is, and is of one valuation', async () => {
    const user = await desk.user('untouched');
    await desk.buyGas(user);
    const view = desk.terminal.view(user.id)!;
    const [told, performance] = [
      twinsWire(desk.terminal, view, user.id),
      performanceIn(desk.terminal, user.id, 'all'),
    ];
    const book = desk.terminal.state().books[`${user.id}:simulation`]!;
    expect(cents(told.account.profit)).toBe(Math.round((book.equityMills - 25_000_000) / 10));
    expect(told.asOfSeq).toBe(performance.asOfSeq);
    expect(
      Object.keys(desk.terminal.state().books).every((id) =>
        /^[\w-]+:(simulation|paper|live)$/.test(id),
      ),
    ).toBe(true);
    expect(JSON.stringify((await user.get('trading-positions')).body)).not.toContain(
      'BUY_AND_HOLD',
    );
    expect(
      ((await user.get('portfolio-performance?timeframe=all')).body as PerformanceDto)
        .initialBalance,
    ).toBe(25_000);
  });

  it("is nobody else's", async () => {
    const [trader, idle] = [await desk.user('trader'), await desk.user('idle')];
    await trader.post('auto-trading/start', {});
    const twins = await twinsOf(idle);
    expect(twins.parts.map(({ total, twin }) => [total, twin.profit, twin.closed])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(twins.account).toEqual({ profit: 0, fees: 0, closed: 0 });
  });

  it('begins anew after a reset, each mode has its own, and live has none', async () => {
    const user = await desk.user('resetter');
    await desk.buyGas(user);
    await user.post('reset-trading-account', {});
    expect(await twinsOf(user)).toMatchObject({
      epoch: 2,
      account: { profit: 0, fees: 0, closed: 0 },
    });
    await user.post('trading/mode', { mode: 'paper' });
    expect(await twinsOf(user)).toMatchObject({ mode: 'paper', epoch: 1, missing: null });
    await user.post('trading/mode', { mode: 'live' });
    const live = await twinsOf(user);
    expect([live.parts, live.mode]).toEqual([[], 'live']);
    expect(live.missing).toMatch(/No shadow accounts in live mode/);
  });
});

describe('the page, as a browser without script gets it', () => {
  let desk: DeskServer;
  let visitor: Visitor;
  beforeAll(async () => {
    desk = await startDesk('server.js', { FEED: 'simulated' });
    visitor = await new Visitor(desk.origin).signIn();
  });
  afterAll(() => desk?.stop());

  it('says what each part gave, what its twin is, and that it is too early to tell', async () => {
    const html = (await (await visitor.ask('/portfolio?timeframe=1w')).text()).replaceAll(
      '<!-- -->',
      '',
    );
    for (const text of [
      '<h2 id="twins">Shadow Accounts</h2>',
      'Attribution',
      'Signals',
      'Pre-trade checks',
      'Strategies',
      'All components',
      'not significant: 0 of 20 days',
      'Its orders are never sent',
    ])
      expect(html).toContain(text);
    const { results } = await new HtmlValidate({
      extends: ['html-validate:recommended', 'html-validate:a11y'],
      rules: {
        'void-style': 'off',
        'attribute-boolean-style': 'off',
        'attribute-empty-style': 'off',
        'attr-case': 'off',
        'doctype-style': 'off',
        'long-title': 'off',
      },
    }).validateString(html);
    expect(
      results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      ),
    ).toEqual([]);
  });
});
