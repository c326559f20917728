// Many pages lose their server and reconnect: real state machines and sockets, with time
// controlled by the test.
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { Connection, ConnectionEvents } from '../../app/components/live/live-socket';
import { findFreePort } from '../support/free-port';
import { ServerRun } from '../support/killer-server';
import { FakeLiveEnvironment } from '../support/fake-live-environment';
import { chooseFullSize } from '../support/run-size';
import { createSignedInUsers } from '../support/signed-in-users';

const PAGES = chooseFullSize(100, 1_000);
/** Fewer than ten pages each, the limit of the server. */
const USERS = chooseFullSize(12, 120);
const ARRIVING_AT_ONCE = 50;
const WAIT_MS_MAX = chooseFullSize(25_000, 600_000);

/** A page with a real socket. */
class WiredPage extends FakeLiveEnvironment {
  /** Desks received since the last welcome. */
  desksReceived = 0;
  losses = 0;
  /** Times of the page at which it connected, controlled by the test. */
  readonly attemptsMs: number[] = [];
  /** Real time of the last welcome. */
  welcomedMs = 0;
  private isWelcomed = false;

  constructor(
    private readonly origin: string,
    userId: string,
    private readonly cookie: string,
  ) {
    super(userId);
    this.randomValue = Math.random();
  }

  override open({ onOpen, onText, onClose }: ConnectionEvents): Connection {
    this.attemptsMs.push(this.nowMs());
    this.isWelcomed = false;
    const ws = new WebSocket(`${this.origin.replace(/^http/, 'ws')}/ws`, {
      headers: { Cookie: this.cookie },
    });
    ws.on('open', onOpen);
    ws.on('message', (data) => {
      const text = String(data);
      if (text.includes('"authenticated"')) {
        this.desksReceived = 0;
        this.welcomedMs = performance.now();
        this.isWelcomed = true;
      }
      if (text.includes('"POSITION_UPDATE"')) this.desksReceived += 1;
      onText(text);
    });
    ws.on('error', () => undefined);
    ws.on('close', (code) => {
      this.losses += 1;
      onClose(code);
    });
    return { send: (text: string) => ws.send(text), close: () => ws.close() };
  }

  /** True from an attempt to its welcome or its end. */
  get isConnecting(): boolean {
    return this.attemptsMs.length > this.losses && !this.isWelcomed;
  }
}

/** Signed-in users and their pages. */
function openPages(dataDir: string, origin: string): WiredPage[] {
  const users = createSignedInUsers(dataDir, USERS);
  return Array.from({ length: PAGES }, (_, at) => {
    const { id, cookie } = users[at % USERS] ?? { id: '', cookie: '' };
    return new WiredPage(origin, id, cookie);
  });
}

/** Most times within one second. */
const countPeak = (times: readonly number[]): number => {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.max(
    ...sorted.map((from) => sorted.filter((ms) => ms >= from && ms < from + 1_000).length),
  );
};

const isInPhase =
  (phase: string) =>
  (page: WiredPage): boolean =>
    page.state?.phase === phase;

/** Waits until a condition holds for every page. */
const untilAll = (pages: readonly WiredPage[], isSo: (page: WiredPage) => boolean): Promise<void> =>
  expect
    .poll(() => pages.filter((page) => !isSo(page)).length, { timeout: WAIT_MS_MAX, interval: 20 })
    .toBe(0);

/** Connects the pages for the first time, some at once as when people arrive. */
async function connectPages(pages: readonly WiredPage[]): Promise<void> {
  for (let at = 0; at < pages.length; at += ARRIVING_AT_ONCE) {
    const group = pages.slice(at, at + ARRIVING_AT_ONCE);
    for (const { link } of group) link.connect();
    await untilAll(group, ({ desksReceived }) => desksReceived > 0);
  }
}

/**
 * Moves the clocks of all pages by a minute. Real time passes until the attempts of a second have
 * ended: a busy machine makes the second longer, and no page loses its socket for that.
 */
async function passMinute(pages: readonly WiredPage[]): Promise<void> {
  for (let second = 1; second <= 60; second += 1) {
    for (const page of pages) page.advance(1_000);
    await untilAll(pages, ({ isConnecting }) => !isConnecting);
  }
}

/**
 * One address for the pages, whichever server is behind it: a released port could be reused by
 * another program.
 */
async function openAddress() {
  let port: number | null = null;
  const door = createServer((socket) => {
    socket.on('error', () => undefined);
    if (port === null) return void socket.destroy();
    const server = connect(port, '127.0.0.1');
    server.on('error', () => socket.destroy());
    server.on('close', () => socket.destroy());
    socket.on('close', () => server.destroy());
    socket.pipe(server).pipe(socket);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void door.close());
  return {
    origin: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    leadTo: (next: number | null) => void (port = next),
  };
}

async function start(dataDir: string): Promise<{ readonly run: ServerRun; readonly port: number }> {
  const port = await findFreePort();
  const run = new ServerRun({ port, dataDir, historyDir: null });
  onTestFinished(() => run.signal('SIGKILL'));
  await run.ready(`http://127.0.0.1:${port}`);
  return { run, port };
}

it(
  `${PAGES} pages of ${USERS} users reconnect after a server restart, and each gets its desk again`,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-pages-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const address = await openAddress();
    const pages = openPages(dataDir, address.origin);
    onTestFinished(() => pages.forEach(({ link }) => link.close()));
    const first = await start(dataDir);
    address.leadTo(first.port);
    await connectPages(pages);
    for (const page of pages) page.advance(3_000);
    expect(pages.filter((page) => !isInPhase('live')(page) || !page.state?.desk)).toEqual([]);

    first.run.signal('SIGTERM');
    expect(await first.run.ended).toMatchObject({ code: 0 });
    address.leadTo(null);
    await untilAll(pages, isInPhase('polling'));
    // Each tries once while the server is down, and keeps what it showed.
    for (const page of pages) page.advance(30_000);
    expect(pages.map(({ attemptsMs }) => attemptsMs.length)).toEqual(pages.map(() => 2));
    await untilAll(pages, ({ losses }) => losses === 2);
    address.leadTo((await start(dataDir)).port);
    expect(pages.filter((page) => !isInPhase('polling')(page) || !page.state?.desk)).toEqual([]);

    const reconnectedMs = performance.now();
    await passMinute(pages);
    await untilAll(pages, (page) => isInPhase('live')(page) && page.desksReceived > 0);
    const welcomedMs = pages.map((page) => page.welcomedMs);
    const peaks = [1, 2].map((retry) =>
      countPeak(pages.map(({ attemptsMs }) => attemptsMs[retry] ?? Infinity)),
    );
    console.log(
      `${PAGES} pages reconnect: at most ${peaks.join(' and ')} a second at their first and second retry by their own clocks (goal 200); in this test the server accepts up to ${countPeak(welcomedMs)} in a second and the last after ${((Math.max(...welcomedMs) - reconnectedMs) / 1_000).toFixed(1)} s`,
    );
    expect(Math.max(...peaks)).toBeLessThanOrEqual(Math.max(PAGES / 5, 50));
    for (const page of pages) page.advance(3_000);
    expect(
      pages.filter(
        ({ attemptsMs, state }) => attemptsMs.length !== 3 || state?.reloads !== 1 || !state.desk,
      ),
    ).toEqual([]);
  },
  chooseFullSize(180_000, 1_800_000),
);
