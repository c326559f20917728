// npm run describe-api: writes the API page from its table and schemas.
import { main } from './cli';
import { describeApiProgram } from './describe-api/program';

await main(describeApiProgram);
