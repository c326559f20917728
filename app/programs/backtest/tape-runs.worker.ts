// Worker of backtests on price histories: runs one strategy over its tapes.
import { serveTasks } from '../workers/serve-tasks';
import { listRunBuffers, packRun } from './packed-run';
import { type TapeRun, runTapes } from './tape-runs';

serveTasks((tapeRun: TapeRun) => packRun(runTapes(tapeRun)), listRunBuffers);
