// npm run measure-climatology: measures the climatology of the simulated market's weather stocks.
import { main } from './cli';
import { climatologyProgram } from './measure-climatology/program';

await main(climatologyProgram);
