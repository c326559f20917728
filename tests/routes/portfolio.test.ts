// Portfolio calls and page: figures agree with every other response and belong to the user.
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
  const getUserPerformance = async (user: ApiUser, timeframe = 'all') =>
    (await user.get(`portfolio-performance?timeframe=${timeframe}`)).body as PerformanceDto;

  /** Both responses of one state; retried in the rare case that the desk changed in between. */
  async function loadTogether(
    user: ApiUser,
  ): Promise<{ performance: PerformanceDto; positions: Row[] }> {
    for (;;) {
      const [performance, positions] = await Promise.all([
        getUserPerformance(user),
        user.get('trading-positions').then(({ body }) => body as Row[]),
      ]);
      if (positions.every(({ asOfSeq }) => asOfSeq === performance.asOfSeq))
        return { performance, positions };
    }
  }

  it('agree with positions and view at the same sequence number', async () => {
    const user = await newUser();
    await desk.buyGas(user);
    const { performance, positions } = await loadTogether(user);
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
    // Requested synchronously, so that the desk cannot change in between.
    const [now, view] = [
      performanceIn(desk.terminal, user.id, 'all'),
      desk.terminal.getView(user.id)!,
    ];
    expect([now.asOfSeq, now.current.totalValue, now.current.availableCash]).toEqual([
      view.asOfSeq,
      view.totalMills / 1000,
      view.availableMills / 1000,
    ]);
    expect([now.changes.all.value, now.initialBalance]).toEqual([now.current.totalPnL, 25_000]);
  });

  it('accept five timeframes, with one day as default', async () => {
    const user = await newUser();
    for (const timeframe of TIMEFRAMES)
      expect((await getUserPerformance(user, timeframe)).timeframe).toBe(timeframe);
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
    expect((await getUserPerformance(user)).stats).toEqual({
      winRate: null,
      completedTrades: 0,
      totalTrades: 0,
    });
    const id = await desk.buyGas(user);
    expect((await getUserPerformance(user)).stats).toEqual({
      winRate: null,
      completedTrades: 0,
      totalTrades: 1,
    });
    const closed = (await user.post(`trading-positions/${id}/close`)).body as {
      position: { realizedPnl: number; fees: number };
    };
    const won = closed.position.realizedPnl - closed.position.fees > 0 ? 1 : 0;
    expect((await getUserPerformance(user)).stats).toEqual({
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
    // Valued at the same minutes, without data of the other user.
    for (const row of (await bystander.get('portfolio-snapshots')).body as Row[])
      expect(row).toMatchObject({
        positions: 0,
        value: 25_000,
        balance: 25_000,
        available: 25_000,
      });
    expect(
      new Set((await getUserPerformance(bystander)).history.map(({ value }) => value)),
    ).toEqual(new Set([25_000]));
    const history = (await getUserPerformance(user)).history.map(({ timestamp }) => timestamp);
    expect(history).toEqual(expect.arrayContaining(times));
  });

  it('restart after a reset', async () => {
    const user = await newUser();
    await desk.buyGas(user);
    await expect
      .poll(async () => ((await user.get('portfolio-snapshots')).body as Row[]).length, {
        timeout: 30_000,
      })
      .toBeGreaterThan(2);
    const before = await getUserPerformance(user);
    expect((await user.post('reset-trading-account')).status).toBe(200);
    const after = await getUserPerformance(user);
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

describe('the page without script', () => {
  let desk: DeskServer;
  let visitor: Visitor;

  beforeAll(async () => {
    desk = await startDesk('server.js', { FEED: 'simulated' });
    visitor = await new Visitor(desk.origin).signIn();
  });
  afterAll(() => desk?.stop());

  const openPage = async (query = ''): Promise<string> =>
    (await visitor.request(`/portfolio${query}`)).text();

  async function listFaults(html: string): Promise<string[]> {
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

  it('has chart, sentence, table and figures', async () => {
    const html = (await openPage()).replaceAll('<!-- -->', '');
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
    expect(await listFaults(html)).toEqual([]);
  });

  it('keeps its timeframe in the URL', async () => {
    for (const timeframe of TIMEFRAMES)
      expect(await openPage(`?timeframe=${timeframe}`)).toMatch(
        new RegExp(`<a aria-current="true"[^>]* href="/portfolio\\?timeframe=${timeframe}"`),
      );
    expect(await openPage('?timeframe=1y')).toMatch(
      /<a aria-current="true"[^>]* href="\/portfolio\?timeframe=1d"/,
    );
  });

  it('shows open and closed positions, and is valid HTML', async () => {
    expect((await visitor.postJson('/api/auto-trading/start', {})).status).toBe(200);
    const listPositions = async (): Promise<Row[]> =>
      (await (await visitor.request('/api/trading-positions')).json()) as Row[];
    await expect
      .poll(async () => (await listPositions()).length, { timeout: 60_000 })
      .toBeGreaterThan(0);
    const [open] = await listPositions();
    expect(await openPage()).toContain(String(open?.['contract']));
    expect((await visitor.postJson('/api/trading-positions/close-all', {})).status).toBe(200);
    const html = (await openPage('?timeframe=all')).replaceAll('<!-- -->', '');
    expect(html).toMatch(/<h2 id="closed">Closed Positions<\/h2>/);
    expect(html).toContain(`${(await listPositions()).length} completed`);
    expect(await listFaults(html)).toEqual([]);
  });
});
