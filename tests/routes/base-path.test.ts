// A terminal below a path of PUBLIC_ORIGIN: pages, links, forms, files, cookies, calls and sockets.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES } from '../../app/contracts/pages';
import { type DeskServer, PASSWORD, USERNAME, Visitor, startDesk } from '../support/desk-server';
import { SocketClient } from '../support/socket-client';

const PATH = '/trade/desk';
const COOKIE = 'frontmonth.trade.desk';
let desk: DeskServer;
let host: string;
let visitor: Visitor;

beforeAll(async () => {
  desk = await startDesk('server.js', { FEED: 'public' }, PATH);
  host = new URL(desk.origin).origin;
  visitor = await new Visitor(desk.origin).signIn();
});
afterAll(() => desk.stop());

const readPage = async (path: string): Promise<string> => (await visitor.request(path)).text();

/** Values of the attributes that name an address, without those of the page itself. */
const listAddresses = (html: string): string[] =>
  [...html.matchAll(/\s(?:href|src|action|formaction)="([^"#?][^"]*)"/g)].map(
    ([, address = '']) => address,
  );

describe('pages below a path', () => {
  it.each(PAGES)('%s names no address outside', async (page) => {
    const response = await visitor.request(page);
    expect(response.status).toBe(200);
    const addresses = listAddresses(await response.text());
    expect(addresses.length).toBeGreaterThan(20);
    const inside = new RegExp(`^${PATH}(?:$|[/?])`);
    expect(addresses.filter((one) => !inside.test(one) && !/^https:/.test(one))).toEqual([]);
  });

  it('link only to screens and files that answer', async () => {
    const pages = await Promise.all([readPage('/'), readPage('/commands'), readPage('/portfolio')]);
    const links = new Set(
      pages.flatMap((page) =>
        listAddresses(page).map((address) => address.replaceAll('&amp;', '&').split('#')[0] ?? ''),
      ),
    );
    const answers: string[] = [];
    for (const link of links) {
      if (!link.startsWith(PATH) || /\/(preferences|logout|emergency-stop)$/.test(link)) continue;
      const { status } = await visitor.request(link.slice(PATH.length) || '/');
      if (status !== 200) answers.push(`${link} ${status}`);
    }
    expect(links.size).toBeGreaterThan(60);
    expect(answers).toEqual([]);
  });

  it('load scripts, styles, fonts and images that lie below it', async () => {
    const page = await readPage('/weather');
    const files = listAddresses(page).filter((address) => /\/assets\/|\.svg$/.test(address));
    const manifest = /import "([^"]+manifest[^"]+)"/.exec(page)?.[1] ?? '';
    expect(manifest).toMatch(new RegExp(`^${PATH}/assets/`));
    const listed = await (await fetch(`${host}${manifest}`)).text();
    const addresses = [...listed.matchAll(/"(\/[^"]+\.(?:js|css))"/g)].map(([, one = '']) => one);
    expect(addresses.length).toBeGreaterThan(50);
    for (const address of new Set([...files, ...addresses].map((one) => one.split('#')[0]))) {
      const response = await fetch(`${host}${address}`);
      expect(`${address} ${response.status}`).toBe(`${address} 200`);
      const text = /\.css$/.test(address ?? '') ? await response.text() : '';
      for (const [, url = ''] of text.matchAll(/url\((?!data:|#)["']?([^)"']+)/g)) {
        const target = new URL(url, `${host}${address}`);
        expect(target.pathname).toMatch(new RegExp(`^${PATH}/`));
        expect((await fetch(target)).status).toBe(200);
      }
    }
  });

  it('give the path to the scripts of the browser', async () => {
    expect(await readPage('/')).toContain(`"basename":"${PATH}"`);
  });

  it.each(['/', '/login', '/healthz', '/trade', '/trade/desktop', '/TRADE/desk/login', '//x'])(
    'leave %s outside alone',
    async (path) => {
      const response = await fetch(`${host}${path}`, { redirect: 'manual' });
      expect(response.status).toBe(404);
      expect(await response.text()).toBe(`This server answers below ${PATH}/.\n`);
      expect(response.headers.getSetCookie()).toEqual([]);
    },
  );
});

describe('signing in below a path', () => {
  it('leads from a screen to the form and back, and sets cookies of the path', async () => {
    const guest = new Visitor(desk.origin);
    const sent = await guest.request('/portfolio');
    expect(sent.headers.get('Location')).toBe(`${PATH}/login?redirectTo=%2Fportfolio`);
    const page = await (await guest.request('/login?redirectTo=%2Fportfolio')).text();
    expect(page).toContain('name="redirectTo" value="/portfolio"');
    const signedIn = await guest.postForm('/login', {
      username: USERNAME,
      password: PASSWORD,
      redirectTo: '/portfolio',
    });
    expect(signedIn.status).toBe(303);
    expect(signedIn.headers.get('Location')).toBe(`${PATH}/portfolio`);
    const cookies = signedIn.headers.getSetCookie();
    expect(cookies.map((line) => line.split('=')[0])).toEqual([
      COOKIE,
      'frontmonth_toast.trade.desk',
      'frontmonth-device.trade.desk',
    ]);
    for (const line of cookies)
      expect(line).toContain(`; Path=${PATH}; HttpOnly; SameSite=Lax; Max-Age=`);
    expect((await guest.request('/portfolio')).status).toBe(200);
  });

  it('does not accept the session cookie of a terminal at the root', async () => {
    const id = visitor.cookie(COOKIE) ?? '';
    const stranger = new Visitor(desk.origin).setCookie('frontmonth', id);
    expect((await stranger.request('/portfolio')).status).toBe(302);
    const owner = new Visitor(desk.origin).setCookie(COOKIE, id);
    expect((await owner.request('/portfolio')).status).toBe(200);
  });

  it('signs out to the form', async () => {
    const guest = await new Visitor(desk.origin).signIn();
    const { csrf } = await guest.formFields('/');
    const out = await guest.postForm('/logout', { csrf });
    expect(out.headers.get('Location')).toBe(`${PATH}/login`);
    expect(guest.cookie(COOKIE)).toBeUndefined();
  });
});

describe('forms, calls and files below a path', () => {
  it('a button without script runs a commodity and comes back to its row', async () => {
    const hidden = await visitor.formFields('/');
    const answer = await visitor.postForm('/?index', {
      ...hidden,
      intent: 'run',
      commodity: 'corn',
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toMatch(new RegExp(`^${PATH}/?[?#].*row-corn$`));
    const stopped = await visitor.postForm('/emergency-stop', { ...hidden, from: '/portfolio' });
    expect(stopped.headers.get('Location')).toBe(`${PATH}/portfolio`);
  });

  it('a preference comes back to its screen', async () => {
    const { csrf } = await visitor.formFields('/');
    const chosen = { csrf, theme: 'light', from: '/curve?commodity=corn' };
    const answer = await visitor.postForm('/preferences', chosen);
    expect(answer.headers.get('Location')).toBe(`${PATH}/curve?commodity=corn`);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^frontmonth_theme\.trade\.desk=light; Path=/);
  });

  it('a form of another origin is rejected', async () => {
    const { csrf } = await visitor.formFields('/');
    const answer = await visitor.postForm(
      '/emergency-stop',
      { csrf },
      { Origin: 'https://evil.example' },
    );
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain(`The address of this server is ${desk.origin}`);
  });

  it('calls, parts of the dashboard, exports and reports answer', async () => {
    for (const path of ['/api/settings', '/refresh/ticker', '/readyz', '/version', '/metrics'])
      expect(`${path} ${(await visitor.request(path)).status}`).toBe(`${path} 200`);
    const file = await visitor.request('/export/closed-positions.csv');
    expect(file.headers.get('Content-Type')).toContain('text/csv');
    const report = await visitor.request('/portfolio/report');
    expect(report.headers.get('Content-Disposition')).toContain('attachment');
    const unknown = await visitor.request('/api/nothing');
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get('Content-Type')).toContain('application/json');
  });

  it('a started backtest names its address', async () => {
    const body = { mode: 'electricity', playbook: 'FREQUENCY_REG', years: 1 };
    const answer = await visitor.postJson('/api/backtests', body);
    expect(answer.status).toBe(202);
    expect(answer.headers.get('Location')).toMatch(new RegExp(`^${PATH}/api/backtests/`));
  });
});

describe('the socket below a path', () => {
  const headers = (): Record<string, string> => ({ Cookie: `${COOKIE}=${visitor.cookie(COOKIE)}` });

  it('opens for its own origin', async () => {
    const client = await SocketClient.open(host, { ...headers(), Origin: host }, `${PATH}/ws`);
    client.ws.close();
  });

  it.each(['/ws', `${PATH}/ws/`, `${PATH}`])('is not at %s', async (path) => {
    await expect(SocketClient.open(host, headers(), path)).rejects.toThrow('404');
  });

  it('rejects another origin', async () => {
    const foreign = { ...headers(), Origin: 'https://evil.example' };
    await expect(SocketClient.open(host, foreign, `${PATH}/ws`)).rejects.toThrow('403');
  });
});
