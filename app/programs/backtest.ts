// npm run backtest: tests strategies on simulated paths or price histories, with overfitting
// checks.
import { simulateInThread } from '../server/backtests/study';
import { createWorld } from '../trading/simulation/world';
import { main } from './cli';
import { createParallelJudge, createParallelWalk } from './backtest/pool';
import { backtestProgram } from './backtest/program';
import { createParallelTapeRuns } from './backtest/tape-runs';

await main(
  backtestProgram({
    judge: createParallelJudge,
    runTapes: createParallelTapeRuns,
    walk: (threads) => createParallelWalk(threads, simulateInThread(createWorld)),
  }),
);
