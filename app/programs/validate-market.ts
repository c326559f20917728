// npm run validate-market: how real the simulated market is.
import { main } from './cli';
import { createWorld } from '../trading/simulation/world';
import { validateProgram } from './validate-market/program';

await main(validateProgram(createWorld));
