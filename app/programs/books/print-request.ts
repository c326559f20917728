// `npm run audit -- --request ID`: follows one request from its command to the fills.
import { type Database, closeDatabase } from '../../../db/client.server';
import { listRequestRecords, hasStoredRequests } from '../../models/log/request-records.server';
import { type ProgramCall, UsageError } from '../cli';
import { openMigrated } from './audit-file';
import { type RequestLine, describeRequestRecords } from './request-lines';

const FOUND = 0;
const NOT_FOUND = 1;

export function printRequest(call: ProgramCall, path: string, requestId: string): number {
  const db = openMigrated(path);
  try {
    assertRequestsStored(db, path);
    const lines = describeRequestRecords(db, listRequestRecords(db, requestId));
    call.printJson({ file: path, requestId, records: lines });
    call.print([`Request ${requestId}`, ...formatLines(lines)].join('\n'));
    return lines.length > 0 ? FOUND : NOT_FOUND;
  } finally {
    closeDatabase(db);
  }
}

/** A backup of an earlier version has no table of requests. */
function assertRequestsStored(db: Database, path: string): void {
  if (!hasStoredRequests(db))
    throw new UsageError(
      `${path} is of an earlier version, which stored no requests. Start the terminal once to migrate it.`,
    );
}

const formatLines = (lines: readonly RequestLine[]): readonly string[] =>
  lines.length === 0
    ? [
        'No command of this request is stored. It changed nothing, or its command was a repeat: then the first request has it.',
      ]
    : lines.map(
        ({ seq, at, orderId, text }) =>
          `${at}  record ${seq}  ${orderId === null ? '' : `order ${orderId}  `}${text}`,
      );
