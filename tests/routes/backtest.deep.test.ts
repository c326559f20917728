// Backtests without script and by API: form, queue refusals, running and finished backtests,
// access.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { addBacktest, endBacktest } from '../../app/models/backtests/backtest.server';
import { type ServerKind, Visitor, startDesk } from '../support/desk-server';
import { type Page, type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';
import type { BacktestResultDto, BacktestDto } from '../../app/contracts/api/backtest';
import type { BacktestDetails } from '../../app/contracts/backtest-view';
import { formatSignedPercent } from '../../app/trading/domain/format';
import { findPlaybookRow } from '../../app/trading/strategies/playbooks/catalog';
import { findTrackRecord } from '../../app/trading/strategies/track-record';

const people = setUpPageUsers('tester');
const FORM = {
  intent: 'start',
  mode: 'corn',
  playbook: 'SUPPLY_CHAIN',
  years: '10',
  world: 'unseen',
  seed: '',
};
const UUID = /^\/backtest\/([0-9a-f-]{36})$/;

const RESULT: BacktestResultDto = {
  from: '2013-01-01T23:59:59.999Z',
  until: '2014-12-31T23:59:59.999Z',
  capital: 25_000,
  netProfit: -1234.56,
  netPercentAYear: -2.469,
  worstYearPercent: { value: -4.31 },
  trades: 41,
  tradesPerYear: 20.5,
  edgeBp: { value: 3.21 },
  costBp: { value: 7.54 },
  turnoverPerYear: { value: 4.6 },
  sharpe: { value: -0.4321 },
  deflatedSharpe: { value: 0.0123 },
  hurdleSharpe: { value: 0.57 },
  configurations: 7,
  drawdownPercent: { value: 9.87 },
  hitRatePercent: { value: 43.9 },
  costSharePercent: { value: null, reason: 'nothing was gained before costs' },
  hasEdge: false,
  verdict:
    'No simulated edge: deflated Sharpe ratio 0.012 after 7 trials, hurdle 0.57 (needs 0.95).',
};

/** Starts a backtest by the form; returns its path. */
async function startBacktest(user: PageUser, fields: Partial<typeof FORM> = {}): Promise<string> {
  const { status, location } = await user.submit('/backtest', { ...FORM, ...fields });
  expect([status, UUID.test(location ?? '')]).toEqual([303, true]);
  return location ?? '';
}

const DETAILS: BacktestDetails = {
  equity: [
    [Date.UTC(2013, 0, 1), 25_000],
    [Date.UTC(2013, 6, 1), 24_000],
    [Date.UTC(2014, 11, 31), 23_765.44],
  ],
  drawdown: [
    [Date.UTC(2013, 0, 1), 0],
    [Date.UTC(2013, 6, 1), -4],
    [Date.UTC(2014, 11, 31), -9.87],
  ],
  years: [
    { year: 2013, months: [1.5, -2.25, ...Array<null>(10).fill(null)], totalPercent: -0.78 },
    { year: 2014, months: [-3, ...Array<null>(11).fill(null)], totalPercent: -3 },
  ],
  trades: [
    {
      number: 41,
      contracts: 'ZCZ14',
      side: 'SHORT',
      size: '2 × 100 bu',
      enteredMs: Date.UTC(2014, 10, 3),
      exitedMs: Date.UTC(2014, 10, 7),
      entry: '512.50',
      exit: '515.00',
      cause: 'stop',
      result: -12.34,
      costs: 1.25,
    },
  ],
};

const parseJson = <T>(page: Page): T => JSON.parse(page.text) as T;

/** Stores a finished backtest of a user, as from an earlier process. */
function storeFinished(
  user: PageUser,
  id: string,
  details: BacktestDetails | null = DETAILS,
): void {
  const { db } = people.desk.terminal;
  addBacktest(
    db,
    {
      id,
      userId: user.id,
      requestKey: null,
      mode: 'corn',
      playbook: 'SUPPLY_CHAIN',
      years: 2,
      world: 'unseen',
      seed: 'stored',
      askedMs: 1,
    },
    20,
  );
  endBacktest(
    db,
    id,
    {
      phase: 'done',
      result: JSON.stringify(details === null ? RESULT : { ...RESULT, details }),
      report: gzipSync('<!DOCTYPE html><title>the report</title>'),
    },
    2,
  );
}

describe('the form', () => {
  it('preselects the requested strategy, else the first of the commodity', async () => {
    const user = await people.next();
    const { text } = await user.open('/backtest?mode=wheat&playbook=export_demand');
    expect(text).toMatch(/<a href="\/backtest\?mode=wheat"[^>]*aria-current="true"/);
    const wheat = parseJson<{ values: { playbook: string }; choices: { id: string }[] }>(
      await user.open('/backtest?mode=wheat&_data=routes%2F_terminal.backtest'),
    );
    const named = parseJson<typeof wheat>(
      await user.open(
        `/backtest?mode=wheat&playbook=${wheat.choices.at(-1)?.id.toLowerCase()}&_data=routes%2F_terminal.backtest`,
      ),
    );
    expect([wheat.values.playbook, named.values.playbook]).toEqual([
      wheat.choices[0]?.id,
      wheat.choices.at(-1)?.id,
    ]);
    expect((await user.open('/backtest?mode=bananas&playbook=%3Cb%3E')).status).toBe(200);
    expect(extractText(text)).toContain('This server has no simulated market');
  });

  it('shows validation errors and keeps the input', async () => {
    const user = await people.next();
    const { status, text } = await user.submit('/backtest?mode=corn', {
      ...FORM,
      years: '11',
      seed: 'two words',
    });
    expect(status).toBe(400);
    expect(extractText(text)).toContain('Length must be a whole number from 1 to 10');
    expect(text).toMatch(/<a href="#seed">Seed takes up to 64 letters/);
    expect(text).toContain('value="two words"');
    const foreign = await user.submit('/backtest?mode=corn', { ...FORM, playbook: 'MEAN_REVERT' });
    expect([
      foreign.status,
      extractText(foreign.text).includes(
        'Strategy must be one of the playbooks of Corn Futures: WEATHER_CROP',
      ),
    ]).toEqual([400, true]);
    const desk = await user.submit('/backtest?mode=corn', { ...FORM, world: 'desk' });
    expect([desk.status, extractText(desk.text).includes('no simulated market')]).toEqual([
      409,
      true,
    ]);
  });
});

describe('a running backtest', () => {
  it('shows progress, rejects a second one, and is cancelled by its button', async () => {
    const user = await people.next();
    const path = await startBacktest(user);
    const page = await user.open(path);
    expect(extractText(page.text)).toMatch(
      /Running .*% done: .*CANCEL Refresh This page does not refresh/,
    );
    expect(page.text).toMatch(/<progress [^>]*aria-label="Progress"/);
    expect(page.text).not.toContain('http-equiv="refresh"');
    const second = await user.submit('/backtest?mode=corn', FORM);
    expect([second.status, second.text.includes(`href="${path}"`)]).toEqual([409, true]);
    expect(extractText(second.text)).toContain('Another backtest of yours is running');
    const cancelled = await user.submit(path, { intent: 'cancel' });
    expect([cancelled.status, cancelled.location, cancelled.toast?.title]).toEqual([
      303,
      path,
      'Backtest cancelled',
    ]);
    expect(extractText((await user.open(path)).text)).toContain('Cancelled');
    expect((await user.submit(path, { intent: 'cancel' })).toast?.title).toBe('Backtest cancelled');
    expect(extractText((await user.open('/backtest')).text)).toMatch(
      /Your backtests .*Corn inverse .*10 years cancelled/,
    );
    expect((await user.submit(path, { intent: 'nonsense' })).status).toBe(400);
  });

  it('starts once per button press, however often it is sent', async () => {
    const user = await people.next();
    const fields = { ...FORM, key: 'the-same' };
    const [first, again] = [await startBacktest(user, fields), await startBacktest(user, fields)];
    expect(again).toBe(first);
    await user.submit(first, { intent: 'cancel' });
    expect(await startBacktest(user, fields)).toBe(first);
  });

  it('runs in the background to its end', async () => {
    const user = await people.next();
    const path = await startBacktest(user, { years: '1', seed: 'short' });
    for (;;) {
      const { phase } = parseJson<BacktestDto>(
        await user.open(`/api${path.replace('backtest', 'backtests')}`),
      );
      if (phase !== 'running' && phase !== 'waiting') {
        expect(phase).toBe('done');
        break;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    }
    expect(extractText((await user.open(path)).text)).toContain('Result, 2013-01-01 to 2013-12-31');
    expect((await user.open(`${path}/report`)).text).toContain('Corn inverse');
  });
});

describe('a finished backtest', () => {
  it('shows its figures with explanations, and why one is missing', async () => {
    const user = await people.next();
    const id = '00000000-0000-4000-8000-000000000001';
    storeFinished(user, id);
    const text = extractText((await user.open(`/backtest/${id}`)).text);
    for (const said of [
      'Corn Futures, SUPPLY_CHAIN, 2 years out-of-sample, seed stored',
      RESULT.verdict,
      'Net return a year \u22122.47%',
      'Net profit a year \u2212$617.25',
      '\u2212$1,234.56 in total',
      'Worst year \u22124.31%',
      'Trades 41',
      'Edge per trade +3.2 bp',
      'Cost per trade 7.5 bp',
      'Turnover 4.6 times a year',
      'Sharpe ratio \u22120.43',
      'Deflated Sharpe 0.01',
      'Sharpe hurdle 0.57',
      '7 configurations',
      'Drawdown 9.87%',
      'Hit rate 44%',
      'Cost share N/A No data: nothing was gained before costs.',
    ])
      expect(text).toContain(said);
    expect(extractText((await user.open('/backtest')).text)).toContain(
      'done, not significant after multiple testing \u22122.47% 41',
    );
    expect((await user.open(`/backtest/${id}/report`)).text).toBe(
      '<!DOCTYPE html><title>the report</title>',
    );
    expect((await user.submit(`/backtest/${id}`, { intent: 'cancel' })).toast?.title).toBe(
      'Nothing to cancel',
    );
  });

  it('shows verdict, equity, drawdown, months, trades and other simulations in this order', async () => {
    const user = await people.next();
    const id = '00000000-0000-4000-8000-000000000003';
    storeFinished(user, id);
    const html = (await user.open(`/backtest/${id}`)).text;
    const places = ['result', 'equity', 'drawdown', 'months', 'trades', 'worlds'].map((part) =>
      html.indexOf(`id="${part}"`),
    );
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const equity = html.slice(places[1], places[2]);
    // Three points; the lowest is the last.
    const ys = (/<path d="M0,([\d.]+)L[\d.]+,([\d.]+)L1000,([\d.]+)"/.exec(equity) ?? [])
      .slice(1)
      .map(Number);
    expect(ys).toHaveLength(3);
    expect(extractText(equity)).toContain('$24,000 ');
    expect(ys).toEqual([...ys].sort((a, b) => a - b));
    const text = extractText(html);
    expect(text).toContain(
      `${RESULT.verdict} Simulated on one price path, with all costs. Results on other paths may differ. Net return a year`,
    );
    expect(text).toContain('More figures Turnover');
    expect(text).toContain('2013 +1.50% \u22122.25% N/A');
    expect(html).toMatch(/data-sign="minus" data-level="3"[^>]*>\u22122\.25%</);
    expect(text).toContain(
      '41 ZCZ14 \u25bc SHORT 2 × 100 bu 2014-11-03 512.50 2014-11-07 515.00 stop \u2212$12.34 $1.25',
    );
    expect(text).toContain('Newest 1 of 41; the report lists more, leg by leg');
  });

  it('draws each measured simulation of the strategy to its end', async () => {
    const user = await people.next();
    const id = '00000000-0000-4000-8000-000000000004';
    storeFinished(user, id);
    const html = (await user.open(`/backtest/${id}`)).text;
    const part = html.slice(html.indexOf('id="worlds"'));
    const row = findPlaybookRow('corn', 'SUPPLY_CHAIN');
    const record = row && findTrackRecord(row);
    if (!record) throw new Error('the strategy of this test must have a record');
    const ends = [...part.matchAll(/<path d="M0 [\d.]+L[\d.]+ ([\d.]+)"/g)].map(([, y]) =>
      Number(y),
    );
    expect(ends).toHaveLength(record.accountPercents.length);
    const rankValues = (values: readonly number[]): number[] =>
      values.map((value) => values.filter((other) => other < value).length);
    // A higher return ends nearer the top.
    expect(rankValues(ends.map((y) => -y))).toEqual(rankValues(record.accountPercents));
    for (const percent of record.accountPercents)
      expect(extractText(part)).toContain(formatSignedPercent(percent));
  });

  it('of an earlier version has no curve and says so', async () => {
    const user = await people.next();
    const id = '00000000-0000-4000-8000-000000000005';
    storeFinished(user, id, null);
    expect(extractText((await user.open(`/backtest/${id}`)).text)).toContain(
      'No curve, months or trades: this backtest was run by an earlier version.',
    );
  });

  it('is visible to its user only; for others it does not exist', async () => {
    const owner = await people.next();
    const id = '00000000-0000-4000-8000-000000000002';
    storeFinished(owner, id);
    const other = await people.next();
    for (const path of [`/backtest/${id}`, `/backtest/${id}/report`, `/api/backtests/${id}`]) {
      expect([path, (await owner.open(path)).status, (await other.open(path)).status]).toEqual([
        path,
        200,
        404,
      ]);
    }
    expect((await other.submit('/backtest', { intent: 'cancel' })).status).toBe(400);
    expect(parseJson<BacktestDto[]>(await other.open('/api/backtests'))).toEqual([]);
    expect(
      parseJson<BacktestDto[]>(await owner.open('/api/backtests')).map((getJob) => [
        getJob.id,
        getJob.phase,
        getJob.result?.trades,
        getJob.report,
      ]),
    ).toEqual([[id, 'done', 41, `/backtest/${id}/report`]]);
  });
});

describe.each<ServerKind>(['server.js', 'remix-serve'])('under %s', (kind) => {
  it('a server stop ends a running backtest, which is reported after the restart', async () => {
    const desk = await startDesk(kind, { FEED: 'public' });
    const visitor = await new Visitor(desk.origin).signIn();
    const queued = await visitor.postJson('/api/backtests', {
      mode: 'electricity',
      playbook: 'FREQUENCY_REG',
      years: 10,
    });
    expect(queued.status).toBe(202);
    const { id } = (await queued.json()) as { id: string };
    const getJob = async (): Promise<BacktestDto> =>
      (await (await visitor.request(`/api/backtests/${id}`)).json()) as BacktestDto;
    expect((await getJob()).phase).toBe('running');
    expect(await desk.end()).toBe(0);
    await desk.restart();
    expect(await getJob()).toMatchObject({
      phase: 'failed',
      fault: 'The server stopped before the backtest was done. Start it again.',
      result: null,
      report: null,
    });
    expect(
      (
        await visitor.postJson('/api/backtests', {
          mode: 'corn',
          playbook: 'SUPPLY_CHAIN',
          years: 1,
        })
      ).status,
    ).toBe(202);
    expect(await desk.stop()).toBe(0);
  });
});
