// npm run feed: publishes prices and data for many servers.
import { main } from './cli';
import { feedProgram } from './feed/program';

await main(feedProgram);
