// npm run stop: stops the books of one user or of all.
import { main } from './cli';
import { stopProgram } from './operator/stop-program';

await main(stopProgram);
