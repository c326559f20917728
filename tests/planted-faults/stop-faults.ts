// Faults of operator stops: requests, disabled users, programs.
import type { PlantedFault } from './faults';

const ENGINE_TEST = 'tests/trading/engine/operator-stops.test.ts';
const INBOX_TEST = 'tests/server/desk/operator-inbox.test.ts';
const STORED_TEST = 'tests/models/account/operator-request.test.ts';
const PROGRAM_TEST = 'tests/programs/operator.test.ts';

export const STOP_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an operator request is executed again after a crash',
    file: 'app/server/desk/operator-inbox.server.ts',
    find: '`operator-request-${id}`',
    replace: '`operator-request-${id}-${Date.now()}-${Math.random()}`',
    caughtBy: [INBOX_TEST],
  },
  {
    name: 'operator requests stored before the start run only a second after it',
    file: 'app/server/desk/operator-inbox.server.ts',
    find: '      this.queueRequests();\n      this.options.runner.drain();',
    replace: '      this.queueRequests();',
    also: [
      {
        file: 'app/server/desk/operator-inbox.server.ts',
        find: '      this.syncDisabledUsers();\n      this.options.runner.drain();',
        replace: '      this.syncDisabledUsers();',
      },
    ],
    caughtBy: [INBOX_TEST],
  },
  {
    name: 'operator requests are answered although nothing was committed',
    file: 'app/server/desk/operator-inbox.server.ts',
    find: 'if (shouldRetry(result)) return;',
    replace: 'if (shouldRetry(result) && command.type === undefined) return;',
    caughtBy: [INBOX_TEST],
  },
  {
    name: 'users disabled by an earlier version keep trading',
    file: 'app/server/desk/operator-inbox.server.ts',
    find: 'for (const userId of stored) {',
    replace: 'for (const userId of [] as string[]) {',
    caughtBy: [INBOX_TEST],
  },
  {
    name: 'a request to resume lifts any halt',
    file: 'app/server/desk/operator-inbox.server.ts',
    find: 'return current === haltReason',
    replace: "return current !== ''",
    caughtBy: [INBOX_TEST],
  },
  {
    name: 'the operator inbox is not limited',
    file: 'app/models/account/operator-request.server.ts',
    find: 'if (pendingCount >= REQUESTS_WAITING_MAX) return null;',
    replace: 'if (pendingCount < 0) return null;',
    caughtBy: [STORED_TEST],
  },
  {
    name: 'an unreadable operator request breaks the list',
    file: 'app/models/account/operator-request.server.ts',
    find: 'return read.success ? read.data : null;',
    replace: 'return shape.parse(JSON.parse(text));',
    also: [
      {
        file: 'app/models/account/operator-request.server.ts',
        find: '  } catch {\n    return null;',
        replace: '  } catch (error) {\n    throw error;',
      },
    ],
    caughtBy: [STORED_TEST],
  },
  {
    name: 'any user may stop any other',
    file: 'app/trading/engine/operator-commands.ts',
    find: 'if (senderId !== SYSTEM_USER) {',
    replace: "if (senderId === '') {",
    caughtBy: [ENGINE_TEST],
  },
  {
    name: 'a stop of one user stops all',
    file: 'app/trading/engine/operator-commands.ts',
    find: 'filter((book) => book.userId === userId)',
    replace: "filter((book) => book.userId === userId || userId !== '')",
    caughtBy: [ENGINE_TEST],
  },
  {
    name: 'RUN of a disabled user is accepted',
    file: 'app/trading/engine/blocked-start.ts',
    find: 'if (isUserDisabled(state, book.userId)) return createRefusal',
    replace: "if (book.userId === '') return createRefusal",
    caughtBy: [ENGINE_TEST],
  },
  {
    name: 'an entry of a disabled user passes the check',
    file: 'app/trading/risk/pre-trade-checks.ts',
    find: '  checkDisabled,\n  checkHalted,\n  checkMode,\n  checkArmed,',
    replace: '  checkHalted, checkMode, checkArmed,',
    caughtBy: [ENGINE_TEST, 'tests/trading/risk-gate.test.ts'],
  },
  {
    name: 'positions of a disabled user are rolled',
    file: 'app/trading/risk/pre-trade-checks.ts',
    find: '[\n  checkTerms,\n  checkDisabled,\n  checkHalted,\n  checkExitMode,',
    replace: '[checkTerms, checkHalted, checkExitMode,',
    caughtBy: [ENGINE_TEST],
  },
  {
    name: 'trading resumes after a failed audit',
    file: 'app/programs/operator/resume-program.ts',
    find: 'if (!audit.hasPassed) return',
    replace: 'if (audit.records < 0) return',
    caughtBy: [PROGRAM_TEST],
  },
  {
    name: 'an unanswered stop request exits with 0',
    file: 'app/programs/operator/send-request.ts',
    find: 'return request.outcome?.ok ? 0 : 1;',
    replace: 'return request.outcome?.ok === false ? 1 : 0;',
    caughtBy: [PROGRAM_TEST],
  },
  {
    name: 'the audit passes an entry of a disabled user',
    file: 'app/audit/replay-disabled-users.ts',
    find: "order['purpose'] !== 'ENTRY' || !desk.disabled.has(book.userId)",
    replace: "order['purpose'] !== 'ENTRY' || desk.disabled.size >= 0",
    caughtBy: ['tests/programs/audit-disabled.test.ts'],
  },
];
