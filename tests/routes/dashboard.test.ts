// The dashboard's page and its buttons, over a desk whose market moves.
import { describe, expect, it } from 'vitest';
import { positionTexts, profitSum } from '../../app/components/dashboard/texts';

import { COMMODITIES, COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { signedMoney } from '../../app/trading/domain/format';
import { type PageUser, words } from '../support/page-desk';
import { pageUsers } from '../support/page-users';
import type { PositionDto } from '../../app/contracts/api/book';

const users = pageUsers('page-user');
let user: PageUser;
const newUser = async (): Promise<PageUser> => (user = await users.next());
const { view } = users;
const isActive = (commodity: string): boolean =>
  view().commodities.find((row) => row.commodity === commodity)?.isActive ?? false;
const buyGas = () => users.desk.buyGas(user);
const getButton = (html: string, name: string): string =>
  new RegExp(`<button[^>]*aria-label="${name}"[^>]*>`).exec(html)?.[0] ?? '';

/** A page and the answer of a call that were made at the same sequence number. */
async function atOneSequence(path: string): Promise<{ html: string; rows: PositionDto[] }> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const html = (await user.open('/')).text;
    const rows = JSON.parse((await user.open(path)).text) as PositionDto[];
    if (html.includes(`data-seq="${rows[0]?.asOfSeq}"`)) return { html, rows };
  }
  throw new Error('page and call never met at one sequence number');
}

describe('the page', () => {
  it('has the ten tiles in their order, without any script', async () => {
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
    expect(words(text)).toContain('Auto Signals N/A no AI signal yet');
  });

  it('shows the figures that calls answer at the same sequence number', async () => {
    await newUser();
    await buyGas();
    const { html, rows } = await atOneSequence('/api/trading-positions');
    expect(rows).toHaveLength(1);
    for (const row of rows) {
      const { closeName, size, entry, current, pnl, percent } = positionTexts(row);
      expect(html).toContain(`aria-label="${closeName}"`);
      expect(words(html)).toContain(
        `NG , active ${'\u25b2'} LONG ${size} ${entry} ${current} ${pnl} ${percent}`,
      );
    }
    expect(words(html)).toContain(`Active P&L ${signedMoney(profitSum(rows))} unrealized`);
    expect(words(html)).toContain(`Active, 1 in all ${signedMoney(profitSum(rows))}`);
  });

  it('links the ten modes by their names and quotes the one that is chosen', async () => {
    await newUser();
    const html = (await user.open('/?commodity=crude-oil')).text;
    for (const key of COMMODITY_KEYS) expect(html).toContain(`href="?commodity=${key}"`);
    expect(html).toMatch(
      /aria-current="true"[^>]*href="\?commodity=crude-oil"|href="\?commodity=crude-oil"[^>]*aria-current="true"|aria-current="true"[^>]*>Crude Oil Futures/,
    );
    expect(html).toContain('<h2 id="quotes">Crude Oil Futures</h2>');
    expect(words(html)).toMatch(/CL .* SIM/);
    expect(words((await user.open('/')).text)).toContain(
      'Electricity Futures No quotes: market simulated has no price for Electricity Futures yet',
    );
  });

  it('falls back to electricity with a notice', async () => {
    await newUser();
    const { status, text } = await user.open('/?commodity=%3Cb%3Egold');
    expect(status).toBe(200);
    expect(words(text)).toContain(
      'UNKNOWN COMMODITY Unknown commodity &lt;b&gt;gold; electricity is shown.',
    );
    expect(text).toContain('<h2 id="quotes">Electricity Futures</h2>');
  });

  it('says why a running commodity holds nothing, and which playbook trades it', async () => {
    await newUser();
    await user.press('/', { intent: 'run', commodity: 'wheat' });
    expect(words((await user.open('/')).text)).toContain(
      'Analyzing market conditions... no contract in this market: waiting for the first quote',
    );
  });

  it('keeps closed positions for a day, beside the active ones', async () => {
    await newUser();
    const id = await buyGas();
    await user.press('/', { intent: 'close-position', position: id });
    const html = (await user.open('/')).text;
    expect(html).toContain(`id="position-${id}"`);
    expect(words(html)).toMatch(/NG , closed .* CLOSED/);
    expect(words(html)).toContain('Closed, 1 in all');
    expect(words(html)).toContain('Positions 0 0 in profit');
  });
});

describe('the buttons of a row', () => {
  it('RUN and STOP lead back to the row', async () => {
    await newUser();
    expect(await user.press('/', { intent: 'run', commodity: 'corn' })).toMatchObject({
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
      await user.press('/dashboard?commodity=corn', { intent: 'stop', commodity: 'corn' }),
    ).toMatchObject({ status: 303, location: '/dashboard?commodity=corn#row-corn' });
    expect(isActive('corn')).toBe(false);
  });

  it('answers a page whose script runs in place', async () => {
    await newUser();
    // A market without this contract: nothing can be opened in between.
    const done = await user.pressByScript('/', { intent: 'run', commodity: 'wheat' });
    expect([done.status, done.location, JSON.parse(done.text)]).toEqual([
      200,
      null,
      { failure: null },
    ]);
    expect(done.toast).toMatchObject({ title: 'Trading Started' });
    const again = await user.pressByScript('/', { intent: 'close', commodity: 'wheat' });
    expect([again.status, JSON.parse(again.text)]).toEqual([200, { failure: null }]);
    expect(again.toast).toMatchObject({
      title: 'No active positions to close',
      description: 'Auto-trading is off.',
    });
    const failed = await user.pressByScript('/', {
      intent: 'close-position',
      position: 'nobody-s',
    });
    expect([failed.status, failed.toast]).toEqual([404, null]);
    expect(JSON.parse(failed.text)).toMatchObject({ failure: { title: 'Error Closing Position' } });
  });

  it('CLOSE closes what is held and turns the row off', async () => {
    await newUser();
    await buyGas();
    await user.press('/', { intent: 'run', commodity: 'natural-gas' });
    expect(await user.press('/', { intent: 'close', commodity: 'natural-gas' })).toMatchObject({
      status: 303,
      toast: { title: 'Positions Closed' },
    });
    expect([view().positions, isActive('natural-gas')]).toEqual([[], false]);
  });

  it('a single close needs an id, and one of this user', async () => {
    await newUser();
    const missing = await user.press('/', { intent: 'close-position' });
    expect([
      missing.status,
      words(missing.text).includes('Error Closing Position Position ID is missing'),
    ]).toEqual([400, true]);
    const foreign = await user.press('/', {
      intent: 'close-position',
      position: 'of-somebody-else',
    });
    expect([
      foreign.status,
      words(foreign.text).includes('There is no such open position.'),
    ]).toEqual([404, true]);
    const id = await buyGas();
    expect(await user.press('/', { intent: 'close-position', position: id })).toMatchObject({
      status: 303,
      location: '/#positions',
      toast: {
        title: 'Position Closed',
        description: 'Position has been closed and P&L has been realized.',
      },
    });
  });

  it('DATA shows a commodity, and on the one that is shown goes back', async () => {
    await newUser();
    expect(await user.press('/', { intent: 'data', commodity: 'corn' })).toMatchObject({
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
      await user.press('/?commodity=corn', { intent: 'data', commodity: 'corn' }),
    ).toMatchObject({
      location: '/?commodity=electricity#row-corn',
      toast: { title: 'Corn Futures Deactivated', description: 'Dashboard view deactivated' },
    });
  });

  it('a STOP stops again however old the page is that it was pressed on', async () => {
    await newUser();
    const old = { key: 'one-old-page:corn', commodity: 'corn' };
    await user.press('/', { ...old, intent: 'run' });
    expect(await user.press('/', { ...old, intent: 'stop' })).toMatchObject({ status: 303 });
    await user.press('/', { intent: 'run', commodity: 'corn' });
    await user.press('/', { ...old, intent: 'stop' });
    expect(isActive('corn')).toBe(false);
  });
});

describe('the buttons of all', () => {
  it('RUN ALL and STOP ALL switch every one', async () => {
    await newUser();
    expect(await user.press('/', { intent: 'run-all' })).toMatchObject({
      status: 303,
      location: '/',
    });
    expect(view()).toMatchObject({ globalActive: true, isActive: true });
    const html = (await user.open('/')).text;
    expect(words(html)).toContain('Trading Mode AUTO');
    expect(words(html)).toContain('Active Assets 10 of 10');
    await user.press('/', { intent: 'stop-all' });
    expect(view()).toMatchObject({ globalActive: false, isActive: false });
  });

  it('CLOSE ALL asks first, names what it will close, and does it', async () => {
    await newUser();
    expect((await user.open('/')).text).not.toContain('confirm=close-all');
    await buyGas();
    expect((await user.open('/')).text).toContain('confirm=close-all');
    const page = words((await user.open('/?confirm=close-all')).text);
    expect(page).toContain(
      'Are you sure you want to CLOSE ALL positions and stop all trading? This action cannot be undone.',
    );
    expect(page).toMatch(/Natural Gas Futures, LONG, 100 MMBtu: [+\u2212]?\$\d/);
    expect(page).toContain('CLOSE ALL in SIMULATION');
    expect(await user.press('/?confirm=close-all', { intent: 'close-all' })).toMatchObject({
      status: 303,
      location: '/',
      toast: {
        title: 'All Positions Closed',
        description: 'All active positions have been closed and P&L has been realized.',
      },
    });
    expect(view().positions).toEqual([]);
    const again = await user.press('/?confirm=close-all', { intent: 'close-all' });
    expect(again).toMatchObject({ status: 303, toast: { title: 'No active positions to close' } });
  });
});

describe('what is printed', () => {
  it('names every commodity in its row', async () => {
    await newUser();
    const html = (await user.open('/')).text;
    for (const key of COMMODITY_KEYS) {
      expect(html).toContain(`id="row-${key}"`);
      for (const word of ['RUN', 'STOP', 'CLOSE', 'DATA'])
        expect(getButton(html, `${word} ${COMMODITIES[key].displayName}`)).not.toBe('');
    }
  });

  it('carries no style and no script of its own in its markup', async () => {
    await newUser();
    const html = (await user.open('/?settings=open')).text;
    expect(html).not.toMatch(/ style="/);
    expect(html).not.toMatch(/ on[a-z]+="/);
  });
});
