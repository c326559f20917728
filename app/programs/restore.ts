// npm run restore: a backup in the place of the books.
import { main } from './cli';
import { restoreProgram } from './books/restore-program';

await main(restoreProgram);
