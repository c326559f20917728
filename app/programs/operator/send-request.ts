import type { Database } from '../../../db/client.server';
import type { RequestCommand } from '../../models/account/operator-request.server';
import { readDataDir } from '../books/data-dir';
import type { ProgramCall } from '../cli';
import { toOutcomeJson, printOutcome } from './print-outcome';
import { readReason, readWaitSeconds } from './request-options';
import { storeRequest, waitForOutcome } from './requests';
import { useDatabase } from './use-database';

/** Stores a request and waits for its answer. Returns the exit code. `done`: printed on success, if any. */
export function sendRequest(
  call: ProgramCall,
  buildCommand: (db: Database) => RequestCommand,
  done?: string,
): Promise<number> {
  const [reason, seconds, dataDir] = [readReason(call), readWaitSeconds(call), readDataDir(call)];
  return useDatabase(dataDir, async (db) => {
    const id = storeRequest(db, buildCommand(db), reason);
    const request = await waitForOutcome(db, dataDir, id, seconds);
    call.printJson(toOutcomeJson(db, request));
    printOutcome(call, db, request);
    if (request.outcome?.ok && done !== undefined) call.print(done);
    return request.outcome?.ok ? 0 : 1;
  });
}
