// The desk can take orders: it holds its lock, its disk answers, its books passed their audit.
import { jsonAnswer } from '../answer.server';
import { probe, readOnly } from '../guard.server';
import { readiness } from '../health.server';
import { startUp } from '../start-up.server';

export const loader = probe(async () => {
  const reasons = readiness((await startUp()).status());
  return jsonAnswer(reasons.length === 0 ? { status: 'ready' } : { status: 'not ready', reasons }, reasons.length === 0 ? 200 : 503);
});
export const action = readOnly;
