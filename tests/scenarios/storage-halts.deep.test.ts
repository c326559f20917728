// Halts, disk faults, restarts and orders in random order: trading is halted exactly while it
// should be, and nothing is lost.
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
import { historySource } from '../../app/server/feeds/history-source.server';
import type { Command } from '../../app/trading/domain/command';
import { toLots, toMills } from '../../app/trading/domain/units';
import { SYSTEM_USER } from '../../app/trading/engine/config';
import { StorageError } from '../../app/trading/ports';
import { databasePath } from '../../db/client.server';
import { PACED_MARKET, pacedFeed } from '../support/paced-feed';
import { SCENARIO_SEED, diceOfRun, scenarioRuns } from '../support/scenario-runs';

const STEPS = 24;
const PATIENCE = { timeout: 60_000, interval: 10 };
const root = mkdtempSync(join(tmpdir(), 'frontmonth-storage-halts-'));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());
afterAll(() => rmSync(root, { recursive: true, force: true }));

/**
 * Each of another size: an equal order within a second is answered with the first one, halted or
 * not.
 */
const createEntry = (lots: number): Command => ({
  type: 'PlaceOrder',
  instrumentId: 'NG',
  side: 'BUY',
  orderType: 'MARKET',
  lots: toLots(lots),
  priceTicks: null,
  stopDistanceTicks: null,
  targetDistanceTicks: null,
});
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

/** A desk on a disk that can be taken away, beside what must be true of it. */
class Scenario {
  private desk: Terminal;
  private isFull = false;
  private failing = 0;
  /** A halt in the log, and one that waits for the disk. */
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
      source: historySource({ feed: pacedFeed(this.seed), barsPerSecond: 1 }),
      timeZone: 'America/New_York',
      auditsBehind: false,
      wrapJournal: (journal) => this.wrap(journal),
    });
  }

  private wrap(journal: StoredJournal): StoredJournal {
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

  async begin(): Promise<void> {
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

  /** The code of a refusal, or null. */
  private async send(userId: string, command: Command): Promise<string | null> {
    const { outcome } = await this.desk.execute({ userId, command, idempotencyKey: null });
    return outcome.ok ? null : outcome.refusal.code;
  }

  private enter(): Promise<string | null> {
    this.entries += 1;
    return this.send('ann', createEntry(this.entries));
  }

  async act(action: (typeof ACTIONS)[number]): Promise<void> {
    if (action === 'entry') return this.expectEntry();
    if (action === 'stop')
      expect(await this.send('ann', { type: 'StopTrading', commodity: null })).toBe(
        this.isFull ? 'STORAGE' : null,
      );
    if (action === 'halt') await this.halt();
    if (action === 'resume') await this.resume();
    if (action === 'fault') await this.fail();
    if (action === 'recovery') await this.recover();
    if (action === 'almost') await this.almostRecover();
    if (action === 'restart') await this.restart();
  }

  private async expectEntry(): Promise<void> {
    const code = await this.enter();
    if (this.isFull) expect(code).toBe('STORAGE');
    else if (this.stored !== null) expect(code).toBe('HALTED');
    else expect(['STORAGE', 'HALTED']).not.toContain(code);
  }

  private async halt(): Promise<void> {
    const reason = `cause ${(this.halts += 1)}`;
    expect(await this.send(SYSTEM_USER, { type: 'HaltTrading', reason })).toBe(
      this.isFull ? 'STORAGE' : null,
    );
    if (this.isFull) this.pending ??= reason;
    else this.stored ??= reason;
  }

  private async resume(): Promise<void> {
    expect(await this.send(SYSTEM_USER, { type: 'ResumeTrading', reason: 'looked at' })).toBe(
      this.isFull ? 'STORAGE' : null,
    );
    if (!this.isFull) this.stored = null;
  }

  private async fail(): Promise<void> {
    this.isFull = true;
    expect(await this.enter()).toBe('STORAGE');
  }

  private async recover(): Promise<void> {
    this.isFull = false;
    vi.advanceTimersByTime(1000);
    await expect.poll(() => this.desk.status().storageFault, PATIENCE).toBeNull();
    this.stored ??= this.pending;
    this.pending = null;
  }

  /** Room for a probe, none for the halt that waits: storage is not back, and no entry passes. */
  private async almostRecover(): Promise<void> {
    if (!this.isFull || this.pending === null) return;
    this.isFull = false;
    this.failing = 1;
    vi.advanceTimersByTime(1000);
    await expect.poll(() => this.failing, PATIENCE).toBe(0);
    this.isFull = true;
  }

  /** A halt that never reached the disk ends with its process; its cause has to be found again. */
  private async restart(): Promise<void> {
    await this.desk.close();
    this.pending = null;
    this.isFull = false;
    this.desk = this.open();
    await this.waitForPrices();
  }

  check(where: string): void {
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

  async end(where: string): Promise<void> {
    await this.recover();
    await this.expectEntry();
    this.check(where);
    await this.desk.close();
    expect(findAuditFault(auditFile(databasePath(this.dataDir))), where).toBeNull();
  }

  close = (): Promise<void> => this.desk.close();
}

test.each(Array.from({ length: scenarioRuns(4) }, (_, run) => run))(
  'run %i: halted exactly while a halt is in force',
  { timeout: 120_000 },
  async (run) => {
    const roll = diceOfRun(run);
    const scenario = new Scenario(join(root, String(run)), String(SCENARIO_SEED + run));
    onTestFinished(() => scenario.close());
    await scenario.begin();
    const done: string[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const action = ACTIONS[Math.floor(roll() * ACTIONS.length)] ?? 'entry';
      done.push(action);
      const where = `SCENARIO_SEED=${SCENARIO_SEED}, run ${run}: ${done.join(', ')}`;
      try {
        await scenario.act(action);
      } catch (error) {
        throw new Error(where, { cause: error });
      }
      scenario.check(where);
    }
    await scenario.end(`SCENARIO_SEED=${SCENARIO_SEED}, run ${run}: ${done.join(', ')}, end`);
  },
);
