// Opens the desk at the first request or before, and creates the first user of a new database.
import { createSettingsError, getEnv } from '../platform/env.server';
import { getLog } from '../platform/log.server';
import { createMarketSource } from '../feeds/market-source.server';
import { createUser, hasUsers } from '../../models/account/user.server';
import { hashPassword, generatePassphrase, getDecoyHash } from '../auth/password.server';
import { findPassphraseFault } from '../auth/passphrase-rule.server';
import type { Terminal } from '../../models/desk/terminal';
import { type TerminalOptions, openTerminal } from './terminal.server';

export type StartedDesk = Terminal;

const KEY = Symbol.for('frontmonth');

/** The single desk of this process, shared by all module graphs. */
const holder = globalThis as { [KEY]?: Promise<Terminal> };

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
  const fault =
    FRONTMONTH_PASSWORD === undefined
      ? null
      : await findPassphraseFault(FRONTMONTH_PASSWORD, FRONTMONTH_USER);
  if (fault !== null) throw createSettingsError([`FRONTMONTH_PASSWORD: ${fault}`]);
  const passphrase = FRONTMONTH_PASSWORD ?? generatePassphrase();
  const passwordHash = await hashPassword(passphrase);
  createUser(desk.db, FRONTMONTH_USER, passwordHash, Date.now());
  announceFirstUser(FRONTMONTH_USER, FRONTMONTH_PASSWORD === undefined ? passphrase : null);
}

async function openDesk(): Promise<StartedDesk> {
  getEnv();
  const desk = openTerminal(buildTerminalOptions());
  try {
    await getDecoyHash();
    await ensureFirstUser(desk);
  } catch (error) {
    // The next caller opens the data directory again, which one desk holds at a time.
    await desk.close().catch((fault: unknown) => {
      getLog().error({ err: fault }, 'closing the desk after a failed start failed');
    });
    throw error;
  }
  // remix-serve only stops listening: shut down when the event loop is empty.
  process.once('beforeExit', () => void shutDown());
  return desk;
}

/** The single desk of this process, opened if needed. The next caller retries a failed start. */
export function startUp(): Promise<StartedDesk> {
  holder[KEY] ??= openDesk().catch((error: unknown) => {
    delete holder[KEY];
    throw error;
  });
  return holder[KEY];
}

/** Makes an open terminal the desk of this process; the returned function ends this. */
export function provideTerminal(terminal: Terminal): () => void {
  holder[KEY] = Promise.resolve(terminal);
  return () => void delete holder[KEY];
}

export async function shutDown(): Promise<void> {
  const desk = await holder[KEY];
  try {
    await desk?.close();
  } finally {
    // Only now: the data directory belongs to one desk at a time.
    delete holder[KEY];
  }
}
