// Dashboard page and buttons over a moving market.
import { describe, expect, it } from 'vitest';
import { formatPositionRow, sumProfit } from '../../app/components/dashboard/dashboard-texts';

import { COMMODITIES, COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { formatSignedMoney } from '../../app/trading/domain/format';
import { type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';
import type { PositionDto } from '../../app/contracts/api/book';

const users = setUpPageUsers('page-user');
let user: PageUser;
const newUser = async (): Promise<PageUser> => (user = await users.next());
const { view } = users;
const isActive = (commodity: string): boolean =>
  view().commodities.find((row) => row.commodity === commodity)?.isActive ?? false;
const buyGas = () => users.desk.buyGas(user);
const getButton = (html: string, name: string): string =>
  new RegExp(`<button[^>]*aria-label="${name}"[^>]*>`).exec(html)?.[0] ?? '';

/** A page and an API response at the same sequence number. */
async function atOneSequence(path: string): Promise<{ html: string; rows: PositionDto[] }> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const html = (await user.open('/')).text;
    const rows = JSON.parse((await user.open(path)).text) as PositionDto[];
    if (html.includes(`data-seq="${rows[0]?.asOfSeq}"`)) return { html, rows };
  }
  throw new Error('page and call never met at one sequence number');
}

describe('the page', () => {
  it('has the ten tiles in order, without script', async () => {
    await newUser();
    const { status, text } = await user.open('/');
    expect(status).toBe(200);
    expect(
      [...text.matchAll(/<dt>([^<]+)<\/dt>/g)]
        .map(([, name]) => (name ?? '').replace('&amp;', '&'))
        .slice(3, 13),
    ).toEqual([
      'Portfolio',
      'Available Cash',
      'Active P&L',
      'Positions',
      'Risk Level',
      'Market',
      'Trading Mode',
      'Active Assets',
      'Auto Signals',
      'System Time',
    ]);
    expect(extractText(text)).toContain('Auto Signals N/A no AI signal yet');
  });

  it('shows the same figures as the API at the same sequence number', async () => {
    await newUser();
    await buyGas();
    const { html, rows } = await atOneSequence('/api/trading-positions');
    expect(rows).toHaveLength(1);
    for (const row of rows) {
      const { closeName, size, entry, current, pnl, percent } = formatPositionRow(row);
      expect(html).toContain(`aria-label="${closeName}"`);
      expect(extractText(html)).toContain(
        `NG , active no stop ${'\u25b2'} LONG ${size} ${entry} ${current} ${pnl} ${percent}`,
      );
    }
    expect(extractText(html)).toContain(
      `Active P&L ${formatSignedMoney(sumProfit(rows))} unrealized`,
    );
    expect(extractText(html)).toContain(`Active: 1 ${formatSignedMoney(sumProfit(rows))}`);
  });

  it('links the ten commodities by name and quotes the selected one', async () => {
    await newUser();
    const html = (await user.open('/?commodity=crude-oil')).text;
    for (const key of COMMODITY_KEYS) expect(html).toContain(`href="?commodity=${key}"`);
    expect(html).toMatch(
      /aria-current="true"[^>]*href="\?commodity=crude-oil"|href="\?commodity=crude-oil"[^>]*aria-current="true"|aria-current="true"[^>]*>Crude Oil Futures/,
    );
    expect(html).toContain('<h2 id="quotes">Crude Oil Futures</h2>');
    expect(extractText(html)).toMatch(/CL .* SIM/);
    expect(extractText((await user.open('/')).text)).toContain(
      'Electricity Futures No quotes: market simulated has no price for Electricity Futures yet',
    );
  });

  it('falls back to electricity with a notice', async () => {
    await newUser();
    const { status, text } = await user.open('/?commodity=%3Cb%3Egold');
    expect(status).toBe(200);
    expect(extractText(text)).toContain(
      'UNKNOWN COMMODITY Unknown commodity &lt;b&gt;gold; electricity is shown.',
    );
    expect(text).toContain('<h2 id="quotes">Electricity Futures</h2>');
  });

  it('shows why a running commodity is flat, and its strategy', async () => {
    await newUser();
    await user.submit('/', { intent: 'run', commodity: 'wheat' });
    expect(extractText((await user.open('/')).text)).toContain(
      'Analyzing market conditions... no strategy: waiting for the first quote',
    );
  });

  it('keeps closed positions for a day, beside the active ones', async () => {
    await newUser();
    const id = await buyGas();
    await user.submit('/', { intent: 'close-position', position: id });
    const html = (await user.open('/')).text;
    expect(html).toContain(`id="position-${id}"`);
    expect(extractText(html)).toMatch(/NG , closed .* CLOSED/);
    expect(extractText(html)).toContain('Closed: 1');
    expect(extractText(html)).toContain('Positions 0 0 in profit');
  });
});

describe('the row buttons', () => {
  it('RUN and STOP return to the row', async () => {
    await newUser();
    expect(await user.submit('/', { intent: 'run', commodity: 'corn' })).toMatchObject({
      status: 303,
      location: '/#row-corn',
      toast: { title: 'Trading Started' },
    });
    expect(isActive('corn')).toBe(true);
    const html = (await user.open('/')).text;
    expect([
      getButton(html, 'RUN Corn Futures').includes('disabled'),
      getButton(html, 'STOP Corn Futures').includes('disabled'),
    ]).toEqual([true, false]);
    expect(
      await user.submit('/dashboard?commodity=corn', { intent: 'stop', commodity: 'corn' }),
    ).toMatchObject({ status: 303, location: '/dashboard?commodity=corn#row-corn' });
    expect(isActive('corn')).toBe(false);
  });

  it('a hydrated page gets a response in place', async () => {
    await newUser();
    // A market without this contract: nothing can open in between.
    const done = await user.submitByScript('/', { intent: 'run', commodity: 'wheat' });
    expect([done.status, done.location, JSON.parse(done.text)]).toEqual([
      200,
      null,
      { failure: null },
    ]);
    expect(done.toast).toMatchObject({ title: 'Trading Started' });
    const again = await user.submitByScript('/', { intent: 'close', commodity: 'wheat' });
    expect([again.status, JSON.parse(again.text)]).toEqual([200, { failure: null }]);
    expect(again.toast).toMatchObject({
      title: 'No active positions to close',
      description: 'Auto-trading is off.',
    });
    const failed = await user.submitByScript('/', {
      intent: 'close-position',
      position: 'unknown-position',
    });
    expect([failed.status, failed.toast]).toEqual([404, null]);
    expect(JSON.parse(failed.text)).toMatchObject({ failure: { title: 'Error Closing Position' } });
  });

  it('CLOSE closes the positions and turns the row off', async () => {
    await newUser();
    await buyGas();
    await user.submit('/', { intent: 'run', commodity: 'natural-gas' });
    expect(await user.submit('/', { intent: 'close', commodity: 'natural-gas' })).toMatchObject({
      status: 303,
      toast: { title: 'Positions Closed' },
    });
    expect([view().positions, isActive('natural-gas')]).toEqual([[], false]);
  });

  it('closing one position requires an id of this user', async () => {
    await newUser();
    const missing = await user.submit('/', { intent: 'close-position' });
    expect([
      missing.status,
      extractText(missing.text).includes('Error Closing Position Position ID is missing'),
    ]).toEqual([400, true]);
    const foreign = await user.submit('/', {
      intent: 'close-position',
      position: 'of-somebody-else',
    });
    expect([
      foreign.status,
      extractText(foreign.text).includes('Open position not found.'),
    ]).toEqual([404, true]);
    const id = await buyGas();
    expect(await user.submit('/', { intent: 'close-position', position: id })).toMatchObject({
      status: 303,
      location: '/#positions',
      toast: {
        title: 'Position Closed',
        description: 'Position has been closed and P&L has been realized.',
      },
    });
  });

  it('DATA shows a commodity; on the shown one it returns to the default', async () => {
    await newUser();
    expect(await user.submit('/', { intent: 'data', commodity: 'corn' })).toMatchObject({
      status: 303,
      location: '/?commodity=corn#row-corn',
      toast: {
        title: 'Corn Futures Activated',
        description: 'Dashboard now showing Corn Futures data',
      },
    });
    expect(getButton((await user.open('/?commodity=corn')).text, 'DATA Corn Futures')).toContain(
      'aria-pressed="true"',
    );
    expect(
      await user.submit('/?commodity=corn', { intent: 'data', commodity: 'corn' }),
    ).toMatchObject({
      location: '/?commodity=electricity#row-corn',
      toast: { title: 'Corn Futures Deactivated', description: 'Dashboard view deactivated' },
    });
  });

  it('STOP works from an old page', async () => {
    await newUser();
    const old = { key: 'one-old-page:corn', commodity: 'corn' };
    await user.submit('/', { ...old, intent: 'run' });
    expect(await user.submit('/', { ...old, intent: 'stop' })).toMatchObject({ status: 303 });
    await user.submit('/', { intent: 'run', commodity: 'corn' });
    await user.submit('/', { ...old, intent: 'stop' });
    expect(isActive('corn')).toBe(false);
  });
});

describe('the buttons for all commodities', () => {
  it('RUN ALL and STOP ALL switch every commodity', async () => {
    await newUser();
    expect(await user.submit('/', { intent: 'run-all' })).toMatchObject({
      status: 303,
      location: '/',
    });
    expect(view()).toMatchObject({ globalActive: true, isActive: true });
    const html = (await user.open('/')).text;
    expect(extractText(html)).toContain('Trading Mode AUTO');
    expect(extractText(html)).toContain('Active Assets 10 of 10');
    await user.submit('/', { intent: 'stop-all' });
    expect(view()).toMatchObject({ globalActive: false, isActive: false });
  });

  it('CLOSE ALL asks for confirmation, lists the positions, and closes them', async () => {
    await newUser();
    expect((await user.open('/')).text).not.toContain('confirm=close-all');
    await buyGas();
    expect((await user.open('/')).text).toContain('confirm=close-all');
    const page = extractText((await user.open('/?confirm=close-all')).text);
    expect(page).toContain(
      'Are you sure you want to CLOSE ALL positions and stop all trading? This action cannot be undone.',
    );
    expect(page).toMatch(/Natural Gas Futures, LONG, 100 MMBtu: [+\u2212]?\$\d/);
    expect(page).toContain('CLOSE ALL in SIMULATION');
    expect(await user.submit('/?confirm=close-all', { intent: 'close-all' })).toMatchObject({
      status: 303,
      location: '/',
      toast: {
        title: 'All Positions Closed',
        description: 'All active positions have been closed and P&L has been realized.',
      },
    });
    expect(view().positions).toEqual([]);
    const again = await user.submit('/?confirm=close-all', { intent: 'close-all' });
    expect(again).toMatchObject({ status: 303, toast: { title: 'No active positions to close' } });
  });
});

describe('the markup', () => {
  it('names every commodity in its row', async () => {
    await newUser();
    const html = (await user.open('/')).text;
    for (const key of COMMODITY_KEYS) {
      expect(html).toContain(`id="row-${key}"`);
      for (const word of ['RUN', 'STOP', 'CLOSE', 'DATA'])
        expect(getButton(html, `${word} ${COMMODITIES[key].displayName}`)).not.toBe('');
    }
  });

  it('has no inline style and no inline script', async () => {
    await newUser();
    const html = (await user.open('/?settings=open')).text;
    expect(html).not.toMatch(/ style="/);
    expect(html).not.toMatch(/ on[a-z]+="/);
  });
});
