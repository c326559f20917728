// Shadow accounts in API and page: consistent sums, only for their user, and separate from the real
// account.
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { getPerformance as performanceIn } from '../../app/models/portfolio/performance.server';
import { getAttribution as computeAttribution } from '../../app/models/portfolio/attribution.server';
import { type ApiDesk, type ApiUser, openApiDesk } from '../support/api-desk';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { PACED_START_MS, createPacedFeed } from '../support/paced-feed';
import { HOUR_MS } from '../../app/trading/domain/time';
import type { PerformanceDto } from '../../app/contracts/api/book';
import type { AttributionDto } from '../../app/contracts/api/attribution';

const toCents = (dollars: number): number => Math.round(dollars * 100);

describe('the call', () => {
  let desk: ApiDesk;
  beforeAll(async () => {
    // An hour before midnight in New York, so that a trading day soon ends.
    desk = await openApiDesk(null, createPacedFeed('api', PACED_START_MS + 4 * HOUR_MS));
  });
  afterAll(() => desk?.close());

  const fetchAttribution = async (user: ApiUser) =>
    (await user.get('twin-accounts')).body as AttributionDto;
  const findPart = ({ parts }: AttributionDto, without: string) => {
    const part = parts.find((one) => one.without === without);
    if (!part) throw new Error(`no part ${without}`);
    return part;
  };

  it('returns four components with consistent daily sums, and the account profit for the whole desk', async () => {
    const user = await desk.user('parted');
    await user.post('auto-trading/start', {});
    await expect
      .poll(async () => findPart(await fetchAttribution(user), 'NOTHING').days, { timeout: 55_000 })
      .toBeGreaterThan(0);
    const attribution = await fetchAttribution(user);
    expect(attribution.parts.map(({ without }) => without)).toEqual([
      'NO_SIGNALS',
      'NO_GUARDS',
      'BUY_AND_HOLD',
      'NOTHING',
    ]);
    expect([attribution.missing, attribution.mode, attribution.epoch, attribution.daysMin]).toEqual(
      [null, 'simulation', 1, 20],
    );
    for (const { history, total, today, days, finished, twin } of attribution.parts) {
      expect(toCents(history.at(-1)?.total ?? 0)).toBe(toCents(total));
      expect(history.at(-1)?.value).toBe(today);
      expect(history).toHaveLength(days + 1);
      expect(history.map(({ day }) => day)).toEqual([...history.map(({ day }) => day)].sort());
      // Each figure is rounded once.
      expect(
        Math.abs(toCents(total) - toCents(attribution.account.profit) + toCents(twin.profit)),
      ).toBeLessThanOrEqual(1);
      expect(
        Math.abs(history.reduce((sum, { value }) => sum + toCents(value), 0) - toCents(total)),
      ).toBeLessThanOrEqual(history.length);
      expect(Math.abs(toCents(finished) + toCents(today) - toCents(total))).toBeLessThanOrEqual(2);
    }
    expect(findPart(attribution, 'NOTHING').total).toBe(attribution.account.profit);
    expect(findPart(attribution, 'NOTHING').twin).toEqual({ profit: 0, fees: 0, closed: 0 });
    // A history has no networks: the shadow account without signals is equal to the cent.
    expect(findPart(attribution, 'NO_SIGNALS')).toMatchObject({
      total: 0,
      today: 0,
      verdict: 'NO_EVIDENCE',
    });
    expect(findPart(attribution, 'BUY_AND_HOLD').twin.fees).toBeGreaterThan(0);
  });

  it('leaves all account figures unchanged, and refers to one valuation', async () => {
    const user = await desk.user('untouched');
    await desk.buyGas(user);
    const view = desk.terminal.getView(user.id)!;
    const [reported, performance] = [
      computeAttribution(desk.terminal, view, user.id),
      performanceIn(desk.terminal, user.id, 'all'),
    ];
    const book = desk.terminal.state().books[`${user.id}:simulation`]!;
    expect(toCents(reported.account.profit)).toBe(Math.round((book.equityMills - 25_000_000) / 10));
    expect(reported.asOfSeq).toBe(performance.asOfSeq);
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

  it('returns only the data of its user', async () => {
    const [trader, idle] = [await desk.user('trader'), await desk.user('idle')];
    await trader.post('auto-trading/start', {});
    const attribution = await fetchAttribution(idle);
    expect(attribution.parts.map(({ total, twin }) => [total, twin.profit, twin.closed])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(attribution.account).toEqual({ profit: 0, fees: 0, closed: 0 });
  });

  it('restarts after a reset, is separate by mode, and is empty in live mode', async () => {
    const user = await desk.user('resetter');
    await desk.buyGas(user);
    await user.post('reset-trading-account', {});
    expect(await fetchAttribution(user)).toMatchObject({
      epoch: 2,
      account: { profit: 0, fees: 0, closed: 0 },
    });
    await user.post('trading/mode', { mode: 'paper' });
    expect(await fetchAttribution(user)).toMatchObject({ mode: 'paper', epoch: 1, missing: null });
    await user.post('trading/mode', { mode: 'live' });
    const live = await fetchAttribution(user);
    expect([live.parts, live.mode]).toEqual([[], 'live']);
    expect(live.missing).toMatch(/No shadow accounts in live mode/);
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

  it('shows the contribution of each component, its shadow account, and that it is too early to judge', async () => {
    const html = (await (await visitor.request('/portfolio?timeframe=1w')).text()).replaceAll(
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
