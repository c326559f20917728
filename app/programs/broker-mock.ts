// npm run broker:mock: a double of the gateway of Interactive Brokers.
import { main } from './cli';
import { createMockProgram } from './broker-mock/program';

await main(createMockProgram());
