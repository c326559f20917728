// npm run feeds: records answers of public sources and replays them.
import { main } from './cli';
import { createFeedsProgram } from './feeds/program';

await main(createFeedsProgram());
