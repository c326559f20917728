// Plausible faults, each planted into a copy of the code; one of the named tests must fail.

export interface Edit {
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

export interface PlantedFault extends Edit {
  readonly name: string;
  /** Test files, one of which must fail. */
  readonly caughtBy: readonly string[];
  /** Further edits, where an assertion would reject the first alone. */
  readonly also?: readonly Edit[];
}

const DOMAIN = 'app/trading/domain';
const ENGINE = 'app/trading/engine';
const RISK = 'app/trading/risk';
const BROKER = 'app/trading/execution/simulated-broker.ts';
const FILLS = 'app/trading/execution/fills.ts';
const LOG = 'app/models/log';

const ENTRY_CHECKS =
  'checkHalted,\n  checkMode,\n  checkArmed,\n  checkSession,\n  checkExpiry,\n  checkQuoteAge,\n  checkLocked,\n  checkSize,\n  checkPriceCollar,\n  checkUnknownOrder,\n  checkDuplicate,\n  checkClosing,\n  checkOrderRate,\n  checkPosition,\n  checkNotional,\n  checkCash,\n  checkDailyLoss,';
const removeCheck = (check: string): string =>
  ENTRY_CHECKS.replace(new RegExp(`\\b${check},\\s*`), '');

const arithmetic: readonly PlantedFault[] = [
  {
    name: 'profit of a short position with the sign of a long one',
    file: `${DOMAIN}/position.ts`,
    find: ': subtractMills(costMills, valueMillsNow);',
    replace: ': subtractMills(valueMillsNow, costMills);',
    caughtBy: ['tests/trading/position.test.ts'],
  },
  {
    name: 'halves rounded up instead of to even',
    file: `${DOMAIN}/units.ts`,
    find: 'const roundsUp = twiceRest > divisor || (twiceRest === divisor && floor % 2 !== 0);',
    replace: 'const roundsUp = twiceRest >= divisor;',
    caughtBy: ['tests/trading/units.test.ts'],
  },
  {
    name: 'cost of a part cut off instead of rounded',
    file: `${DOMAIN}/position.ts`,
    find: 'const cost = prorateMills(position.costMills, fill.lots, position.lots);',
    replace: 'const cost = toMills(Math.trunc((position.costMills * fill.lots) / position.lots));',
    caughtBy: ['tests/properties/positions.test.ts'],
  },
  {
    name: 'fee not charged',
    file: 'app/trading/execution/friction.ts',
    find: 'friction.feeBasisPoints);',
    replace: '0 * friction.feeBasisPoints);',
    caughtBy: ['tests/trading/engine/trading.test.ts'],
  },
  {
    name: 'fee of an exit charged twice',
    file: `${DOMAIN}/ledger.ts`,
    find: "...buildTransfer('realised', 'available', fill.profitMills),",
    replace:
      "...buildTransfer('realised', 'available', fill.profitMills),\n    ...buildTransfer('available', 'fees', fill.feeMills),",
    caughtBy: ['tests/trading/ledger.test.ts'],
  },
  {
    name: 'reserve of a canceled order is not released',
    file: `${ENGINE}/orders.ts`,
    find: 'entry: buildReleasePostings(working.reservedMills),\n    });',
    replace: 'entry: [] });',
    caughtBy: ['tests/models/log/engine-books.test.ts'],
  },
  {
    name: 'price x size of a negative price without its sign',
    file: `${DOMAIN}/instrument.ts`,
    find: 'multiplyDivide(ticks, lots * instrument.tickMills',
    replace: 'multiplyDivide(Math.abs(ticks), lots * instrument.tickMills',
    caughtBy: ['tests/trading/engine/trading.test.ts'],
  },
];

const commands: readonly PlantedFault[] = [
  {
    name: 'an execution reported twice is booked twice',
    file: `${ENGINE}/executions.ts`,
    find: 'if (order.executionIds.includes(report.executionId)) return;\n  const fault',
    replace: 'const fault',
    caughtBy: ['tests/trading/engine/guards.test.ts'],
  },
  {
    name: 'stored results of repeated commands are not used',
    file: `${ENGINE}/runner.ts`,
    find: 'const storedResult = this.options.journal.findResult(userId, idempotencyKey);',
    replace: "const storedResult = this.options.journal.findResult(userId, '');",
    caughtBy: ['tests/trading/engine/trading.test.ts'],
  },
  {
    name: 'a key in flight counts for all users',
    file: `${ENGINE}/runner.ts`,
    find: 'const key = `${userId}\\n${idempotencyKey}`;',
    replace: 'const key = idempotencyKey;',
    caughtBy: ['tests/trading/engine/guards.test.ts'],
  },
  {
    name: 'a stored key counts for all users',
    file: `${LOG}/journal.server.ts`,
    find: 'WHERE user_id = ? AND idempotency_key = ?',
    replace: 'WHERE ? IS NOT NULL AND idempotency_key = ?',
    caughtBy: ['tests/models/log/journal.test.ts'],
  },
  {
    name: 'a position of another user can be closed',
    file: `${ENGINE}/close-positions.ts`,
    find: 'candidate.userId === userId && Object.hasOwn',
    replace: 'Object.hasOwn',
    caughtBy: ['tests/trading/engine/guards.test.ts'],
  },
  {
    name: 'STOP leaves entry orders working',
    file: `${ENGINE}/stop-trading.ts`,
    find: "if (order.purpose === 'ENTRY' && (commodity === null",
    replace: "if (order.purpose === 'TARGET' && (commodity === null",
    caughtBy: ['tests/trading/engine/guards.test.ts'],
  },
  {
    name: 'CLOSE leaves the commodity on',
    file: `${ENGINE}/commands.ts`,
    find: "stopTrading(tx, config, book, command.commodity, 'closed');",
    replace: '',
    caughtBy: ['tests/trading/engine/guards.test.ts'],
  },
  {
    name: 'a reset keeps the realised profit',
    file: `${DOMAIN}/ledger.ts`,
    find: "...buildTransfer('realised', 'equity', balances.realised),",
    replace: '',
    caughtBy: ['tests/trading/ledger.test.ts'],
  },
  {
    name: 'a reset does not raise the epoch',
    file: `${ENGINE}/executions.ts`,
    find: 'epoch: book.epoch + 1,',
    replace: 'epoch: book.epoch,',
    caughtBy: ['tests/trading/engine/trading.test.ts'],
  },
  {
    name: 'mode switches are not limited',
    file: `${ENGINE}/commands.ts`,
    find: 'if (recent.length >= MODE_SWITCHES_MAX) {',
    replace: 'if (recent.length > 10 * MODE_SWITCHES_MAX) {',
    caughtBy: ['tests/trading/engine/guards.test.ts'],
  },
];

const gate: readonly PlantedFault[] = [
  {
    name: 'a stale quote passes',
    file: `${RISK}/pre-trade-checks.ts`,
    find: ENTRY_CHECKS,
    replace: removeCheck('checkQuoteAge'),
    caughtBy: ['tests/trading/risk-gate.test.ts'],
  },
  {
    name: 'a manual entry in an expiring month passes',
    file: `${RISK}/pre-trade-checks.ts`,
    find: ENTRY_CHECKS,
    replace: removeCheck('checkExpiry'),
    caughtBy: ['tests/trading/engine/rolls.test.ts'],
  },
  {
    name: 'an entry at the daily limit passes',
    file: `${RISK}/pre-trade-checks.ts`,
    find: ENTRY_CHECKS,
    replace: removeCheck('checkLocked'),
    caughtBy: ['tests/trading/engine/locked-market.test.ts'],
  },
  {
    name: 'no price collar',
    file: `${RISK}/pre-trade-checks.ts`,
    find: ENTRY_CHECKS,
    replace: removeCheck('checkPriceCollar'),
    caughtBy: ['tests/trading/risk-gate.test.ts'],
  },
  {
    name: 'entries pass during a trading halt',
    file: `${RISK}/pre-trade-checks.ts`,
    find: ENTRY_CHECKS,
    replace: removeCheck('checkHalted'),
    caughtBy: ['tests/trading/risk-gate.test.ts'],
  },
  {
    name: 'only the first leg is checked',
    file: `${RISK}/approve-orders.ts`,
    find: 'for (const view of views) {',
    replace: 'for (const view of views.slice(0, 1)) {',
    caughtBy: ['tests/trading/risk-gate.test.ts'],
  },
  {
    name: 'the order rate limit blocks exits',
    file: `${RISK}/pre-trade-checks.ts`,
    find: '[\n  checkExitMode,\n  checkExitSize,\n  checkExitDuplicate,\n  checkSession,\n]',
    replace: '[checkExitMode, checkExitSize, checkExitDuplicate, checkSession, checkOrderRate]',
    caughtBy: ['tests/trading/risk-gate.test.ts'],
  },
  {
    name: 'an exit larger than its position passes',
    file: `${RISK}/pre-trade-checks.ts`,
    find: '[\n  checkExitMode,\n  checkExitSize,\n  checkExitDuplicate,\n  checkSession,\n]',
    replace: '[checkExitMode, checkExitDuplicate, checkSession]',
    caughtBy: ['tests/trading/risk-gate.test.ts'],
  },
  {
    name: 'the daily loss ignores unrealized P&L',
    file: `${RISK}/pre-trade-checks.ts`,
    find: 'book.dayStartMills - Math.min(equityMills, book.dayLowMills);',
    replace: 'book.dayStartMills - computeAccountBalance(book.balances);',
    caughtBy: ['tests/trading/risk-gate.test.ts'],
  },
  {
    name: 'negative crude prices are rejected',
    file: `${DOMAIN}/quote.ts`,
    find: 'if (!instrument.priceMayBeNegative && quote.lastTicks <= 0)',
    replace: 'if (quote.lastTicks <= 0)',
    caughtBy: ['tests/trading/engine/trading.test.ts'],
  },
  {
    name: 'a gas price of zero passes',
    file: `${DOMAIN}/quote.ts`,
    find: 'quote.lastTicks <= 0)',
    replace: 'quote.lastTicks < 0)',
    caughtBy: ['tests/trading/engine/trading.test.ts'],
  },
];

const fills: readonly PlantedFault[] = [
  {
    name: 'a stop fills at its trigger despite a gap',
    file: FILLS,
    find: 'getWorstPrice(order.side, touch, order.priceTicks),\n          slippageTicks,\n        )',
    replace: 'order.priceTicks, slippageTicks)',
    caughtBy: ['tests/trading/execution-broker.test.ts'],
  },
  {
    name: 'inside a bar the target comes before the stop',
    file: BROKER,
    find: '{ STOP: 0, EXIT: 1, TARGET: 2, ENTRY: 3 }',
    replace: '{ STOP: 2, EXIT: 1, TARGET: 0, ENTRY: 3 }',
    caughtBy: ['tests/trading/execution-broker.test.ts'],
  },
  {
    name: 'a market order fills at the close of the bar that it was decided on',
    file: BROKER,
    find: "if (event.type === 'BarClosed')\n      return fillInsideBar",
    replace:
      "if (event.type === 'BarClosed') return order.type === 'MARKET' ? { priceTicks: event.bar.closeTicks, midTicks: event.bar.closeTicks } : fillInsideBar",
    caughtBy: ['tests/trading/execution-broker.test.ts'],
  },
  {
    name: 'a decision fills on the bar it was taken on',
    file: BROKER,
    find: 'const execution =\n        options.fillsImmediately &&\n        quote &&\n        mayFillAt(quote, order) &&',
    replace: 'const execution = quote &&',
    caughtBy: ['tests/programs/replay.test.ts'],
  },
  {
    name: 'slippage improves the price',
    file: 'app/trading/execution/friction.ts',
    find: "side === 'BUY' ? priceTicks + ticks : priceTicks - ticks",
    replace: "side === 'BUY' ? priceTicks - ticks : priceTicks + ticks",
    caughtBy: ['tests/trading/execution-broker.test.ts'],
  },
  {
    name: 'a stop inside a bar omits the half-spread',
    file: FILLS,
    find: 'worsenPrice(side, computeTouchTicks(side, priceTicks, halfSpreadTicks), slippageTicks)',
    replace: 'worsenPrice(side, priceTicks, slippageTicks)',
    caughtBy: ['tests/trading/execution-broker.test.ts'],
  },
  {
    name: 'the spread is paid on each side',
    file: `${DOMAIN}/contract.ts`,
    find: 'Math.max(1, Math.round(costs.spreadTicks * scale)) / 2',
    replace: 'Math.max(1, Math.round(costs.spreadTicks * scale))',
    caughtBy: ['tests/trading/trading-costs.test.ts'],
  },
  {
    name: 'an order within the displayed depth pays slippage',
    file: 'app/trading/execution/friction.ts',
    find: 'if (lots <= (friction.depthLots ?? 0)) return 0;',
    replace: '',
    caughtBy: ['tests/trading/execution-impact.test.ts', 'tests/trading/trading-costs.test.ts'],
  },
  {
    name: 'a daily rule trades at night',
    file: `${ENGINE}/auto-trader.ts`,
    find: 'isInDaySession?.(instrument, nowMs) !== false',
    replace: 'isInDaySession?.(instrument, nowMs) !== undefined',
    caughtBy: ['tests/trading/engine/day-session.test.ts'],
  },
  {
    name: 'a backtest trails stops at the open of a session',
    file: 'app/trading/backtest/single-months.ts',
    find: 'if (held?.exit === null) held.exit = this.findExitCause(held);',
    replace: `if (held?.exit === null) held.exit = this.findExitCause(held);
    if (held?.exit === null) trailStop(this.context, held);`,
    caughtBy: ['tests/trading/backtest/engine-parity.test.ts'],
  },
  {
    name: 'the bars of a second leg are not counted',
    file: `${ENGINE}/playbook-folding.ts`,
    find: '[...all, ...secondLegs]',
    replace: '[...all]',
    caughtBy: ['tests/trading/backtest/engine-parity.test.ts'],
  },
  {
    name: 'books are marked at the bid',
    file: `${ENGINE}/marks.ts`,
    find: 'marks[instrumentId] = quote.lastTicks;',
    replace: 'marks[instrumentId] = quote.bidTicks;',
    caughtBy: ['tests/trading/engine/guards.test.ts'],
  },
  {
    name: 'the day starts with the initial capital instead of the last equity',
    file: `${ENGINE}/valuation.ts`,
    find: 'getMidnightEquity(book, day)',
    replace: 'day === book.day ? book.dayStartMills : book.capitalMills',
    caughtBy: ['tests/trading/engine/guards.test.ts'],
  },
];

const disk: readonly PlantedFault[] = [
  {
    name: 'commits are not synced',
    file: 'db/client.server.ts',
    find: "raw.pragma('synchronous = FULL');",
    replace: "raw.pragma('synchronous = NORMAL');",
    also: [
      {
        file: 'db/client.server.ts',
        find: "assertPragma(raw, path, 'synchronous', [2]);",
        replace: '',
      },
    ],
    caughtBy: ['tests/scenarios/fsync.test.ts'],
  },
  {
    name: 'foreign keys are not enforced',
    file: 'db/client.server.ts',
    find: "raw.pragma('foreign_keys = ON');",
    replace: "raw.pragma('foreign_keys = OFF');",
    also: [
      {
        file: 'db/client.server.ts',
        find: "assertPragma(raw, path, 'foreign_keys', [1]);",
        replace: '',
      },
    ],
    caughtBy: ['tests/db/database.test.ts'],
  },
  {
    name: 'the hash chain does not cover the payload',
    file: `${LOG}/hash-chain.server.ts`,
    find: ',${payloadText},${causeSeq}',
    replace: ',${causeSeq}',
    caughtBy: ['tests/models/log/journal.test.ts'],
  },
  {
    name: 'the seal is not checked',
    file: `${LOG}/log.server.ts`,
    find: "if (computeRecordSeal(row.hash, row.wallMs, row.codeVersion) !== row.seal) throw new ChainError(row.seq, 'does not match its seal');",
    replace: '',
    caughtBy: ['tests/models/log/recovery.test.ts'],
  },
  {
    name: 'the closing lines of a reset are not posted',
    file: `${LOG}/ledger.server.ts`,
    find: "if (closing.length > 0) addEntry(record, 'CLOSING'",
    replace: "if (closing.length > 99) addEntry(record, 'CLOSING'",
    caughtBy: ['tests/models/log/engine-books.test.ts'],
  },
  {
    name: 'the row of a canceled order is not updated',
    file: `${LOG}/projection.server.ts`,
    find: 'for (const order of commit.orders) {',
    replace: "for (const order of commit.orders.filter(({ state }) => state !== 'CANCELLED')) {",
    caughtBy: ['tests/models/log/engine-books.test.ts'],
  },
  {
    name: 'results are published before the commit',
    file: `${ENGINE}/runner.ts`,
    find: '    try {\n      this.commit(cycles, listRequests(batch, cycles), state, { desk: shadows.desk, days });',
    replace:
      '    this.publishResults(batch, cycles);\n    try {\n      this.commit(cycles, listRequests(batch, cycles), state, { desk: shadows.desk, days });',
    caughtBy: ['tests/scenarios/disk-full.test.ts'],
  },
  {
    name: 'the state is replaced before the commit',
    file: `${ENGINE}/runner.ts`,
    find: '    try {\n      this.commit(cycles, listRequests(batch, cycles), state, { desk: shadows.desk, days });',
    replace:
      '    this.state = state;\n    try {\n      this.commit(cycles, listRequests(batch, cycles), state, { desk: shadows.desk, days });',
    caughtBy: ['tests/scenarios/disk-full.test.ts'],
  },
  {
    name: 'sequence numbers are reused after a restart',
    file: `${LOG}/recovery.server.ts`,
    find: 'Math.max(getSequenceFloor(db), state.sequence)',
    replace: 'state.sequence',
    caughtBy: ['tests/models/log/recovery.test.ts'],
  },
  {
    name: 'the lock is not taken',
    file: 'db/lock.server.ts',
    find: "raw.exec('BEGIN EXCLUSIVE');",
    replace: "raw.exec('BEGIN');",
    caughtBy: ['tests/db/database.test.ts'],
  },
  {
    name: 'a process does not wait for the lock',
    file: 'db/lock.server.ts',
    find: '{ timeout: waitMs }',
    replace: '{ timeout: 0 }',
    caughtBy: ['tests/db/database.test.ts'],
  },
  {
    name: 'a commit is split into several transactions',
    file: `${LOG}/journal.server.ts`,
    find: 'const store = raw.transaction((commit: Commit) => {',
    replace: 'const store = ((work) => ({ immediate: work }))((commit: Commit) => {',
    caughtBy: ['tests/models/log/journal.test.ts'],
  },
  {
    name: 'a commit is split into several transactions, with a kill between them',
    file: `${LOG}/journal.server.ts`,
    find: 'const store = raw.transaction((commit: Commit) => {',
    replace: 'const store = ((work) => ({ immediate: work }))((commit: Commit) => {',
    caughtBy: ['tests/scenarios/kills.test.ts'],
  },
  {
    name: 'a corrupt checkpoint is accepted',
    file: `${LOG}/recovery.server.ts`,
    find: 'each.stateHash === computeCheckpointHash(each, each.sequence, each.state) &&',
    replace: '',
    caughtBy: ['tests/models/log/recovery.test.ts'],
  },
  {
    name: 'a later result replaces the first',
    file: `${LOG}/journal.server.ts`,
    find: "'ON CONFLICT DO NOTHING'",
    replace: "'ON CONFLICT (user_id, idempotency_key) DO UPDATE SET result = excluded.result'",
    caughtBy: ['tests/models/log/journal.test.ts'],
  },
];

const histories: readonly PlantedFault[] = [
  {
    name: 'an import drops duplicate rows without a count',
    file: 'app/trading/market/csv-order.ts',
    find: 'else if (isSame(row, first)) countRow(merged, row.row);',
    replace: 'else if (isSame(row, first)) continue;',
    caughtBy: ['tests/trading/market/csv-import.test.ts'],
  },
  {
    name: 'weather is available a day early',
    file: 'app/programs/replay/run-replay.ts',
    find: 'next.publishedMs <= event.quote.atMs',
    replace: 'next.publishedMs <= event.quote.atMs + 86_400_000',
    caughtBy: ['tests/programs/replay.test.ts'],
  },
  {
    name: "the trading day uses the process time zone, not the market's",
    file: 'app/server/desk/desk-config.server.ts',
    find: 'DateTime.fromMillis(atMs, { zone: timeZone })',
    replace: 'DateTime.fromMillis(atMs)',
    caughtBy: ['tests/trading/engine/guards.test.ts'],
  },
];

export const FAULTS: readonly PlantedFault[] = [
  ...arithmetic,
  ...commands,
  ...gate,
  ...fills,
  ...disk,
  ...histories,
];
