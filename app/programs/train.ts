// npm run train: trains the eight networks on simulated paths.
import { main } from './cli';
import { createTrainProgram } from './train/program';

await main(createTrainProgram());
