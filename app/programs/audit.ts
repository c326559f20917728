// npm run audit: every figure of the books, recomputed from their log.
import { main } from './cli';
import { auditProgram } from './books/audit-program';

await main(auditProgram);
