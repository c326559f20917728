// The portfolio's calls and page: figures that agree with every other answer, and nobody else's.
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TIMEFRAMES } from '../../app/contracts/timeframe';
import { getPerformance as performanceIn } from '../../app/models/portfolio/performance.server';
import { type ApiDesk, type ApiUser, openApiDesk } from '../support/api-desk';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import type { PerformanceDto } from '../../app/contracts/api/book';

type Row = Readonly<Record<string, unknown>>;

describe('the calls', () => {
  let desk: ApiDesk;
  let count = 0;

  beforeAll(async () => {
    desk = await openApiDesk();
  });
  afterAll(() => desk?.close());

  const newUser = (): Promise<ApiUser> => desk.user(`holder-${(count += 1)}`);
  const performanceOf = async (user: ApiUser, timeframe = 'all') =>
    (await user.get(`portfolio-performance?timeframe=${timeframe}`)).body as PerformanceDto;

  /**
   * Both answers of one state: asked at once, and again in the rare case that the desk moved
   * between them.
   */
  async function together(
    user: ApiUser,
  ): Promise<{ performance: PerformanceDto; positions: Row[] }> {
    for (;;) {
      const [performance, positions] = await Promise.all([
        performanceOf(user),
        user.get('trading-positions').then(({ body }) => body as Row[]),
      ]);
      if (positions.every(({ asOfSeq }) => asOfSeq === performance.asOfSeq))
        return { performance, positions };
    }
  }

  it('agree with the positions and with the view at the same sequence number', async () => {
    const user = await newUser();
    await desk.buyGas(user);
    const { performance, positions } = await together(user);
    const { current } = performance;
    const pnl = positions.reduce((sum, row) => sum + Math.round((row['pnl'] as number) * 100), 0);
    expect(Math.round(current.unrealizedPnL * 100)).toBe(pnl);
    expect([current.activePnL, current.totalPositions]).toEqual([current.unrealizedPnL, 1]);
    expect(Math.round(current.totalValue * 100)).toBe(
      Math.round(current.accountBalance * 100) + pnl,
    );
    expect(Math.round(current.totalPnL * 100)).toBe(
      Math.round(current.totalValue * 100) - 2_500_000,
    );
    // Asked in one breath, so that the desk cannot move between them.
    const [now, view] = [
      performanceIn(desk.terminal, user.id, 'all'),
      desk.terminal.view(user.id)!,
    ];
    expect([now.asOfSeq, now.current.totalValue, now.current.availableCash]).toEqual([
      view.asOfSeq,
      view.totalMills / 1000,
      view.availableMills / 1000,
    ]);
    expect([now.changes.all.value, now.initialBalance]).toEqual([now.current.totalPnL, 25_000]);
  });

  it('take a timeframe of five, a day when none is named', async () => {
    const user = await newUser();
    for (const timeframe of TIMEFRAMES)
      expect((await performanceOf(user, timeframe)).timeframe).toBe(timeframe);
    const { body } = await user.get('portfolio-performance');
    expect(Object.keys(body as Row).sort()).toEqual([
      'asOf',
      'asOfSeq',
      'changes',
      'current',
      'history',
      'initialBalance',
      'margin',
      'stats',
      'timeframe',
    ]);
    expect((body as PerformanceDto).timeframe).toBe('1d');
    for (const bad of ['1y', '', '1D', 'all%00']) {
      expect(await user.get(`portfolio-performance?timeframe=${bad}`)).toMatchObject({
        status: 400,
        body: { error: 'timeframe: must be one of 1h, 1d, 1w, 1mo, all' },
      });
    }
  });

  it('count trades and wins', async () => {
    const user = await newUser();
    expect((await performanceOf(user)).stats).toEqual({
      winRate: null,
      completedTrades: 0,
      totalTrades: 0,
    });
    const id = await desk.buyGas(user);
    expect((await performanceOf(user)).stats).toEqual({
      winRate: null,
      completedTrades: 0,
      totalTrades: 1,
    });
    const closed = (await user.post(`trading-positions/${id}/close`)).body as {
      position: { realizedPnl: number; fees: number };
    };
    const won = closed.position.realizedPnl - closed.position.fees > 0 ? 1 : 0;
    expect((await performanceOf(user)).stats).toEqual({
      winRate: won,
      completedTrades: 1,
      totalTrades: 1,
    });
  });

  it('list the valuations of their owner, oldest first', async () => {
    const [bystander, user] = [await newUser(), await newUser()];
    await desk.buyGas(user);
    await expect
      .poll(async () => ((await user.get('portfolio-snapshots')).body as Row[]).length, {
        timeout: 30_000,
      })
      .toBeGreaterThan(3);
    const rows = (await user.get('portfolio-snapshots')).body as Row[];
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      'asOfSeq',
      'available',
      'balance',
      'positions',
      'timestamp',
      'unrealized',
      'value',
    ]);
    const times = rows.map(({ timestamp }) => timestamp as string);
    expect(times).toEqual([...times].sort());
    for (const { value, balance, unrealized } of rows as unknown as Record<string, number>[])
      expect(value).toBeCloseTo((balance ?? 0) + (unrealized ?? 0), 1);
    expect(new Set(times).size).toBe(times.length);
    expect(rows.at(-1)).toMatchObject({ positions: 1 });
    // Valued at the same minutes, and nothing of the other's in it.
    for (const row of (await bystander.get('portfolio-snapshots')).body as Row[])
      expect(row).toMatchObject({
        positions: 0,
        value: 25_000,
        balance: 25_000,
        available: 25_000,
      });
    expect(new Set((await performanceOf(bystander)).history.map(({ value }) => value))).toEqual(
      new Set([25_000]),
    );
    const history = (await performanceOf(user)).history.map(({ timestamp }) => timestamp);
    expect(history).toEqual(expect.arrayContaining(times));
  });

  it('begin anew after a reset', async () => {
    const user = await newUser();
    await desk.buyGas(user);
    await expect
      .poll(async () => ((await user.get('portfolio-snapshots')).body as Row[]).length, {
        timeout: 30_000,
      })
      .toBeGreaterThan(2);
    const before = await performanceOf(user);
    expect((await user.post('reset-trading-account')).status).toBe(200);
    const after = await performanceOf(user);
    expect(after).toMatchObject({
      current: { totalValue: 25_000, totalPnL: 0 },
      stats: { totalTrades: 0 },
      changes: { all: { value: 0, percentage: 0 } },
    });
    expect(after.history.every(({ timestamp }) => timestamp >= before.asOf)).toBe(true);
    expect(new Set(after.history.map(({ value }) => value))).toEqual(new Set([25_000]));
    expect(
      ((await user.get('portfolio-snapshots')).body as Row[]).every(
        (row) => row['value'] === 25_000,
      ),
    ).toBe(true);
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

  const pageOf = async (query = ''): Promise<string> =>
    (await visitor.ask(`/portfolio${query}`)).text();

  async function faultsOf(html: string): Promise<string[]> {
    const validator = new HtmlValidate({
      extends: ['html-validate:recommended', 'html-validate:a11y'],
      rules: {
        'void-style': 'off',
        'attribute-boolean-style': 'off',
        'attribute-empty-style': 'off',
        'attr-case': 'off',
        'doctype-style': 'off',
        'long-title': 'off',
      },
    });
    const { results } = await validator.validateString(html);
    return results.flatMap(({ messages }) =>
      messages.map(
        ({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`,
      ),
    );
  }

  it('holds chart, sentence, table and figures', async () => {
    const html = (await pageOf()).replaceAll('<!-- -->', '');
    for (const text of [
      '<h1>Portfolio</h1>',
      'data-testid="portfolio-performance-chart"',
      'Portfolio Performance',
      'Portfolio Value',
      'Show as a table',
      '0 completed',
      'No open positions.',
    ])
      expect(html).toContain(text);
    for (const name of ['Today', 'This Week', 'All Time', 'Win Rate', 'Total Trades'])
      expect(html).toContain(`<dt>${name}</dt>`);
    expect(html).not.toContain('Loading performance data...');
    expect(html).not.toMatch(/ style="/);
    expect(html).toMatch(/Win Rate<\/dt><dd[^>]*>N\/A</);
    expect(html).toMatch(/>Now<\/text>/);
    expect(await faultsOf(html)).toEqual([]);
  });

  it('keeps its timeframe in the address', async () => {
    for (const timeframe of TIMEFRAMES)
      expect(await pageOf(`?timeframe=${timeframe}`)).toMatch(
        new RegExp(`<a aria-current="true"[^>]* href="/portfolio\\?timeframe=${timeframe}"`),
      );
    expect(await pageOf('?timeframe=1y')).toMatch(
      /<a aria-current="true"[^>]* href="\/portfolio\?timeframe=1d"/,
    );
  });

  it('shows what is open and what was closed, and stays valid', async () => {
    expect((await visitor.postJson('/api/auto-trading/start', {})).status).toBe(200);
    const positions = async (): Promise<Row[]> =>
      (await (await visitor.ask('/api/trading-positions')).json()) as Row[];
    await expect
      .poll(async () => (await positions()).length, { timeout: 60_000 })
      .toBeGreaterThan(0);
    const [open] = await positions();
    expect(await pageOf()).toContain(String(open?.['contract']));
    expect((await visitor.postJson('/api/trading-positions/close-all', {})).status).toBe(200);
    const html = (await pageOf('?timeframe=all')).replaceAll('<!-- -->', '');
    expect(html).toMatch(/<h2 id="closed">Closed Positions<\/h2>/);
    expect(html).toContain(`${(await positions()).length} completed`);
    expect(await faultsOf(html)).toEqual([]);
  });
});
