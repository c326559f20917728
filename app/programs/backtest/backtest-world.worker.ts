// Worker of `npm run backtest`: runs all strategies in one simulated market.
import { runWorld } from '../../server/backtests/study';
import { createWorld } from '../../trading/simulation/world';
import { serveTasks } from '../workers/serve-tasks';
import { type WorldTask, createPartReporter } from './pool';

serveTasks(({ rows, world }: WorldTask, onPart) =>
  runWorld(createWorld, rows, world, createPartReporter(onPart)),
);
