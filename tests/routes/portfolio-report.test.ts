// Portfolio report download: a file with the figures of its user only.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { getPerformance } from '../../app/models/portfolio/performance.server';
import { buildReportFile } from '../../app/models/portfolio/portfolio-report.server';
import { formatMoney, formatSignedMoney } from '../../app/trading/domain/format';
import { fromDollars } from '../../app/trading/domain/units';
import { type ApiDesk, openApiDesk } from '../support/api-desk';
import { createPageUser, extractText } from '../support/page-desk';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import type { PerformanceDto } from '../../app/contracts/api/book';

describe('the figures', () => {
  let desk: ApiDesk;
  beforeAll(async () => {
    desk = await openApiDesk();
  });
  afterAll(() => desk?.close());

  it('equal those of the API at the same sequence number', async () => {
    const [user, other] = [await desk.user('reported'), await desk.user('bystander')];
    const id = await desk.buyGas(user);
    expect((await user.post(`trading-positions/${id}/close`)).status).toBe(200);
    // Requested synchronously, so that the desk cannot change in between.
    const performance: PerformanceDto = getPerformance(desk.terminal, user.id, 'all');
    const text = extractText(
      buildReportFile(
        desk.terminal,
        { userId: user.id, username: 'reported' },
        Date.UTC(2026, 10, 22, 19, 5, 7),
        'UTC',
      ).html,
    );
    expect(text).toContain(
      `Total value ${formatMoney(fromDollars(performance.current.totalValue))}`,
    );
    expect(text).toContain(
      `Available cash ${formatMoney(fromDollars(performance.current.availableCash))}`,
    );
    expect(text).toContain(`net ${formatSignedMoney(fromDollars(performance.current.totalPnL))}`);
    expect(text).toContain('Closed positions, newest first');
    const { fees, friction } = desk.terminal.db.$client
      .prepare<
        [string],
        { fees: number; friction: number }
      >('SELECT sum(fee_mills) AS fees, sum(abs(price_ticks - mid_ticks) * lots * 10) AS friction FROM fill WHERE user_id = ?')
      .get(user.id) ?? { fees: NaN, friction: NaN };
    expect(fees).toBeGreaterThan(0);
    expect(text).toContain(
      `${formatMoney(fromDollars(fees / 1000))} fees, ${formatMoney(fromDollars(friction / 1000))} spread and slippage`,
    );
    const idle = extractText(
      buildReportFile(desk.terminal, { userId: other.id, username: 'bystander' }, 0, 'UTC').html,
    );
    expect(idle).toContain('The total value of $25,000.00 is AT the initial $25,000.00.');
    expect(idle).toContain('No costs: no trades');
  });

  it('are in the downloaded file', async () => {
    const user = await createPageUser(desk.terminal, 'downloading');
    const { status, text } = await user.open('/portfolio/report');
    expect([status, text.startsWith('<!DOCTYPE html>')]).toEqual([200, true]);
    expect((await user.open('/portfolio/report')).toast).toMatchObject({
      title: 'Professional Report Exported',
      variant: 'success',
    });
    expect((await user.open('/portfolio/report?by=script')).toast).toBeNull();
    expect((await user.open('/portfolio')).text).toMatch(
      /<a href="\/portfolio\/report"[^>]*>Export report<\/a>/,
    );
  });

  it('without a report, redirects to the portfolio with an error', async () => {
    const user = await createPageUser(desk.terminal, 'unlucky');
    const { $client } = desk.terminal.db;
    $client.exec('ALTER TABLE fill RENAME TO fill_elsewhere');
    const { status, location, toast } = await user.open('/portfolio/report');
    $client.exec('ALTER TABLE fill_elsewhere RENAME TO fill');
    expect([status, location]).toEqual([303, '/portfolio']);
    expect(toast).toEqual(
      expect.objectContaining({
        title: 'Export Failed',
        description: 'Unable to export the report. Please try again.',
        variant: 'destructive',
      }),
    );
  });
});

describe('the download', () => {
  let desk: DeskServer;
  let visitor: Visitor;
  beforeAll(async () => {
    desk = await startDesk('server.js', { FEED: 'simulated' });
    visitor = await new Visitor(desk.origin).signIn();
  });
  afterAll(() => desk?.stop());

  it('is an uncached attachment, never shown as a page', async () => {
    const { status, headers } = await visitor.request('/portfolio/report');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="Portfolio-Report-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\.html"$/,
    );
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  it('requires a session, and rejects POST', async () => {
    const stranger = await new Visitor(desk.origin).request('/portfolio/report');
    expect([stranger.status, stranger.headers.get('Location')]).toEqual([302, '/login']);
    const written = await visitor.postForm(
      '/portfolio/report',
      {},
      { Origin: desk.origin, 'Sec-Fetch-Site': 'same-origin' },
    );
    expect([400, 403, 405]).toContain(written.status);
  });
});
