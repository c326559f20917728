// npm run backup: an audited copy of the database.
import { main } from './cli';
import { backupProgram } from './books/backup-program';

await main(backupProgram);
