// npm run backtest: tests strategies on simulated paths or price histories, with overfitting
// checks.
import { simulateInThread } from '../server/backtests/study';
import { createWorld } from '../trading/simulation/world';
import { main } from './cli';
import { createParallelWalk } from './backtest/pool';
import { backtestProgram } from './backtest/program';

await main(
  backtestProgram({
    walk: (threads) => createParallelWalk(threads, simulateInThread(createWorld)),
  }),
);
