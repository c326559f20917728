// npm run bench: what this machine makes of the desk.
import { main } from './cli';
import { benchProgram } from './bench/program';

await main(benchProgram);
