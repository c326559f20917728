// npm run desk-year: leaves a desk running in simulated markets for a year.
import { main } from './cli';
import { deskYearProgram } from './desk-year/program';

await main(deskYearProgram);
