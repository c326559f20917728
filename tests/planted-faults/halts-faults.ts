// Faults of trading halts, storage faults and background audits.
import type { PlantedFault } from './faults';

export const HALTS_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a halt requested during a storage fault is lost',
    file: 'app/trading/engine/runner.ts',
    find: 'if (isNew) this.pendingHalts.push(',
    replace: 'if (!isNew) this.pendingHalts.push(',
    caughtBy: ['tests/trading/engine/storage-halts.test.ts'],
  },
  {
    name: 'storage counts as back before the pending halt is stored',
    file: 'app/trading/engine/runner.ts',
    find: 'if (this.pendingHalts.length === 0 || this.storeBatch(this.pendingHalts, Infinity))\n      this.pendingHalts = [];',
    replace: 'this.held.push(...this.pendingHalts.splice(0));',
    caughtBy: ['tests/trading/engine/storage-halts.test.ts'],
  },
  {
    name: 'an engine that failed goes on',
    file: 'app/trading/engine/runner.ts',
    find: 'this.failure = reason;',
    replace: '',
    caughtBy: ['tests/trading/engine/engine-failures.test.ts'],
  },
  {
    name: 'an engine that failed stores no halt',
    file: 'app/trading/engine/runner.ts',
    find: 'this.storeHalt(reason);',
    replace: '',
    caughtBy: ['tests/trading/engine/engine-failures.test.ts'],
  },
  {
    name: 'a command that waits when the engine fails gets no answer',
    file: 'app/trading/engine/runner.ts',
    find: 'const abandoned = [...batch, ...this.queue.splice(0)];',
    replace: 'const abandoned = this.queue.splice(0);',
    caughtBy: ['tests/trading/engine/engine-failures.test.ts'],
  },
  {
    name: 'an audit that could not run halts trading',
    file: 'app/server/desk/background-audit.server.ts',
    find: "if (verdict.phase === 'could not run') return this.scheduleRetry(verdict.reason);",
    replace: '',
    caughtBy: ['tests/server/desk/background-audit.test.ts'],
  },
  {
    name: 'a halted terminal reports ready',
    file: 'app/models/desk/health.server.ts',
    find: "if (status.trading.state === 'HALTED') reasons.push('halted');",
    replace: '',
    caughtBy: ['tests/models/desk/health.test.ts'],
  },
  {
    name: 'an incremental audit does not read new postings',
    file: 'app/audit/posting-reader.ts',
    find: '[this.sinceSeq, Number.MAX_SAFE_INTEGER]',
    replace: '[Number.MAX_SAFE_INTEGER, 0]',
    caughtBy: ['tests/programs/audit-tail.test.ts'],
  },
];
