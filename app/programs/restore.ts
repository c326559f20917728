// npm run restore: replaces the database by a backup.
import { main } from './cli';
import { restoreProgram } from './books/restore-program';

await main(restoreProgram);
