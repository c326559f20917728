// npm run worker: runs research jobs of the queue.
import { main } from './cli';
import { workerProgram } from './worker/program';

await main(workerProgram);
