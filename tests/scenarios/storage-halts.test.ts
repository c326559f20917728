// Halts, storage faults, restarts and orders in random order: trading is halted exactly when
// required, and nothing is lost.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { listAlerts } from '../../app/models/desk/halts.server';
import { listReadinessFaults } from '../../app/models/desk/health.server';
import type { StoredJournal } from '../../app/models/log/journal.server';
import { auditFile, findAuditFault } from '../../app/programs/books/audit-file';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { createHistorySource } from '../../app/server/feeds/history-source.server';
import type { Command } from '../../app/trading/domain/command';
import { toMills } from '../../app/trading/domain/units';
import { SYSTEM_USER } from '../../app/trading/engine/config';
import { StorageError } from '../../app/trading/ports';
import { prepareDatabasePath } from '../../db/client.server';
import { PACED_MARKET, createPacedFeed } from '../support/paced-feed';
import { createManualOrder } from '../support/reference-orders';
import { SCENARIO_SEED, createRunRandom, getScenarioRunCount } from '../support/scenario-runs';

const STEPS = 24;
const PATIENCE = { timeout: 60_000, interval: 10 };
const root = mkdtempSync(join(tmpdir(), 'frontmonth-storage-halts-'));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ACTIONS = [
  'entry',
  'entry',
  'halt',
  'resume',
  'fault',
  'fault',
  'recovery',
  'recovery',
  'almost',
  'stop',
  'restart',
] as const;

/** A server with a failing disk, and its expected state. */
class Scenario {
  private desk: Terminal;
  private isFull = false;
  private failing = 0;
  /** A stored halt and a pending one. */
  private stored: string | null = null;
  private pending: string | null = null;
  private halts = 0;
  private entries = 0;

  constructor(
    private readonly dataDir: string,
    private readonly seed: string,
  ) {
    this.desk = this.open();
  }

  private open(): Terminal {
    return openTerminal({
      dataDir: this.dataDir,
      source: createHistorySource({ feed: createPacedFeed(this.seed), barsPerSecond: 1 }),
      timeZone: 'America/New_York',
      auditsInBackground: false,
      wrapJournal: (journal) => this.wrapJournal(journal),
    });
  }

  private wrapJournal(journal: StoredJournal): StoredJournal {
    const requireRoom = (): void => {
      if (this.isFull) throw new StorageError('no space left');
    };
    return {
      ...journal,
      commit: (commit) => {
        requireRoom();
        if (this.failing > 0) {
          this.failing -= 1;
          throw new StorageError('no space left');
        }
        journal.commit(commit);
      },
      probe: () => {
        requireRoom();
        journal.probe();
      },
    };
  }

  async startTrading(): Promise<void> {
    await this.send('ann', {
      type: 'OpenBook',
      mode: 'simulation',
      market: PACED_MARKET,
      capitalMills: toMills(25_000_000),
    });
    await this.waitForPrices();
  }

  private waitForPrices = (): Promise<void> =>
    expect
      .poll(
        () => this.desk.state().markets[PACED_MARKET]?.instruments['NG']?.quote != null,
        PATIENCE,
      )
      .toBe(true);

  /** Refusal code, or null. */
  private async send(userId: string, command: Command): Promise<string | null> {
    const { outcome } = await this.desk.execute({ userId, command, idempotencyKey: null });
    return outcome.ok ? null : outcome.refusal.code;
  }

  private enterPosition(): Promise<string | null> {
    this.entries += 1;
    // Unique sizes: an equal order within a second returns the first one.
    return this.send('ann', createManualOrder({ lots: this.entries }));
  }

  async runAction(action: (typeof ACTIONS)[number]): Promise<void> {
    if (action === 'entry') return this.expectEntry();
    if (action === 'stop')
      expect(await this.send('ann', { type: 'StopTrading', commodity: null })).toBe(
        this.isFull ? 'STORAGE' : null,
      );
    if (action === 'halt') await this.haltTrading();
    if (action === 'resume') await this.resumeTrading();
    if (action === 'fault') await this.failStorage();
    if (action === 'recovery') await this.recoverStorage();
    if (action === 'almost') await this.almostRecover();
    if (action === 'restart') await this.restartDesk();
  }

  private async expectEntry(): Promise<void> {
    const code = await this.enterPosition();
    if (this.isFull) expect(code).toBe('STORAGE');
    else if (this.stored !== null) expect(code).toBe('HALTED');
    else expect(['STORAGE', 'HALTED']).not.toContain(code);
  }

  private async haltTrading(): Promise<void> {
    const reason = `cause ${(this.halts += 1)}`;
    expect(await this.send(SYSTEM_USER, { type: 'HaltTrading', reason })).toBe(
      this.isFull ? 'STORAGE' : null,
    );
    if (this.isFull) this.pending ??= reason;
    else this.stored ??= reason;
  }

  private async resumeTrading(): Promise<void> {
    expect(await this.send(SYSTEM_USER, { type: 'ResumeTrading', reason: 'looked at' })).toBe(
      this.isFull ? 'STORAGE' : null,
    );
    if (!this.isFull) this.stored = null;
  }

  private async failStorage(): Promise<void> {
    this.isFull = true;
    expect(await this.enterPosition()).toBe('STORAGE');
  }

  private async recoverStorage(): Promise<void> {
    this.isFull = false;
    vi.advanceTimersByTime(1000);
    await expect.poll(() => this.desk.status().storageFault, PATIENCE).toBeNull();
    this.stored ??= this.pending;
    this.pending = null;
  }

  /**
   * Space for a probe, but not for the pending halt: storage has not recovered, and entries are
   * rejected.
   */
  private async almostRecover(): Promise<void> {
    if (!this.isFull || this.pending === null) return;
    this.isFull = false;
    this.failing = 1;
    vi.advanceTimersByTime(1000);
    await expect.poll(() => this.failing, PATIENCE).toBe(0);
    this.isFull = true;
  }

  /** A halt that was not stored ends with its process; its cause is detected again. */
  private async restartDesk(): Promise<void> {
    await this.desk.close();
    this.pending = null;
    this.isFull = false;
    this.desk = this.open();
    await this.waitForPrices();
  }

  checkHalt(where: string): void {
    const status = this.desk.status();
    const reason = this.stored ?? this.pending;
    expect(status.trading, where).toEqual(
      reason === null ? { state: 'ACTIVE', reason: '' } : { state: 'HALTED', reason },
    );
    expect(status.isReady, where).toBe(!this.isFull && reason === null);
    expect(listReadinessFaults(status), where).toEqual([
      ...(this.isFull ? ['storage'] : []),
      ...(reason === null ? [] : ['halted']),
    ]);
    expect(listAlerts(status).length, where).toBe(reason === null ? 0 : 1);
  }

  async endRun(where: string): Promise<void> {
    await this.recoverStorage();
    await this.expectEntry();
    this.checkHalt(where);
    await this.desk.close();
    expect(findAuditFault(auditFile(prepareDatabasePath(this.dataDir))), where).toBeNull();
  }

  close = (): Promise<void> => this.desk.close();
}

test.each(Array.from({ length: getScenarioRunCount(4) }, (_, run) => run))(
  'run %i: halted exactly while a halt is active',
  { timeout: 120_000 },
  async (run) => {
    const roll = createRunRandom(run);
    const scenario = new Scenario(join(root, String(run)), String(SCENARIO_SEED + run));
    onTestFinished(() => scenario.close());
    await scenario.startTrading();
    const done: string[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const action = ACTIONS[Math.floor(roll() * ACTIONS.length)] ?? 'entry';
      done.push(action);
      const where = `SCENARIO_SEED=${SCENARIO_SEED}, run ${run}: ${done.join(', ')}`;
      try {
        await scenario.runAction(action);
      } catch (error) {
        throw new Error(where, { cause: error });
      }
      scenario.checkHalt(where);
    }
    await scenario.endRun(`SCENARIO_SEED=${SCENARIO_SEED}, run ${run}: ${done.join(', ')}, end`);
  },
);
