// Opens the desk at the first request or before, and creates the first user of a new database.
import { getEnv } from '../platform/env.server';
import { createMarketSource } from '../feeds/market-source.server';
import { createUser, hasUsers } from '../../models/account/user.server';
import { hashPassword, generatePassphrase, getDecoyHash } from '../auth/password.server';
import type { Terminal } from '../../models/desk/terminal';
import { type TerminalOptions, openTerminal } from './terminal.server';

export type StartedDesk = Terminal;

const KEY = Symbol.for('frontmonth');

/** The single desk of this process, shared by all module graphs. */
function getOrOpenTerminal(): Terminal {
  const holder = globalThis as { [KEY]?: Terminal };
  holder[KEY] ??= openTerminal(buildTerminalOptions());
  return holder[KEY];
}

function buildTerminalOptions(): TerminalOptions {
  const settings = getEnv();
  const { ANALYTICS, DATA_DIR, LIVE_TRADING, MARKET_TIME_ZONE } = settings;
  return {
    source: createMarketSource(settings),
    dataDir: DATA_DIR,
    timeZone: MARKET_TIME_ZONE,
    isLiveTradingOn: LIVE_TRADING === 'on',
    auditsInBackground: true,
    shouldWarmUp: ANALYTICS === 'on',
    hasSignals: ANALYTICS === 'on',
    hasRisk: ANALYTICS === 'on',
  };
}

/** Prints the first sign-in. The passphrase is stored nowhere. */
function announceFirstUser(username: string, passphrase: string | null): void {
  const secret =
    passphrase === null
      ? 'the password set in FRONTMONTH_PASSWORD'
      : `the passphrase ${passphrase}`;
  const notice =
    passphrase === null
      ? ''
      : '\nIt is shown only once. `npm run user -- reset NAME` makes a new one.';
  process.stdout.write(`\nFirst user created. Sign in as ${username} with ${secret}${notice}\n\n`);
}

async function ensureFirstUser(desk: Terminal): Promise<void> {
  if (hasUsers(desk.db)) return;
  const { FRONTMONTH_USER, FRONTMONTH_PASSWORD } = getEnv();
  const passphrase = FRONTMONTH_PASSWORD ?? generatePassphrase();
  const passwordHash = await hashPassword(passphrase);
  createUser(desk.db, FRONTMONTH_USER, passwordHash, Date.now());
  announceFirstUser(FRONTMONTH_USER, FRONTMONTH_PASSWORD === undefined ? passphrase : null);
}

async function openDesk(): Promise<StartedDesk> {
  getEnv();
  const desk = getOrOpenTerminal();
  await getDecoyHash();
  await ensureFirstUser(desk);
  // remix-serve only stops listening: shut down when the event loop is empty.
  process.once('beforeExit', () => void shutDown());
  return desk;
}

let startedDesk: Promise<StartedDesk> | null = null;

/** The single desk of this process, opened if needed. The next caller retries a failed start. */
export function startUp(): Promise<StartedDesk> {
  startedDesk ??= openDesk().catch((error: unknown) => {
    startedDesk = null;
    throw error;
  });
  return startedDesk;
}

export async function shutDown(): Promise<void> {
  const desk = await startedDesk;
  startedDesk = null;
  delete (globalThis as { [KEY]?: Terminal })[KEY];
  await desk?.close();
}
