// The process is up: asked by supervisors, answered without looking at anything.
import { textAnswer } from '../server/http/answer.server';
import { probe, readOnly } from '../server/http/guard.server';

export const loader = probe(() => textAnswer('ok\n'));
export const action = readOnly;
