// npm run backtest: playbooks over simulated worlds or price histories, and how far what they brought could be luck.
import { main } from './cli';
import { backtestProgram } from './backtest/program';

await main(backtestProgram());
