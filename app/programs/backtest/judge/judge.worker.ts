// Worker of `npm run backtest -- --judge`: observes all strategies on one simulated path.
import { createWorld } from '../../../trading/simulation/world';
import { serveTasks } from '../../workers/serve-tasks';
import { createPartReporter } from '../pool';
import { type JudgeTask, runJudgeTask } from './observe-path';

serveTasks((task: JudgeTask, onPart) =>
  runJudgeTask(createWorld, task, createPartReporter(onPart)),
);
