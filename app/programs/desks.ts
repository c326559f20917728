// npm run desks: many servers behind one front.
import { main } from './cli';
import { desksProgram } from './desks/program';

await main(desksProgram);
