// How long exits take while readers are hostile, and how soon the owner signs in while others
// guess.
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { BENCH_USER, type Served, serveDesk, signInAndRun } from './pages/served';
import { type Table, parseWhole } from './table';

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
  /** Tries that were refused, and the slowest that was granted. */
  readonly refusedKnown: number;
  readonly slowestKnownMs: number;
  readonly refusedNew: number;
  readonly slowestNewMs: number;
}

export interface WayOutSpeed {
  readonly exits: readonly ExitSpeed[];
  readonly signIns: readonly SignInSpeed[];
}

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Answered {
  readonly status: number;
  readonly ms: number;
  readonly cookies: readonly string[];
}

const READERS = 100;
const LEAST_BETWEEN_MS = 20;
const PROXY = { TRUSTED_PROXIES: '127.0.0.1' } as const;

const waitFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function send(
  { origin }: Served,
  { method, path, headers, body }: Asked,
  agent: Agent,
): Promise<Answered> {
  const sinceMs = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(`${origin}${path}`, { method, headers, agent }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          ms: performance.now() - sinceMs,
          cookies: response.headers['set-cookie'] ?? [],
        }),
      );
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const JSON_TYPE = { 'Content-Type': 'application/json' } as const;
const FORM_TYPE = {
  'Content-Type': 'application/x-www-form-urlencoded',
  'Sec-Fetch-Site': 'same-origin',
} as const;

const EXITS: readonly (readonly [string, Omit<Asked, 'method'>])[] = [
  ['STOP, a call', { path: '/api/auto-trading/stop', headers: JSON_TYPE, body: '{}' }],
  ['STOP, a form', { path: '/', headers: FORM_TYPE, body: 'intent=stop&commodity=corn' }],
  [
    'CLOSE, a call',
    { path: '/api/auto-trading/close-positions', headers: JSON_TYPE, body: '{"commodity":"corn"}' },
  ],
  ['EMERGENCY STOP, a form', { path: '/emergency-stop', headers: FORM_TYPE, body: 'from=%2F' }],
];

async function measureExits(
  desk: Served,
  cookie: string,
  plan: { readonly times: number; readonly readers: number },
): Promise<ExitSpeed[]> {
  const hostile = new Agent({ keepAlive: true, maxSockets: READERS });
  const own = new Agent({ keepAlive: true });
  let isOver = false;
  const readers = Array.from({ length: plan.readers }, async () => {
    while (!isOver)
      await send(
        desk,
        { method: 'GET', path: '/model-card', headers: { Cookie: cookie }, body: '' },
        hostile,
      );
  });
  const speeds: ExitSpeed[] = [];
  for (const [name, exit] of EXITS) {
    const took: number[] = [];
    for (let nth = 0; nth < plan.times; nth += 1) {
      took.push(
        (
          await send(
            desk,
            { ...exit, method: 'POST', headers: { ...exit.headers, Cookie: cookie } },
            own,
          )
        ).ms,
      );
      await waitFor(LEAST_BETWEEN_MS);
    }
    took.sort((a, b) => a - b);
    speeds.push({
      name,
      readers: plan.readers,
      p50Ms: quantile(took, 0.5),
      p99Ms: quantile(took, 0.99),
    });
  }
  isOver = true;
  await Promise.all(readers);
  hostile.destroy();
  own.destroy();
  return speeds;
}

const sendSignIn = (password: string, headers: Readonly<Record<string, string>>): Asked => ({
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
  desk: Served,
  tries: number,
  guessesPerSecond: number,
): Promise<SignInSpeed[]> {
  const agent = new Agent({ keepAlive: true });
  const rows: SignInSpeed[] = [];
  for (const [from, addressOf] of ORIGINS) {
    const first = await send(
      desk,
      sendSignIn(BENCH_USER.password, { 'X-Forwarded-For': '192.0.2.1' }),
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
          send(desk, sendSignIn('a-wrong-guess', { 'X-Forwarded-For': addressOf(nth++) }), agent),
        ),
      1000 / guessesPerSecond,
    );
    const known: Answered[] = [];
    const fresh: Answered[] = [];
    for (let sign = 0; sign < tries; sign += 1) {
      await waitFor(500);
      known.push(
        await send(
          desk,
          sendSignIn(BENCH_USER.password, { Cookie: device, 'X-Forwarded-For': '192.0.2.1' }),
          agent,
        ),
      );
      fresh.push(
        await send(
          desk,
          sendSignIn(BENCH_USER.password, { 'X-Forwarded-For': '192.0.2.1' }),
          agent,
        ),
      );
    }
    clearInterval(timer);
    await Promise.all(guesses);
    const refused = (answers: readonly Answered[]): number =>
      answers.filter(({ status }) => status !== 200).length;
    const slowest = (answers: readonly Answered[]): number =>
      Math.max(0, ...answers.filter(({ status }) => status === 200).map(({ ms }) => ms));
    rows.push({
      guessesPerSecond,
      from,
      tries,
      refusedKnown: refused(known),
      slowestKnownMs: slowest(known),
      refusedNew: refused(fresh),
      slowestNewMs: slowest(fresh),
    });
  }
  agent.destroy();
  return rows;
}

/**
 * Serves a desk of its own in `folder`; `exitTimes` presses of each exit, `signInTries` sign-ins in
 * each attack.
 */
export async function measureWayOut(
  folder: string,
  exitTimes: number,
  signInTries: number,
): Promise<WayOutSpeed> {
  const desk = await serveDesk('own', join(folder, 'way-out'), PROXY);
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

export const wayOutTables = ({ exits, signIns }: WayOutSpeed): Table[] => [
  {
    title: 'Exits under hostile readers',
    head: ['exit', 'readers', 'median', '99 of 100'],
    note: `STOP, CLOSE and EMERGENCY STOP without readers and with ${READERS} who ask for the model card without a pause. Readers and server share this machine. Goal: 100 ms for 99 of 100.`,
    rows: exits.map((row) => [
      row.name,
      parseWhole(row.readers),
      `${row.p50Ms.toFixed(1)} ms`,
      `${row.p99Ms.toFixed(1)} ms`,
    ]),
  },
  {
    title: 'Sign-in of the owner under password guessing',
    head: [
      'guesses a second',
      'from',
      'tries each',
      'refused, known device',
      'slowest',
      'refused, new device',
      'slowest',
    ],
    note: 'The right passphrase, with a device cookie and without one, from an address of its own.',
    rows: signIns.map((row) => [
      parseWhole(row.guessesPerSecond),
      row.from,
      parseWhole(row.tries),
      parseWhole(row.refusedKnown),
      `${parseWhole(row.slowestKnownMs)} ms`,
      parseWhole(row.refusedNew),
      `${parseWhole(row.slowestNewMs)} ms`,
    ]),
  },
];
