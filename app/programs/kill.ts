// npm run kill: halts live accounts by level.
import { main } from './cli';
import { killProgram } from './operator/kill-program';

await main(killProgram);
