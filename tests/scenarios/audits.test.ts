// The background audit crashes, is killed or finds a planted difference, in random order; only a
// difference halts trading.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { classifyHalt, listAlerts } from '../../app/models/desk/halts.server';
import { listReadinessFaults } from '../../app/models/desk/health.server';
import { auditFile, findAuditFault } from '../../app/programs/books/audit-file';
import { PROJECT_ROOT } from '../../app/server/platform/project.server';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { createHistorySource } from '../../app/server/feeds/history-source.server';
import type { Command } from '../../app/trading/domain/command';
import { toMills } from '../../app/trading/domain/units';
import { SYSTEM_USER } from '../../app/trading/engine/config';
import { prepareDatabasePath } from '../../db/client.server';
import { PACED_MARKET, createPacedFeed } from '../support/paced-feed';
import { createManualOrder } from '../support/reference-orders';
import { SCENARIO_SEED, createRunRandom, getScenarioRunCount } from '../support/scenario-runs';

const PROGRAM = join(PROJECT_ROOT, 'build', 'programs', 'audit.js');
const PATIENCE = { timeout: 120_000, interval: 20 };
const STEPS = 4;
const RUNS = getScenarioRunCount(1);
const root = mkdtempSync(join(tmpdir(), 'frontmonth-audits-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The next audit: the real one, or an end without a result. */
const ENDS = {
  real: `await import(${JSON.stringify(PROGRAM)});`,
  crash: "throw new Error('broken');",
  kill: "process.kill(process.pid, 'SIGKILL');",
  silence: '',
} as const;

/** A row without a record, which no later write repairs. */
const TAMPER =
  "INSERT INTO user_desk SELECT 'unknown-user', mode, trading_signals_enabled, price_alerts_enabled, weather_updates_enabled, risk_level, position_size, real_time_data_enabled, refresh_interval FROM user_desk LIMIT 1";
const REPAIR = "DELETE FROM user_desk WHERE user_id = 'unknown-user'";

function open(dataDir: string, auditProgram: string, seed: string): Terminal {
  return openTerminal({
    dataDir,
    auditProgram,
    source: createHistorySource({ feed: createPacedFeed(seed), barsPerSecond: 1 }),
    timeZone: 'America/New_York',
    auditsInBackground: true,
  });
}

async function startTrading(desk: Terminal): Promise<void> {
  const send = (command: Command) => desk.execute({ userId: 'ann', idempotencyKey: null, command });
  await send({
    type: 'OpenBook',
    mode: 'simulation',
    market: PACED_MARKET,
    capitalMills: toMills(25_000_000),
  });
  await expect
    .poll(() => desk.state().markets[PACED_MARKET]?.instruments['NG']?.quote != null, PATIENCE)
    .toBe(true);
  await send(createManualOrder({ lots: 1 }));
}

/** Changes the database file directly. */
function changeRow(desk: Terminal, sql: string): void {
  desk.db.$client.pragma('foreign_keys = OFF');
  desk.db.$client.exec(sql);
  desk.db.$client.pragma('foreign_keys = ON');
}

async function resumeTrading(desk: Terminal): Promise<void> {
  await desk.execute({
    userId: SYSTEM_USER,
    idempotencyKey: null,
    command: { type: 'ResumeTrading', reason: 'the row was removed' },
  });
}

const waitForPhase = (desk: Terminal, phase: string, where: string): Promise<void> =>
  expect.poll(() => desk.status().audit.phase, { ...PATIENCE, message: where }).toBe(phase);

test.each(Array.from({ length: RUNS }, (_, run) => run))(
  'run %i: halts only on a proven difference',
  { timeout: 600_000 },
  async (run) => {
    expect(existsSync(PROGRAM), 'the programs are built').toBe(true);
    const roll = createRunRandom(run);
    const dataDir = join(root, String(run));
    const auditProgram = join(root, `audit-${run}.mjs`);
    writeFileSync(auditProgram, ENDS.real);
    const desk = open(dataDir, auditProgram, String(SCENARIO_SEED + run));
    onTestFinished(() => desk.close());
    await startTrading(desk);
    await waitForPhase(desk, 'passed', 'the audit of the start');
    for (let step = 0; step < STEPS; step += 1) {
      const kinds = ['real', 'crash', 'kill', 'silence', 'difference', 'difference'] as const;
      const kind = kinds[Math.floor(roll() * kinds.length)] ?? 'real';
      const where = `SCENARIO_SEED=${SCENARIO_SEED}, run ${run}, step ${step}: ${kind}`;
      writeFileSync(auditProgram, kind === 'difference' ? ENDS.real : ENDS[kind]);
      if (kind === 'difference') changeRow(desk, TAMPER);
      desk.auditNow();
      await waitForPhase(
        desk,
        kind === 'real' ? 'passed' : kind === 'difference' ? 'failed' : 'could not run',
        where,
      );
      if (kind === 'difference') {
        await expect
          .poll(() => listReadinessFaults(desk.status()), { ...PATIENCE, message: where })
          .toEqual(['halted']);
        expect(classifyHalt(desk.status().trading.reason), where).toBe('audit difference');
        const { outcome } = await desk.execute({
          userId: 'ann',
          idempotencyKey: null,
          // Unique sizes: equal orders within a second count as one.
          command: createManualOrder({ lots: step + 2 }),
        });
        expect(outcome, where).toMatchObject({ ok: false, refusal: { code: 'HALTED' } });
        changeRow(desk, REPAIR);
        await resumeTrading(desk);
        expect(listReadinessFaults(desk.status()), where).toEqual([]);
        await waitForPhase(desk, 'passed', where);
      }
      expect([listReadinessFaults(desk.status()), desk.status().trading.state], where).toEqual([
        [],
        'ACTIVE',
      ]);
      expect(
        listAlerts(desk.status()).map((alert) => alert.kind),
        where,
      ).toEqual(['crash', 'kill', 'silence'].includes(kind) ? ['status'] : []);
    }
    await desk.close();
    expect(
      findAuditFault(auditFile(prepareDatabasePath(dataDir))),
      `SCENARIO_SEED=${SCENARIO_SEED}, run ${run}`,
    ).toBeNull();
  },
);

test('halts again on a resume while the difference remains', { timeout: 300_000 }, async () => {
  const auditProgram = join(root, 'audit-again.mjs');
  writeFileSync(auditProgram, ENDS.real);
  const desk = open(join(root, 'again'), auditProgram, 'again');
  onTestFinished(() => desk.close());
  await startTrading(desk);
  await waitForPhase(desk, 'passed', 'the audit of the start');
  changeRow(desk, TAMPER);
  desk.auditNow();
  await expect.poll(() => desk.status().trading.state, PATIENCE).toBe('HALTED');
  await resumeTrading(desk);
  expect(desk.status().trading.state).toBe('ACTIVE');
  await expect.poll(() => desk.status().trading.state, PATIENCE).toBe('HALTED');
  await desk.close();
});
