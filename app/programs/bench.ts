// npm run bench: speed of the terminal on this machine.
import { main } from './cli';
import { benchProgram } from './bench/program';

await main(benchProgram);
