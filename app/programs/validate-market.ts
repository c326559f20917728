// npm run validate-market: how real the simulated market is.
import { main } from './cli';
import { openWorld } from './validate-market/open-world';
import { validateProgram } from './validate-market/program';

await main(validateProgram(openWorld));
