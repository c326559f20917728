// npm run describe-api: the page of the API, made of its table and its schemas.
import { main } from './cli';
import { describeApiProgram } from './describe-api/program';

await main(describeApiProgram);
