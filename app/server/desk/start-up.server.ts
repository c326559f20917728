// Opens the desk for the first request or before it, and makes the first user of a new database.
import { env } from '../platform/env.server';
import { createMarketSource } from '../feeds/market-source.server';
import { createUser, hasUsers } from '../../models/account/user.server';
import { hashPassword, makePassphrase, prepareDecoy } from '../auth/password.server';
import type { Terminal } from '../../models/desk/terminal';
import { type TerminalOptions, openTerminal } from './terminal.server';

export type StartedDesk = Terminal;

const KEY = Symbol.for('frontmonth');

/** The one desk of this process, whatever module graph asks for it. */
function getTerminal(): Terminal {
  const shared = globalThis as { [KEY]?: Terminal };
  shared[KEY] ??= openTerminal(terminalOptions());
  return shared[KEY];
}

function terminalOptions(): TerminalOptions {
  const settings = env();
  const { ANALYTICS, DATA_DIR, LIVE_TRADING, MARKET_TIME_ZONE } = settings;
  return {
    source: createMarketSource(settings),
    dataDir: DATA_DIR,
    timeZone: MARKET_TIME_ZONE,
    isLiveTradingOn: LIVE_TRADING === 'on',
    auditsBehind: true,
    warmsUp: ANALYTICS === 'on',
    speaks: ANALYTICS === 'on',
    readsRisk: ANALYTICS === 'on',
  };
}

/** What a person has to know to sign in, printed once and kept nowhere. */
function announceFirstUser(username: string, passphrase: string | null): void {
  const secret =
    passphrase === null
      ? 'the password set in FRONTMONTH_PASSWORD'
      : `the passphrase ${passphrase}`;
  const once =
    passphrase === null
      ? ''
      : '\nIt is shown this once and stored nowhere. `npm run user -- reset NAME` makes a new one.';
  process.stdout.write(`\nFirst user created. Sign in as ${username} with ${secret}${once}\n\n`);
}

async function ensureFirstUser(desk: Terminal): Promise<void> {
  if (hasUsers(desk.db)) return;
  const { FRONTMONTH_USER, FRONTMONTH_PASSWORD } = env();
  const passphrase = FRONTMONTH_PASSWORD ?? makePassphrase();
  const passwordHash = await hashPassword(passphrase);
  createUser(desk.db, FRONTMONTH_USER, passwordHash, Date.now());
  announceFirstUser(FRONTMONTH_USER, FRONTMONTH_PASSWORD === undefined ? passphrase : null);
}

async function open(): Promise<StartedDesk> {
  env();
  const desk = getTerminal();
  await prepareDecoy();
  await ensureFirstUser(desk);
  // The stock server knows no more than to stop listening: what is left to do then is done when
  // nothing else is.
  process.once('beforeExit', () => void shutDown());
  return desk;
}

let started: Promise<StartedDesk> | null = null;

/**
 * The one desk of this process, opened when absent. A failed opening is tried again by the next
 * caller.
 */
export function startUp(): Promise<StartedDesk> {
  started ??= open().catch((error: unknown) => {
    started = null;
    throw error;
  });
  return started;
}

export async function shutDown(): Promise<void> {
  const desk = await started;
  started = null;
  delete (globalThis as { [KEY]?: Terminal })[KEY];
  await desk?.close();
}
