// npm run validate-market: compares the simulated market with real markets.
import { useJobRunner } from '../server/jobs/use-runner.server';
import { main } from './cli';
import { createWorld } from '../trading/simulation/world';
import { createValidateProgram } from './validate-market/program';

await main(createValidateProgram(createWorld, useJobRunner));
