// npm run stop: stops auto-trading of one user or all.
import { main } from './cli';
import { stopProgram } from './operator/stop-program';

await main(stopProgram);
