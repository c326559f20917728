// npm run evaluate: what the forecasts are worth on real histories.
import { main } from './cli';
import { evaluateProgram } from './evaluate/program';

await main(evaluateProgram());
