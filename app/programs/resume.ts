// npm run resume: lifts a trading halt after a passed audit.
import { main } from './cli';
import { resumeProgram } from './operator/resume-program';

await main(resumeProgram);
