// npm run evaluate: skill of networks and forecasts on simulated and real histories.
import { main } from './cli';
import { createEvaluateProgram } from './evaluate/program';

await main(createEvaluateProgram());
