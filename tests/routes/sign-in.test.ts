// Signing in and out: one text for all failures, a new id each time, limits on failures only.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskServer, PASSWORD, USERNAME, Visitor, startDesk } from '../support/desk-server';
import { ROOT } from '../support/source-files';

let desk: DeskServer;
beforeAll(async () => {
  desk = await startDesk('server.js');
});
afterAll(() => desk?.stop());

const runUserProgram = (...args: string[]): string =>
  execFileSync(
    process.execPath,
    [join(ROOT, 'build', 'programs', 'user.js'), ...args, '--data-dir', desk.dataDir, '--json'],
    { encoding: 'utf8' },
  );

describe('signing in', () => {
  it('gives the same response to every failure', async () => {
    runUserProgram('add', 'former');
    runUserProgram('disable', 'former');
    for (const [username, password] of [
      [USERNAME, 'wrong-password'],
      ['unknown-user', PASSWORD],
      ['former', PASSWORD],
      ["' OR 1=1 --", 'x'],
      [USERNAME, 'x'.repeat(2000)],
    ] as const) {
      const response = await new Visitor(desk.origin).postJson('/api/auth/login', {
        username,
        password,
      });
      expect([
        username,
        response.status,
        await response.json(),
        response.headers.getSetCookie(),
      ]).toEqual([username, 401, { success: false, error: 'Invalid credentials' }, []]);
    }
  });

  it('requires both fields', async () => {
    for (const body of [
      {},
      { username: USERNAME },
      { password: PASSWORD },
      { username: '', password: '' },
      { username: 1, password: [] },
    ]) {
      expect((await new Visitor(desk.origin).postJson('/api/auth/login', body)).status).toBe(400);
    }
    const page = await new Visitor(desk.origin).postForm(
      '/login',
      { username: 'a' },
      { Origin: desk.origin },
    );
    expect(page.status).toBe(400);
    expect(await page.text()).toContain('Enter a password');
  });

  it('creates a new id each time and ends the previous session', async () => {
    const visitor = await new Visitor(desk.origin).signIn();
    const first = visitor.cookie('frontmonth');
    await visitor.signIn();
    expect(visitor.cookie('frontmonth')).not.toBe(first);
    const replay = await fetch(`${desk.origin}/api/auth/check`, {
      headers: { Cookie: `frontmonth=${first ?? ''}` },
    });
    expect(replay.status).toBe(401);
  });

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const response = await new Visitor(desk.origin).postJson('/api/auth/login', {
      username: USERNAME.toUpperCase(),
      password: PASSWORD,
    });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(
      /^frontmonth=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/,
    );
    expect(await response.json()).toMatchObject({ success: true, user: { username: USERNAME } });
  });

  it('redirects only to screens', async () => {
    const places = [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/login',
      '/logout',
      '/api/settings',
      '/%2f%2fevil.example',
      '\t//evil.example',
      '/dashboard@evil.example',
      '',
    ];
    for (const redirectTo of places) {
      const response = await new Visitor(desk.origin).postForm(
        '/login',
        { username: USERNAME, password: PASSWORD, redirectTo },
        { Origin: desk.origin },
      );
      expect([redirectTo, response.status, response.headers.get('Location')]).toEqual([
        redirectTo,
        303,
        '/',
      ]);
    }
    const response = await new Visitor(desk.origin).postForm(
      '/login',
      { username: USERNAME, password: PASSWORD, redirectTo: '/portfolio' },
      { Origin: desk.origin },
    );
    expect(response.headers.get('Location')).toBe('/portfolio');
  });

  it('sets a device cookie tied to its user', async () => {
    const visitor = await new Visitor(desk.origin).signIn();
    const device = visitor.cookie('frontmonth-device') ?? '';
    expect(device).toMatch(/^[\w-]+\.[\w-]{22}\.\d+\.[\w-]{43}$/);
    const response = await visitor.postForm(
      '/login',
      { username: USERNAME, password: PASSWORD },
      { Origin: desk.origin },
    );
    const line = response.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('frontmonth-device='));
    expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/);
    expect(line).not.toContain(device);
  });

  it('never rejects the owner during guesses by others, with or without a device cookie', async () => {
    const owner = await new Visitor(desk.origin).signIn();
    let isOver = false;
    const guessers = Array.from({ length: 20 }, async () => {
      while (!isOver)
        await new Visitor(desk.origin).postJson('/api/auth/login', {
          username: USERNAME,
          password: 'wrong-password',
        });
    });
    const known: number[] = [];
    for (let sign = 0; sign < 20; sign += 1)
      known.push(
        (await owner.postJson('/api/auth/login', { username: USERNAME, password: PASSWORD }))
          .status,
      );
    isOver = true;
    await Promise.all(guessers);
    const stranger = await new Visitor(desk.origin).postJson('/api/auth/login', {
      username: USERNAME,
      password: PASSWORD,
    });
    expect([known, stranger.status]).toEqual([Array.from({ length: 20 }, () => 200), 200]);
  });

  it('does not count successes', async () => {
    for (let attempt = 0; attempt < 15; attempt += 1) await new Visitor(desk.origin).signIn();
  });

  it('queues a few attempts and rejects the rest', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 40 }, () =>
        new Visitor(desk.origin).postJson('/api/auth/login', {
          username: USERNAME,
          password: PASSWORD,
        }),
      ),
    );
    const statuses = attempts.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(17);
    const turnedAway = attempts.find(({ status }) => status === 503);
    if (turnedAway) expect(turnedAway.headers.get('Retry-After')).toBe('2');
  });
});

describe('a session', () => {
  it('ends permanently when signing out', async () => {
    const visitor = await new Visitor(desk.origin).signIn();
    const id = visitor.cookie('frontmonth') ?? '';
    const response = await visitor.postForm('/logout', await visitor.formFields('/'));
    expect([
      response.status,
      response.headers.get('Location'),
      visitor.cookie('frontmonth'),
    ]).toEqual([303, '/login', undefined]);
    expect(
      (await fetch(`${desk.origin}/api/auth/check`, { headers: { Cookie: `frontmonth=${id}` } }))
        .status,
    ).toBe(401);
    const page = await (await visitor.request('/login')).text();
    expect(page).toContain('Logging out...');
    expect(await (await visitor.request('/login')).text()).not.toContain('Logging out...');
  });

  it('ends when its user is disabled or gets a new password', async () => {
    const passphrase = (JSON.parse(runUserProgram('add', 'passing')) as { passphrase: string })
      .passphrase;
    const visitor = await new Visitor(desk.origin).signIn('passing', passphrase);
    expect((await visitor.request('/api/auth/check')).status).toBe(200);
    runUserProgram('reset', 'passing');
    expect((await visitor.request('/api/auth/check')).status).toBe(401);
  });

  it('cannot be guessed', async () => {
    for (const id of ['', 'a', 'a'.repeat(43), '../../etc/passwd', "x' OR '1'='1"]) {
      expect(
        (await fetch(`${desk.origin}/api/auth/check`, { headers: { Cookie: `frontmonth=${id}` } }))
          .status,
      ).toBe(401);
    }
  });
});

describe('behind a proxy', () => {
  const guessPassword = (origin: string, forwardedFor: string): Promise<Response> =>
    new Visitor(origin).postJson(
      '/api/auth/login',
      { username: 'guessed', password: 'wrong-password' },
      { 'X-Forwarded-For': forwardedFor },
    );

  it('limits each address separately, and ignores headers of strangers', async () => {
    const proxied = await startDesk('server.js', {
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'warn',
    });
    try {
      const statuses: number[] = [];
      for (let nth = 0; nth < 51; nth += 1)
        statuses.push(
          (await guessPassword(proxied.origin, `198.51.100.${nth}, 203.0.113.9`)).status,
        );
      expect(statuses).toEqual([...Array.from({ length: 50 }, () => 401), 429]);
      expect((await guessPassword(proxied.origin, '203.0.113.10')).status).toBe(401);
      expect(
        (
          await fetch(`${proxied.origin}/metrics`, {
            headers: { 'X-Forwarded-For': '127.0.0.1, 203.0.113.9' },
          })
        ).status,
      ).toBe(401);
      expect((await fetch(`${proxied.origin}/metrics`)).status).toBe(200);
      const failures = proxied
        .output()
        .split('\n')
        .filter((line) => line.includes('"a sign-in failed"'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(failures.map(({ status }) => status)).toEqual([...statuses, 401]);
      expect(failures.at(-2)).toMatchObject({
        level: 40,
        username: 'guessed',
        address: '203.0.113.9',
      });
      expect(proxied.output()).not.toContain('wrong-password');
    } finally {
      await proxied.stop();
    }
    expect(
      (await fetch(`${desk.origin}/metrics`, { headers: { 'X-Forwarded-For': '203.0.113.9' } }))
        .status,
    ).toBe(200);
  });
});
