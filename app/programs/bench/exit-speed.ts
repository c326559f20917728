// Latency of exits under hostile readers, and of the owner's sign-in during password guessing.
import { Agent } from 'node:http';
import { join } from 'node:path';
import type { ServerProcess } from '../servers/launch-server';
import { BENCH_USER, startTerminal, signInAndRun } from './pages/server-process';
import { type Table, formatInteger } from './table';
import { type HttpRequest, type HttpResult, getQuantile, sendTimedRequest } from './timed-request';

export interface ExitSpeed {
  readonly name: string;
  readonly readers: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface SignInSpeed {
  readonly guessesPerSecond: number;
  readonly from: string;
  readonly tries: number;
  /** Rejected sign-ins, and the slowest accepted one, on a known and on a new device. */
  readonly refusedKnown: number;
  readonly slowestKnownMs: number;
  readonly refusedNew: number;
  readonly slowestNewMs: number;
}

export interface WayOutSpeed {
  readonly exits: readonly ExitSpeed[];
  readonly signIns: readonly SignInSpeed[];
}

const READERS = 100;
const PAUSE_MS = 20;
const PROXY = { TRUSTED_PROXIES: '127.0.0.1' } as const;

const waitFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const JSON_TYPE = { 'Content-Type': 'application/json' } as const;
const FORM_TYPE = {
  'Content-Type': 'application/x-www-form-urlencoded',
  'Sec-Fetch-Site': 'same-origin',
} as const;

const EXITS: readonly (readonly [string, Omit<HttpRequest, 'method'>])[] = [
  ['STOP, API call', { path: '/api/auto-trading/stop', headers: JSON_TYPE, body: '{}' }],
  ['STOP, form', { path: '/', headers: FORM_TYPE, body: 'intent=stop&commodity=corn' }],
  [
    'CLOSE, API call',
    { path: '/api/auto-trading/close-positions', headers: JSON_TYPE, body: '{"commodity":"corn"}' },
  ],
  ['EMERGENCY STOP, form', { path: '/emergency-stop', headers: FORM_TYPE, body: 'from=%2F' }],
];

async function measureExits(
  desk: ServerProcess,
  cookie: string,
  plan: { readonly times: number; readonly readers: number },
): Promise<ExitSpeed[]> {
  const readerAgent = new Agent({ keepAlive: true, maxSockets: READERS });
  const ownerAgent = new Agent({ keepAlive: true });
  let isDone = false;
  const readers = Array.from({ length: plan.readers }, async () => {
    while (!isDone)
      await sendTimedRequest(
        desk,
        { method: 'GET', path: '/model-card', headers: { Cookie: cookie }, body: '' },
        readerAgent,
      );
  });
  const speeds: ExitSpeed[] = [];
  for (const [name, exit] of EXITS) {
    const durationsMs: number[] = [];
    for (let nth = 0; nth < plan.times; nth += 1) {
      durationsMs.push(
        (
          await sendTimedRequest(
            desk,
            { ...exit, method: 'POST', headers: { ...exit.headers, Cookie: cookie } },
            ownerAgent,
          )
        ).ms,
      );
      await waitFor(PAUSE_MS);
    }
    durationsMs.sort((a, b) => a - b);
    speeds.push({
      name,
      readers: plan.readers,
      p50Ms: getQuantile(durationsMs, 0.5),
      p99Ms: getQuantile(durationsMs, 0.99),
    });
  }
  isDone = true;
  await Promise.all(readers);
  readerAgent.destroy();
  ownerAgent.destroy();
  return speeds;
}

const buildSignIn = (password: string, headers: Readonly<Record<string, string>>): HttpRequest => ({
  method: 'POST',
  path: '/api/auth/login',
  headers: { ...JSON_TYPE, ...headers },
  body: JSON.stringify({ username: BENCH_USER.username, password }),
});

const ORIGINS: readonly (readonly [string, (nth: number) => string])[] = [
  ['one address', () => '203.0.113.9'],
  ['500 networks', (nth) => `10.${nth % 250}.${Math.floor(nth / 250) % 2}.7`],
];

async function measureSignIns(
  desk: ServerProcess,
  tries: number,
  guessesPerSecond: number,
): Promise<SignInSpeed[]> {
  const agent = new Agent({ keepAlive: true });
  const speeds: SignInSpeed[] = [];
  for (const [from, getAddress] of ORIGINS) {
    const first = await sendTimedRequest(
      desk,
      buildSignIn(BENCH_USER.password, { 'X-Forwarded-For': '192.0.2.1' }),
      agent,
    );
    const device =
      first.cookies
        .map((line) => line.split(';')[0] ?? '')
        .find((pair) => pair.includes('-device=')) ?? '';
    let nth = 0;
    const guesses: Promise<unknown>[] = [];
    const timer = setInterval(
      () =>
        guesses.push(
          sendTimedRequest(
            desk,
            buildSignIn('a-wrong-guess', { 'X-Forwarded-For': getAddress(nth++) }),
            agent,
          ),
        ),
      1000 / guessesPerSecond,
    );
    const knownDevice: HttpResult[] = [];
    const newDevice: HttpResult[] = [];
    for (let sign = 0; sign < tries; sign += 1) {
      await waitFor(500);
      knownDevice.push(
        await sendTimedRequest(
          desk,
          buildSignIn(BENCH_USER.password, { Cookie: device, 'X-Forwarded-For': '192.0.2.1' }),
          agent,
        ),
      );
      newDevice.push(
        await sendTimedRequest(
          desk,
          buildSignIn(BENCH_USER.password, { 'X-Forwarded-For': '192.0.2.1' }),
          agent,
        ),
      );
    }
    clearInterval(timer);
    await Promise.all(guesses);
    const countRejected = (answers: readonly HttpResult[]): number =>
      answers.filter(({ status }) => status !== 200).length;
    const getSlowestMs = (answers: readonly HttpResult[]): number =>
      Math.max(0, ...answers.filter(({ status }) => status === 200).map(({ ms }) => ms));
    speeds.push({
      guessesPerSecond,
      from,
      tries,
      refusedKnown: countRejected(knownDevice),
      slowestKnownMs: getSlowestMs(knownDevice),
      refusedNew: countRejected(newDevice),
      slowestNewMs: getSlowestMs(newDevice),
    });
  }
  agent.destroy();
  return speeds;
}

/**
 * Starts a server in `folder`; sends `exitTimes` requests per exit and `signInTries` sign-ins per
 * attack.
 */
export async function measureWayOut(
  folder: string,
  exitTimes: number,
  signInTries: number,
): Promise<WayOutSpeed> {
  const desk = await startTerminal('own', join(folder, 'way-out'), PROXY);
  try {
    const cookie = await signInAndRun(desk);
    const exits: ExitSpeed[] = [];
    for (const readers of [0, READERS])
      exits.push(...(await measureExits(desk, cookie, { times: exitTimes, readers })));
    const signIns: SignInSpeed[] = [];
    for (const guessesPerSecond of [2, 20])
      signIns.push(...(await measureSignIns(desk, signInTries, guessesPerSecond)));
    return { exits, signIns };
  } finally {
    await desk.stop();
  }
}

export const buildExitTables = ({ exits, signIns }: WayOutSpeed): Table[] => [
  {
    title: 'Exits under hostile readers',
    head: ['exit', 'readers', 'median', '99th percentile'],
    note: `STOP, CLOSE and EMERGENCY STOP without readers, and with ${READERS} readers that request the model card continuously. Readers and server share this machine. Goal: 99th percentile of 100 ms.`,
    rows: exits.map((row) => [
      row.name,
      formatInteger(row.readers),
      `${row.p50Ms.toFixed(1)} ms`,
      `${row.p99Ms.toFixed(1)} ms`,
    ]),
  },
  {
    title: 'Owner sign-in during password guessing',
    head: [
      'guesses per second',
      'from',
      'attempts each',
      'rejected, known device',
      'slowest',
      'rejected, new device',
      'slowest',
    ],
    note: 'The correct passphrase, with and without a device cookie, from a separate address.',
    rows: signIns.map((row) => [
      formatInteger(row.guessesPerSecond),
      row.from,
      formatInteger(row.tries),
      formatInteger(row.refusedKnown),
      `${formatInteger(row.slowestKnownMs)} ms`,
      formatInteger(row.refusedNew),
      `${formatInteger(row.slowestNewMs)} ms`,
    ]),
  },
];
