// The process is up: asked by supervisors, answered without looking at anything.
import { textAnswer } from '../server/http/answer.server';
import { probeHandler, readOnly } from '../server/http/guard.server';

export const loader = probeHandler(() => textAnswer('ok\n'));
export const action = readOnly;
