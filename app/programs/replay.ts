// npm run replay: a price history through the desk's own engine.
import { main } from './cli';
import { replayProgram } from './replay/program';

await main(replayProgram);
