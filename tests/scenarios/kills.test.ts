// kill -9 of a trading process at random times and inside transactions: nothing acknowledged is
// lost or doubled.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  type BuiltProgram,
  type Ending,
  MarkWatcher,
  TradingRun,
  buildProgram,
} from '../support/killer';
import type { CommandEnvelope } from '../../app/trading/domain/command';
import { countActivity, listDatabaseFaults } from '../support/killer-checks';
import { Traders, USERS, createSeededRandomFunction } from '../support/killer-traders';

import type { ProcessOutput } from '../support/trading-process';
import { chooseSize, formatSeed } from '../support/run-size';
import { MINUTE_MS } from '../../app/trading/domain/time';

/** Can be reduced during development. 10 more kills are in server-kills. */
const KILLS = Number(process.env['KILLS'] ?? chooseSize(9, 90));
/** Kills per data directory. */
const KILLS_PER_DESK = Math.min(18, KILLS);
const INSIDE_MIN = 10;
/** Maximum concurrent commands; each run draws its own number to vary transaction sizes. */
const WINDOW_MAX = 12;
const BARS_PER_SECOND = 600;
const WARM_UP_MINUTES = 30;

const seed = Number(process.env['KILL_SEED'] ?? 20_261_121);
const SEED_TEXT = formatSeed('KILL_SEED', seed);
/** Moments have their own numbers: how many the traders draw depends on the speed of the machine. */
const rollMoment = createSeededRandomFunction(seed + 1);
const roll = createSeededRandomFunction(seed);
let program: BuiltProgram;
let marksman: MarkWatcher;

beforeAll(async () => {
  program = await buildProgram('trading-process');
  marksman = new MarkWatcher();
});

afterAll(async () => {
  await marksman.close();
  program.remove();
});

interface Life {
  readonly ending: Ending;
  readonly acknowledged: number;
  /** Output of the process at start; null if it was killed before. */
  readonly ready: Extract<ProcessOutput, { type: 'ready' }> | null;
}

type Moment =
  | { readonly kind: 'at start'; readonly afterMs: number }
  | {
      readonly kind: 'by chance' | 'inside';
      readonly acknowledged: number;
      readonly delayUs: number;
    };

function chooseMoment(): Moment {
  const at = rollMoment();
  if (at < 0.06) return { kind: 'at start', afterMs: rollMoment() * 250 };
  return {
    kind: at < 0.5 ? 'inside' : 'by chance',
    acknowledged: 10 + Math.floor(rollMoment() * 50),
    delayUs: rollMoment() * 400,
  };
}

/** Starts the process, lets users trade and kills it at the chosen time. */
async function runLife(dataDir: string, traders: Traders, moment: Moment): Promise<Life> {
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
  const killRun = (run: TradingRun): void => {
    if (moment.kind === 'inside') run.killInside(moment.delayUs);
    if (moment.kind === 'by chance') setTimeout(() => run.kill(), moment.delayUs / 50);
  };
  const onOutput = (output: ProcessOutput): void => {
    if (output.type === 'ready') {
      ready = output;
      for (const envelope of traders.listRepeats()) send(run, envelope);
      return sendMore(run);
    }
    if (output.type !== 'answer') return;
    flying -= 1;
    acknowledged += traders.recordResult(output) ? 1 : 0;
    if (moment.kind !== 'at start' && acknowledged === moment.acknowledged) killRun(run);
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
      onOutput: onOutput,
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
      const { ending, acknowledged, ready } = await runLife(dataDir, traders, moment);
      const where = `${SEED_TEXT}, desk ${desk}, kill ${kill} ${moment.kind}`;
      expect(ending, `${where}: ${ending.errors}`).toMatchObject({ code: null, signal: 'SIGKILL' });
      if (ready) expect(ready, where).toMatchObject({ trading: 'ACTIVE', differences: [] });
      if (moment.kind !== 'at start')
        expect(acknowledged, where).toBeGreaterThanOrEqual(moment.acknowledged);
      const faults = listDatabaseFaults(dataDir, traders);
      expect(faults, `${where}: ${faults.join('; ')}`).toEqual([]);
      totals.kills += 1;
      totals.acknowledged += acknowledged;
      totals.inside += ending.wasInside ? 1 : 0;
      totals.transactions += ending.transactionCount;
      totals.atStart += ready ? 0 : 1;
    }
    const { records, fills, resets } = countActivity(dataDir);
    totals.repeats += traders.repeats;
    totals.records += records;
    totals.fills += fills;
    totals.resets += resets;
  }
  const perKill = totals.acknowledged / totals.kills;
  console.info(
    `${SEED_TEXT}: ${totals.kills} kills, ${perKill.toFixed(1)} acknowledged commands per kill, ${totals.inside} kills inside a transaction, ${totals.atStart} while starting; ` +
      `${totals.transactions} transactions, ${totals.repeats} repeats answered as the first time; ${totals.records} records, ${totals.fills} fills, ${totals.resets} resets`,
  );
  expect(totals.inside).toBeGreaterThanOrEqual(Math.min(INSIDE_MIN, KILLS / 9));
});
