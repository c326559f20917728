// Worker of backtests on price histories: runs one strategy over its tapes.
import { serveTasks } from '../workers/serve-tasks';
import { listRunBuffers, runTapes } from './tape-runs';

serveTasks(runTapes, listRunBuffers);
