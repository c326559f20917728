// kill -9 of a trading desk, ninety times, at moments of chance and inside transactions: nothing
// acknowledged is lost, nothing doubled.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  type BuiltProgram,
  type Ending,
  Marksman,
  TradingRun,
  buildProgram,
} from '../support/killer';
import type { CommandEnvelope } from '../../app/trading/domain/command';
import { booksCounts, booksFaults } from '../support/killer-checks';
import { Traders, USERS, seededDice } from '../support/killer-traders';

import type { Said } from '../support/trading-process';
import { MINUTE_MS } from '../../app/trading/domain/time';

/**
 * Fewer may be asked for while something is being mended; the other ten of a hundred are those of
 * the whole server.
 */
const KILLS = Number(process.env['KILLS'] ?? 90);
/** Kills of one data directory, one after the other; then a fresh one begins. */
const KILLS_PER_DESK = Math.min(18, KILLS);
const ACKNOWLEDGED_PER_KILL_MIN = 20;
const INSIDE_MIN = 10;
/**
 * Commands on their way at once, at most; each life draws its own number, so that transactions are
 * small and large.
 */
const WINDOW_MAX = 12;
const BARS_PER_SECOND = 600;
const WARM_UP_MINUTES = 30;

const seed = Number(process.env['KILL_SEED'] ?? 20_261_121);
const roll = seededDice(seed);
let program: BuiltProgram;
let marksman: Marksman;

beforeAll(async () => {
  program = await buildProgram('trading-process');
  marksman = new Marksman();
});

afterAll(async () => {
  await marksman.close();
  program.remove();
});

interface Life {
  readonly ending: Ending;
  readonly acknowledged: number;
  /** What the process said when it stood up; null when it was killed before. */
  readonly ready: Extract<Said, { said: 'ready' }> | null;
}

type Moment =
  | { readonly kind: 'at start'; readonly afterMs: number }
  | {
      readonly kind: 'by chance' | 'inside';
      readonly acknowledged: number;
      readonly delayUs: number;
    };

function chooseMoment(): Moment {
  const at = roll();
  if (at < 0.06) return { kind: 'at start', afterMs: roll() * 250 };
  return {
    kind: at < 0.5 ? 'inside' : 'by chance',
    acknowledged: 10 + Math.floor(roll() * 50),
    delayUs: roll() * 400,
  };
}

/** Starts the desk, lets the users trade and kills it at the moment chosen. */
async function live(dataDir: string, traders: Traders, moment: Moment): Promise<Life> {
  let ready: Life['ready'] = null;
  let acknowledged = 0;
  let flying = 0;
  const window = 1 + Math.floor(roll() * WINDOW_MAX);
  const send = (run: TradingRun, envelope: CommandEnvelope): void => {
    flying += 1;
    run.send(envelope);
  };
  const sendMore = (run: TradingRun): void => {
    while (flying < window)
      send(run, traders.next(USERS[Math.floor(roll() * USERS.length)] ?? 'ann'));
  };
  const strike = (run: TradingRun): void => {
    if (moment.kind === 'inside') run.killInside(moment.delayUs);
    if (moment.kind === 'by chance') setTimeout(() => run.kill(), moment.delayUs / 50);
  };
  const onSaid = (said: Said): void => {
    if (said.said === 'ready') {
      ready = said;
      for (const envelope of traders.askAgain()) send(run, envelope);
      return sendMore(run);
    }
    if (said.said !== 'answer') return;
    flying -= 1;
    acknowledged += traders.hear(said) ? 1 : 0;
    if (moment.kind !== 'at start' && acknowledged === moment.acknowledged) strike(run);
    sendMore(run);
  };
  const fromMs = traders.nowMs - WARM_UP_MINUTES * MINUTE_MS;
  const run: TradingRun = new TradingRun(
    {
      program: program.file,
      dataDir,
      seed: String(seed),
      fromMs,
      barsPerSecond: BARS_PER_SECOND,
      onSaid,
    },
    marksman,
  );
  if (moment.kind === 'at start') setTimeout(() => run.kill(), moment.afterMs);
  return { ending: await run.ended, acknowledged, ready };
}

test(`${KILLS} kills of the trading process lose nothing and double nothing`, async () => {
  const totals = {
    kills: 0,
    acknowledged: 0,
    inside: 0,
    transactions: 0,
    repeats: 0,
    atStart: 0,
    records: 0,
    fills: 0,
    resets: 0,
  };
  for (let desk = 0; desk < KILLS / KILLS_PER_DESK; desk += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-kills-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const traders = new Traders(roll);
    for (let kill = 0; kill < KILLS_PER_DESK; kill += 1) {
      const moment = chooseMoment();
      const { ending, acknowledged, ready } = await live(dataDir, traders, moment);
      const where = `seed ${seed}, desk ${desk}, kill ${kill} ${moment.kind}`;
      expect(ending, `${where}: ${ending.errors}`).toMatchObject({ code: null, signal: 'SIGKILL' });
      if (ready) expect(ready, where).toMatchObject({ trading: 'ACTIVE', differences: [] });
      const faults = booksFaults(dataDir, traders);
      expect(faults, `${where}: ${faults.join('; ')}`).toEqual([]);
      totals.kills += 1;
      totals.acknowledged += acknowledged;
      totals.inside += ending.wasInside ? 1 : 0;
      totals.transactions += ending.begun;
      totals.atStart += ready ? 0 : 1;
    }
    const { records, fills, resets } = booksCounts(dataDir);
    totals.repeats += traders.repeats;
    totals.records += records;
    totals.fills += fills;
    totals.resets += resets;
  }
  const perKill = totals.acknowledged / totals.kills;
  console.info(
    `seed ${seed}: ${totals.kills} kills, ${perKill.toFixed(1)} acknowledged commands per kill, ${totals.inside} kills inside a transaction, ${totals.atStart} while starting; ` +
      `${totals.transactions} transactions, ${totals.repeats} repeats answered as the first time; ${totals.records} records, ${totals.fills} fills, ${totals.resets} resets`,
  );
  expect(perKill).toBeGreaterThanOrEqual(ACKNOWLEDGED_PER_KILL_MIN);
  expect(totals.inside).toBeGreaterThanOrEqual(Math.min(INSIDE_MIN, KILLS / 9));
});
