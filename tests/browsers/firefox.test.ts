// Firefox, with and without script: signing in, and RUN, STOP and CLOSE of a commodity, by mouse and
// keyboard. Deep run only.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { PASSWORD, USERNAME } from '../support/desk-server';
import { COMMODITY, PATIENCE, openWheatDesk } from '../support/wheat-desk';

const PROGRAM = 'firefox-esr';
const ADVICE = `${PROGRAM} is not installed. Install it (Debian: \`apt-get install ${PROGRAM}\`).`;
const START_MS_MAX = 60_000;

interface Reply {
  readonly id?: number;
  readonly type: string;
  readonly result?: unknown;
  readonly message?: string;
}

/** A connection of the protocol WebDriver BiDi, https://www.w3.org/TR/webdriver-bidi/. */
class Driver {
  private lastId = 0;
  private readonly waiting = new Map<number, (reply: Reply) => void>();

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => {
      const reply = JSON.parse((data as Buffer).toString('utf8')) as Reply;
      this.waiting.get(reply.id ?? 0)?.(reply);
      this.waiting.delete(reply.id ?? 0);
    });
  }

  static async connectTo(url: string): Promise<Driver> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    const driver = new Driver(socket);
    await driver.send('session.new', { capabilities: {} });
    return driver;
  }

  async send<Result>(method: string, params: object): Promise<Result> {
    const id = (this.lastId += 1);
    const reply = new Promise<Reply>((resolve) => this.waiting.set(id, resolve));
    this.socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await reply;
    if (type !== 'success') throw new Error(`${method}: ${message}`);
    return result as Result;
  }

  close(): void {
    this.socket.terminate();
  }
}

/** One tab, used with mouse and keyboard. */
class Tab {
  private constructor(
    private readonly driver: Driver,
    private readonly context: string,
  ) {}

  static async open(driver: Driver): Promise<Tab> {
    const { contexts } = await driver.send<{ contexts: { context: string }[] }>(
      'browsingContext.getTree',
      {},
    );
    return new Tab(driver, contexts[0]?.context ?? '');
  }

  goTo(url: string): Promise<unknown> {
    const { context } = this;
    return this.driver.send('browsingContext.navigate', { context, url, wait: 'complete' });
  }

  /** Waits for an element; returns its id. */
  async find(selector: string): Promise<string> {
    const { context } = this;
    const locateNode = async (): Promise<string | undefined> => {
      const { nodes } = await this.driver.send<{ nodes: { sharedId: string }[] }>(
        'browsingContext.locateNodes',
        { context, locator: { type: 'css', value: selector } },
      );
      return nodes[0]?.sharedId;
    };
    let sharedId: string | undefined;
    await expect
      .poll(async () => (sharedId = await locateNode()), { ...PATIENCE, message: selector })
      .toBeDefined();
    return sharedId ?? '';
  }

  async clickElement(selector: string): Promise<void> {
    const sharedId = await this.find(selector);
    await this.performActions({
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId } } },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  typeText(text: string): Promise<void> {
    return this.performActions({
      type: 'key',
      id: 'keyboard',
      actions: [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    });
  }

  private async performActions(source: object): Promise<void> {
    await this.driver.send('input.performActions', { context: this.context, actions: [source] });
  }
}

/** Starts Firefox with a new profile; returns the address of its driver. */
async function startFirefox(hasScript: boolean): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'frontmonth-firefox-'));
  const profile = join(home, 'profile');
  mkdirSync(profile);
  writeFileSync(join(profile, 'user.js'), `user_pref("javascript.enabled", ${hasScript});\n`);
  const child: ChildProcess = spawn(
    PROGRAM,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { env: { ...process.env, HOME: home }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  });
  return new Promise((resolve, reject) => {
    let output = '';
    const limit = setTimeout(() => reject(new Error(`no driver: ${output}`)), START_MS_MAX);
    child.on('error', () => {
      clearTimeout(limit);
      reject(new Error(ADVICE));
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const [, url] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(output) ?? [];
      if (url === undefined) return;
      clearTimeout(limit);
      resolve(url);
    });
  });
}

test.each([
  { name: 'with script', hasScript: true },
  { name: 'without script', hasScript: false },
])('Firefox $name signs in, runs, stops and closes a commodity', async ({ name, hasScript }) => {
  const desk = await openWheatDesk();
  const driver = await Driver.connectTo(`${await startFirefox(hasScript)}/session`);
  onTestFinished(() => driver.close());
  const tab = await Tab.open(driver);
  const startedMs = performance.now();
  await tab.goTo(`${desk.origin}/login`);
  await tab.clickElement('#username');
  await tab.typeText(USERNAME);
  await tab.clickElement('#password');
  await tab.typeText(PASSWORD);
  await tab.clickElement('form[action="/login"] button');
  await tab.find(`#row-${COMMODITY}`);
  const pressButton = async (intent: string): Promise<void> => {
    await tab.goTo(`${desk.origin}/?from=${intent}#row-${COMMODITY}`);
    // Scripts take the page over: then a press is a call, else a form.
    await tab.find(hasScript ? 'html[data-hydrated]' : 'html:not([data-hydrated])');
    await tab.clickElement(`#row-${COMMODITY} button[value="${intent}"]:not([disabled])`);
  };
  await pressButton('run');
  await expect.poll(desk.isActive, PATIENCE).toBe(true);
  await expect.poll(desk.countPositions, PATIENCE).toBe(1);
  await pressButton('stop');
  await expect.poll(desk.isActive, PATIENCE).toBe(false);
  expect(await desk.countPositions(), 'after STOP').toBe(1);
  await pressButton('close');
  await expect.poll(desk.countPositions, PATIENCE).toBe(0);
  expect(await desk.isActive(), 'after CLOSE').toBe(false);
  console.info(
    `Firefox ${name}: sign-in, RUN, STOP and CLOSE in ${Math.round(performance.now() - startedMs)} ms`,
  );
});
