/**
 * What the playbooks brought in simulated worlds that none was made on: nothing was measured yet. `npm run backtest -- --all-modes --worlds 10 --years 10 --write` writes it.
 * It knows net returns a year on the money bound, in percent, and verdicts; it refuses to be edited by hand: the hash is of its content, and each row names the rule that was run.
 */
import type { MeasuredRow } from '../measured';

export const MEASURED = {
  worlds: 0, years: 0, seed: '1', hash: '8a2920b66dffb9703cf9db1bfe903225b199094a2a005dc19a60bf102f2ffaba',
  rows: [] as readonly MeasuredRow[],
} as const;
