// Layout of every signed-in screen, with emergency stop and preferences.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskServer, SERVER_KINDS, Visitor, startDesk } from '../support/desk-server';

const SCREENS = {
  '/': 'Trading Dashboard',
  '/dashboard': 'Trading Dashboard',
  '/weather': 'Weather Analysis',
  '/correlations': 'Correlations',
  '/curve': 'Curve',
  '/calendar': 'Calendar',
  '/institutional': 'Institutional',
  '/radar': 'Weather Radar',
  '/notifications': 'Notifications',
  '/backtest': 'Backtest',
  '/signals': 'AI Signals',
  '/what-if': 'What if',
  '/model-card': 'Model Card',
  '/commands': 'Commands',
  '/account': 'Account',
  '/data-health': 'Data Health',
  '/users': 'Users',
} as const;

/** Texts of links marked as current, in one of the navigations. */
function listCurrent(page: string, navigation: 'Main' | 'Menu'): string[] {
  const [, after = ''] = page.split(`<nav aria-label="${navigation}"`);
  const [list = ''] = after.split('</nav>');
  return [
    ...list.matchAll(
      /<a aria-current="page"[^>]*>.*?<\/svg>([^<]+)<\/a>|<a [^>]*aria-current="page"[^>]*>.*?<\/svg>([^<]+)<\/a>/g,
    ),
  ].map(([, one, other]) => one ?? other ?? '');
}
const getTitle = (page: string): string => /<title>([^<]*)<\/title>/.exec(page)?.[1] ?? '';
const getToast = (page: string): string =>
  /<div role="(?:status|alert)"><div[^>]*data-toast[^>]*>(.*?)<\/div><(?:a|button)/
    .exec(page)?.[1]
    ?.replace(/<[^>]+>/g, ' ') ?? '';

describe.each(SERVER_KINDS)('under %s', (kind) => {
  let desk: DeskServer;
  let visitor: Visitor;
  const read = async (path: string): Promise<string> => (await visitor.request(path)).text();
  const getStatus = async () =>
    (await (await visitor.request('/api/auto-trading/status')).json()) as {
      isActive: boolean;
      activeCommodities: string[];
    };

  beforeAll(async () => {
    desk = await startDesk(kind);
    visitor = await new Visitor(desk.origin).signIn();
  });
  afterAll(() => desk?.stop());

  it('every screen shows mode, title, current entry and navigation', async () => {
    for (const [path, name] of Object.entries(SCREENS)) {
      const page = await read(path);
      expect([path, [...page.matchAll(/<h1/g)].length, page.includes(`<h1>${name}</h1>`)]).toEqual([
        path,
        1,
        true,
      ]);
      expect(getTitle(page)).toBe(
        `SIMULATION \u00b7 ${name === 'Trading Dashboard' ? 'Dashboard' : name} \u00b7 Frontmonth`,
      );
      const inSidebar = [
        'Trading Dashboard',
        'Weather Analysis',
        'Correlations',
        'Curve',
        'Calendar',
        'Institutional',
        'AI Signals',
        'Model Card',
        'Data Health',
        'Backtest',
        'Users',
      ].filter((entry) => entry === name);
      expect([path, listCurrent(page, 'Main')]).toEqual([path, inSidebar]);
      for (const landmark of [
        '<header',
        '<main id="main"',
        '<aside',
        '<nav aria-label="Main"',
        'href="#main"',
      ])
        expect([path, landmark, page.includes(landmark)]).toEqual([path, landmark, true]);
      expect(page.indexOf('EMERGENCY STOP')).toBeLessThan(
        page.indexOf('aria-label="Frontmonth, to the dashboard"'),
      );
      expect(page).toContain('Simulated market, no real orders');
    }
  });

  it('the menu marks the dashboard at both paths, and the radar', async () => {
    expect(listCurrent(await read('/'), 'Menu')).toEqual(['Dashboard']);
    expect(listCurrent(await read('/dashboard'), 'Menu')).toEqual(['Dashboard']);
    expect(listCurrent(await read('/radar'), 'Menu')).toEqual(['Weather Radar']);
    expect(await read('/weather')).toContain('href="/?settings=open#settings"');
  });

  it('the avatar shows two letters of the name in upper case', async () => {
    expect(await read('/weather')).toMatch(
      /<span class="[^"]*avatar[^"]*" aria-hidden="true">TR<\/span>/,
    );
  });

  it('Online is shown while orders are accepted and prices arrive, with their age', async () => {
    for (let page = await read('/radar'); ; page = await read('/radar')) {
      if (page.includes('Prices follow in a few seconds.')) continue;
      expect(page).toMatch(/aria-live="polite"[^>]*><span[^>]*><\/span>Online<\/p>/);
      expect(page.replaceAll('<!-- -->', '')).toMatch(
        /Updated <time[^>]*datetime="\d{4}-\d\d-\d\dT/i,
      );
      break;
    }
  });

  it('the emergency stop is a POST, returns to the screen, and reports its result', async () => {
    const { csrf } = await visitor.formFields('/');
    await visitor.postJson('/api/auto-trading/start', {});
    expect((await getStatus()).activeCommodities).toHaveLength(10);
    expect((await visitor.request('/emergency-stop')).status).toBe(404);
    expect((await getStatus()).isActive).toBe(true);
    const response = await visitor.postForm(
      '/emergency-stop',
      { csrf, from: '/notifications' },
      { Origin: desk.origin },
    );
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/notifications']);
    expect(await getStatus()).toMatchObject({ isActive: false, globalActive: false });
    const page = await read('/notifications');
    expect(page).toContain('role="alert"');
    expect(getToast(page)).toMatch(
      /Emergency stop: no new entries.*SIMULATION: 10 commodities stopped/,
    );
    expect(page).toMatch(/<strong>EMERGENCY STOP<\/strong>/);
    expect(getToast(await read('/notifications'))).toBe('');
  });

  it('an old page stops what started since, with its old token and key', async () => {
    const old = await visitor.formFields('/');
    const fields = { csrf: old.csrf, key: 'kept-page:emergency-stop', from: '/' };
    expect(
      (await visitor.postForm('/emergency-stop', fields, { Origin: desk.origin })).status,
    ).toBe(303);
    await visitor.signIn();
    await visitor.postJson('/api/auto-trading/start', { commodity: 'corn' });
    expect(
      (await visitor.postForm('/emergency-stop', fields, { Origin: desk.origin })).status,
    ).toBe(303);
    expect((await getStatus()).isActive).toBe(false);
  });

  it('another site, a stranger without token and a signed-out visitor stop nothing', async () => {
    await visitor.postJson('/api/auto-trading/start', { commodity: 'corn' });
    expect(
      (await visitor.postForm('/emergency-stop', {}, { Origin: 'https://evil.example' })).status,
    ).toBe(403);
    expect((await visitor.postForm('/emergency-stop', { csrf: 'x'.repeat(43) })).status).toBe(403);
    const stranger = new Visitor(desk.origin);
    const turned = await stranger.postForm('/emergency-stop', {}, { Origin: desk.origin });
    expect([turned.status, turned.headers.get('Location')]).toEqual([302, '/login']);
    expect(getToast(await (await stranger.request('/login')).text())).toContain('Nothing was done');
    expect((await getStatus()).isActive).toBe(true);
    await visitor.postJson('/api/auto-trading/stop', {});
  });

  it('a preference returns to the screen with its query, and nowhere else', async () => {
    const fresh = new Visitor(desk.origin);
    const chosen = await fresh.postForm(
      '/preferences',
      { live: 'off', from: '/?commodity=corn' },
      { Origin: desk.origin },
    );
    expect([chosen.status, chosen.headers.get('Location')]).toEqual([303, '/?commodity=corn']);
    await fresh.signIn();
    const page = await (await fresh.request('/weather')).text();
    expect(page).toMatch(
      /name="live"[^>]*aria-pressed="true"[^>]*value="off"|name="live"[^>]*value="off"[^>]*aria-pressed="true"|aria-pressed="true"[^>]*name="live" value="off"/,
    );
    expect(
      (
        await fresh.postForm(
          '/preferences',
          { scale: 'safe', from: '/radar' },
          { Origin: desk.origin },
        )
      ).headers.get('Location'),
    ).toBe('/radar');
    const chosenScale =
      /<button[^>]*aria-pressed="true"[^>]*value="safe"|<button[^>]*value="safe"[^>]*aria-pressed="true"/;
    const listFills = (html: string): string[] =>
      [...html.matchAll(/<use [^>]*fill="([^"]+)"/g)].map(([, fill]) => fill ?? '');
    const [usual, safe] = [await read('/'), await (await fresh.request('/')).text()];
    expect([chosenScale.test(usual), chosenScale.test(safe)]).toEqual([false, true]);
    expect(listFills(safe).length).toBeGreaterThan(40);
    expect(listFills(safe)).not.toEqual(listFills(usual));
    for (const from of [
      '//evil.example',
      'https://evil.example/',
      '/logout',
      '/?a=\r\nSet-Cookie: x',
      '/nowhere?x=1',
      '/?next=//evil.example',
    ]) {
      const answer = await fresh.postForm(
        '/preferences',
        { theme: 'light', from },
        { Origin: desk.origin },
      );
      expect([from, answer.status, answer.headers.get('Location')]).toEqual([from, 303, '/']);
    }
    expect(
      (await fresh.postForm('/preferences', { live: 'maybe' }, { Origin: desk.origin })).status,
    ).toBe(400);
    expect(
      (await fresh.postForm('/preferences', { scale: 'loud' }, { Origin: desk.origin })).status,
    ).toBe(400);
  });

  it('the log of another user is never shown', async () => {
    for (const question of [
      '',
      '?before=1',
      '?before=0',
      '?before=-5',
      '?before=1e9',
      "?before=1' OR 1=1",
      '?before=999999999999999',
    ]) {
      const answer = await visitor.request(`/notifications${question.replaceAll(' ', '%20')}`);
      expect([question, answer.status]).toEqual([question, 200]);
    }
    expect(await read('/notifications?before=1')).toContain('No older notifications.');
  });

  it('the emergency stop has no rate limit', async () => {
    const { csrf } = await visitor.formFields('/');
    const postForm = (path: string, fields: Record<string, string>) =>
      visitor.postForm(path, fields, { Origin: desk.origin });
    // 200 requests are free in 10 s; a slow flood spans two such windows.
    const statuses: number[] = [];
    while (statuses.length < 450 && !statuses.includes(429)) {
      const flood = Array.from({ length: 50 }, () =>
        postForm('/preferences', { theme: 'dark', from: '/' }),
      );
      statuses.push(...(await Promise.all(flood)).map(({ status }) => status));
    }
    expect(statuses).toContain(429);
    expect((await postForm('/emergency-stop', { csrf, from: '/' })).status).toBe(303);
  });
});
