// Opens the desk at the first request or before, and creates the first user of a new database.
import { createSettingsError, getEnv } from '../platform/env.server';
import { getLog } from '../platform/log.server';
import { getTraces, startTraces, stopTraces } from '../platform/traces.server';
import { createMarketSource } from '../feeds/market-source.server';
import { ReplayedClockError, fetchReplayedClock } from '../feeds/public/replayed-clock.server';
import { type User, createUser, hasUsers } from '../../models/account/user.server';
import {
  type Placement,
  createFirstPlacedUser,
  placeAllUsers,
} from '../../models/desks/placement.server';
import { usePlacement } from '../desks/placement.server';
import { hashPassword, generatePassphrase, getDecoyHash } from '../auth/password.server';
import { findPassphraseFault } from '../auth/passphrase-rule.server';
import type { Terminal } from '../../models/desk/terminal';
import { CLOCK_STEP_MS } from '../../trading/clock-watch';
import { formatIsoTime } from '../../trading/domain/format';
import type { MarketSource } from '../../trading/engine/market-source';
import { createCommandTraces } from './command-traces.server';
import type { ClockSource } from './desk-clock.server';
import { type TerminalOptions, openTerminal } from './terminal.server';

export type StartedDesk = Terminal;

const KEY = Symbol.for('frontmonth');

/** The single desk of this process, shared by all module graphs. */
const holder = globalThis as { [KEY]?: Promise<Terminal> };

async function buildTerminalOptions(): Promise<TerminalOptions> {
  const settings = getEnv();
  const { ANALYTICS, DATA_DIR, LIVE_TRADING, MARKET_TIME_ZONE } = settings;
  const clockSource = await findReplayedClock(settings);
  const source = await createMarketSource(settings);
  const traces = getTraces();
  return {
    ...(clockSource === null
      ? { source }
      : { clockSource, source: checkLogEnd(source, clockSource, DATA_DIR) }),
    dataDir: DATA_DIR,
    ...(traces ? { observer: createCommandTraces(traces, clockSource?.monotonicMs) } : {}),
    timeZone: MARKET_TIME_ZONE,
    isLiveTradingOn: LIVE_TRADING === 'on',
    auditsInBackground: true,
    shouldWarmUp: ANALYTICS === 'on',
    hasSignals: ANALYTICS === 'on',
    hasRisk: ANALYTICS === 'on',
  };
}

/** Clock of a replay at FEED_ENDPOINT; null for the clock of the machine. Throws SettingsError. */
async function findReplayedClock({
  FEED,
  FEED_ENDPOINT,
}: ReturnType<typeof getEnv>): Promise<ClockSource | null> {
  if (FEED !== 'public' || FEED_ENDPOINT === undefined) return null;
  try {
    const clock = await fetchReplayedClock(FEED_ENDPOINT);
    if (clock !== null)
      getLog().info(
        { replayed: formatIsoTime(clock.startMs), speed: clock.speed },
        'the server runs on replayed time',
      );
    return clock;
  } catch (error) {
    if (!(error instanceof ReplayedClockError)) throw error;
    throw createSettingsError([`FEED_ENDPOINT: ${error.message}`]);
  }
}

/**
 * Throws SettingsError at the start of the source, before any request, where the log ends
 * after the replayed moment: time would wait there, and answers of the past would be stored in it.
 */
const checkLogEnd = (
  source: MarketSource,
  { wallMs }: ClockSource,
  dataDir: string,
): MarketSource => ({
  ...source,
  start(desk) {
    const [logMs, replayedMs] = [desk.clock.nowMs(), wallMs()];
    if (logMs - replayedMs > CLOCK_STEP_MS)
      throw createSettingsError([
        `DATA_DIR: the log in ${dataDir} ends at ${formatIsoTime(logMs)}, after the replayed moment ${formatIsoTime(replayedMs)}, and time cannot go back. Set DATA_DIR to a new folder`,
      ]);
    return source.start(desk);
  },
});

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

/** Of many servers only the first one has a first user. */
async function ensureFirstUser(desk: Terminal, placement: Placement | null): Promise<void> {
  if (hasUsers(desk.db)) return;
  const { FRONTMONTH_USER, FRONTMONTH_PASSWORD } = getEnv();
  const fault =
    FRONTMONTH_PASSWORD === undefined
      ? null
      : await findPassphraseFault(FRONTMONTH_PASSWORD, FRONTMONTH_USER);
  if (fault !== null) throw createSettingsError([`FRONTMONTH_PASSWORD: ${fault}`]);
  const passphrase = FRONTMONTH_PASSWORD ?? generatePassphrase();
  const passwordHash = await hashPassword(passphrase);
  const create = (): User =>
    createUser(desk.db, FRONTMONTH_USER, passwordHash, Date.now(), 'operator');
  const user = placement ? createFirstPlacedUser(placement, desk.db, create) : create();
  if (user === null) return;
  announceFirstUser(FRONTMONTH_USER, FRONTMONTH_PASSWORD === undefined ? passphrase : null);
}

async function openDesk(): Promise<StartedDesk> {
  getEnv();
  await startTraces();
  const desk = openTerminal(await buildTerminalOptions());
  try {
    await getDecoyHash();
    await usePlacement(async (placement) => {
      if (placement) placeAllUsers(placement, desk.db);
      await ensureFirstUser(desk, placement);
    });
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
    await stopTraces();
  } finally {
    // Only now: the data directory belongs to one desk at a time.
    delete holder[KEY];
  }
}
