// npm run replay: backtests price histories with the trading engine.
import { main } from './cli';
import { replayProgram } from './replay/program';

await main(replayProgram);
