// npm run broker:mock: a double of a broker.
import { main } from './cli';
import { createMockProgram } from './broker-mock/program';

await main(createMockProgram());
