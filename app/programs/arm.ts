// npm run arm: confirms the arming of a live account.
import { main } from './cli';
import { armProgram } from './operator/arm-program';

await main(armProgram);
