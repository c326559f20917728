// Liveness probe: responds without any check.
import { createTextResponse } from '../server/http/responses.server';
import { guardProbe, rejectWrites } from '../server/http/guard.server';

export const loader = guardProbe(() => createTextResponse('ok\n'));
export const action = rejectWrites;
