// npm run release: packs the built terminal into an archive.
import { main } from './cli';
import { releaseProgram } from './release/program';

await main(releaseProgram);
