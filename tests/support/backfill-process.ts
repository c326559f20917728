// `npm run feeds -- backfill` as a process of its own, to be killed.
import { main } from '../../app/programs/cli';
import { createFeedsProgram } from '../../app/programs/feeds/program';

await main(createFeedsProgram());
