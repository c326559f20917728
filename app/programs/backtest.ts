// npm run backtest: playbooks over simulated worlds or price histories, and how far what they
// brought could be luck.
import { walkHere } from '../server/backtests/study';
import { createWorld } from '../trading/simulation/world';
import { main } from './cli';
import { walkSideBySide } from './backtest/pool';
import { backtestProgram } from './backtest/program';

await main(backtestProgram({ walk: (threads) => walkSideBySide(threads, walkHere(createWorld)) }));
