// Backtests as a browser without script and a program meet them: the form, the queue's refusals,
// one that runs, one that is done, and nobody else's.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { addBacktest, endBacktest } from '../../app/models/backtests/backtest.server';
import { type ServerKind, Visitor, startDesk } from '../support/desk-server';
import { type Page, type PageUser, words } from '../support/page-desk';
import { pageUsers } from '../support/page-users';
import type { BacktestResultDto, BacktestDto } from '../../app/contracts/api/backtest';

const people = pageUsers('tester');
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
  netPercentAYear: -8.7654,
  netPercentOnBook: -2.469,
  trades: 41,
  sharpe: { value: -0.4321 },
  deflatedSharpe: { value: 0.0123 },
  configurations: 7,
  drawdownPercent: { value: 9.87 },
  hitRatePercent: { value: 43.9 },
  costSharePercent: { value: null, reason: 'nothing was gained before costs' },
  hasEdge: false,
  verdict: 'No simulated edge: the deflated Sharpe ratio is 0.012 after 7 trials, below 0.95.',
};

/** Starts one by the form and answers its address. */
async function started(user: PageUser, fields: Partial<typeof FORM> = {}): Promise<string> {
  const { status, location } = await user.press('/backtest', { ...FORM, ...fields });
  expect([status, UUID.test(location ?? '')]).toEqual([303, true]);
  return location ?? '';
}

const json = <T>(page: Page): T => JSON.parse(page.text) as T;

/** Puts a finished one into the books of a user, as an earlier process left it. */
function stored(user: PageUser, id: string): void {
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
      result: JSON.stringify(RESULT),
      report: gzipSync('<!DOCTYPE html><title>the report</title>'),
    },
    2,
  );
}

describe('the form', () => {
  it('is filled in for a playbook, and takes the first of a mode else', async () => {
    const user = await people.next();
    const { text } = await user.open('/backtest?mode=wheat&playbook=export_demand');
    expect(text).toMatch(/<a href="\?mode=wheat"[^>]*aria-current="true"/);
    const wheat = json<{ values: { playbook: string }; choices: { id: string }[] }>(
      await user.open('/backtest?mode=wheat&_data=routes%2F_terminal.backtest'),
    );
    const named = json<typeof wheat>(
      await user.open(
        `/backtest?mode=wheat&playbook=${wheat.choices.at(-1)?.id.toLowerCase()}&_data=routes%2F_terminal.backtest`,
      ),
    );
    expect([wheat.values.playbook, named.values.playbook]).toEqual([
      wheat.choices[0]?.id,
      wheat.choices.at(-1)?.id,
    ]);
    expect((await user.open('/backtest?mode=bananas&playbook=%3Cb%3E')).status).toBe(200);
    expect(words(text)).toContain('This server has no simulated market');
  });

  it('says what is wrong and keeps what was chosen', async () => {
    const user = await people.next();
    const { status, text } = await user.press('/backtest?mode=corn', {
      ...FORM,
      years: '11',
      seed: 'two words',
    });
    expect(status).toBe(400);
    expect(words(text)).toContain('Length must be a whole number from 1 to 10');
    expect(text).toMatch(/<a href="#seed">Seed takes up to 64 letters/);
    expect(text).toContain('value="two words"');
    const foreign = await user.press('/backtest?mode=corn', { ...FORM, playbook: 'MEAN_REVERT' });
    expect([
      foreign.status,
      words(foreign.text).includes(
        'Strategy must be one of the playbooks of Corn Futures: WEATHER_CROP',
      ),
    ]).toEqual([400, true]);
    const desk = await user.press('/backtest?mode=corn', { ...FORM, world: 'desk' });
    expect([desk.status, words(desk.text).includes('no simulated market')]).toEqual([409, true]);
  });
});

describe('a backtest that is under way', () => {
  it('shows how far it is, refuses a second one, and is cancelled by its button', async () => {
    const user = await people.next();
    const path = await started(user);
    const page = await user.open(path);
    expect(words(page.text)).toMatch(
      /Running .*% done: it .*CANCEL Refresh This page does not refresh/,
    );
    expect(page.text).toMatch(/<progress [^>]*aria-label="Progress"/);
    expect(page.text).not.toContain('http-equiv="refresh"');
    const second = await user.press('/backtest?mode=corn', FORM);
    expect([second.status, second.text.includes(`href="${path}"`)]).toEqual([409, true]);
    expect(words(second.text)).toContain('One of your backtests is still running');
    const cancelled = await user.press(path, { intent: 'cancel' });
    expect([cancelled.status, cancelled.location, cancelled.toast?.title]).toEqual([
      303,
      path,
      'Backtest cancelled',
    ]);
    expect(words((await user.open(path)).text)).toContain('Cancelled');
    expect((await user.press(path, { intent: 'cancel' })).toast?.title).toBe('Backtest cancelled');
    expect(words((await user.open('/backtest')).text)).toMatch(
      /Your backtests .*Corn inverse .*10 years cancelled/,
    );
    expect((await user.press(path, { intent: 'nonsense' })).status).toBe(400);
  });

  it('is one for each press of the button, however often it is sent', async () => {
    const user = await people.next();
    const fields = { ...FORM, key: 'the-same' };
    const [first, again] = [await started(user, fields), await started(user, fields)];
    expect(again).toBe(first);
    await user.press(first, { intent: 'cancel' });
    expect(await started(user, fields)).toBe(first);
  });

  it('runs beside the desk to its end', async () => {
    const user = await people.next();
    const path = await started(user, { years: '1', seed: 'short' });
    for (;;) {
      const { phase } = json<BacktestDto>(
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
    expect(words((await user.open(path)).text)).toContain('Result, 2013-01-01 to 2013-12-31');
    expect((await user.open(`${path}/report`)).text).toContain('Corn inverse');
  });
});

describe('a backtest that is done', () => {
  it('says its figures with what they mean, and why one is missing', async () => {
    const user = await people.next();
    const id = '00000000-0000-4000-8000-000000000001';
    stored(user, id);
    const text = words((await user.open(`/backtest/${id}`)).text);
    for (const said of [
      'Corn Futures, SUPPLY_CHAIN, 2 years out-of-sample, seed stored',
      RESULT.verdict,
      'Net return a year \u22128.77%',
      'On account equity \u22122.47%',
      '\u2212$1,234.56 total',
      'Trades 41',
      'Sharpe ratio \u22120.43',
      'Deflated Sharpe 0.01',
      '7 configurations',
      'Drawdown 9.87%',
      'Hit rate 44%',
      'Cost share N/A None: nothing was gained before costs.',
    ])
      expect(text).toContain(said);
    expect(words((await user.open('/backtest')).text)).toContain(
      'done, not significant after multiple testing \u22128.77% 41',
    );
    expect((await user.open(`/backtest/${id}/report`)).text).toBe(
      '<!DOCTYPE html><title>the report</title>',
    );
    expect((await user.press(`/backtest/${id}`, { intent: 'cancel' })).toast?.title).toBe(
      'Nothing to cancel',
    );
  });

  it("is its own user's, and like a missing one for anybody else", async () => {
    const owner = await people.next();
    const id = '00000000-0000-4000-8000-000000000002';
    stored(owner, id);
    const other = await people.next();
    for (const path of [`/backtest/${id}`, `/backtest/${id}/report`, `/api/backtests/${id}`]) {
      expect([path, (await owner.open(path)).status, (await other.open(path)).status]).toEqual([
        path,
        200,
        404,
      ]);
    }
    expect((await other.press('/backtest', { intent: 'cancel' })).status).toBe(400);
    expect(json<BacktestDto[]>(await other.open('/api/backtests'))).toEqual([]);
    expect(
      json<BacktestDto[]>(await owner.open('/api/backtests')).map((job) => [
        job.id,
        job.phase,
        job.result?.trades,
        job.report,
      ]),
    ).toEqual([[id, 'done', 41, `/backtest/${id}/report`]]);
  });
});

describe.each<ServerKind>(['server.js', 'remix-serve'])('under %s', (kind) => {
  it('a desk that is ended ends what runs at once, and says so when it is back', async () => {
    const desk = await startDesk(kind, { FEED: 'public' });
    const visitor = await new Visitor(desk.origin).signIn();
    const asked = await visitor.postJson('/api/backtests', {
      mode: 'electricity',
      playbook: 'FREQUENCY_REG',
      years: 10,
    });
    expect(asked.status).toBe(202);
    const { id } = (await asked.json()) as { id: string };
    const job = async (): Promise<BacktestDto> =>
      (await (await visitor.ask(`/api/backtests/${id}`)).json()) as BacktestDto;
    expect((await job()).phase).toBe('running');
    expect(await desk.end()).toBe(0);
    await desk.begin();
    expect(await job()).toMatchObject({
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
