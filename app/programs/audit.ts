// npm run audit: recomputes every stored figure from the event log.
import { main } from './cli';
import { auditProgram } from './books/audit-program';

await main(auditProgram);
