// npm run train: the eight networks, from simulated worlds.
import { main } from './cli';
import { trainProgram } from './train/program';

await main(trainProgram());
