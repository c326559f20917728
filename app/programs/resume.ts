// npm run resume: lifts a halt of the desk when the books are right.
import { main } from './cli';
import { resumeProgram } from './operator/resume-program';

await main(resumeProgram);
