// The desk can take entries: it holds its lock, its disk can be written, trading is not halted.
import { jsonAnswer } from '../server/http/answer.server';
import { probeHandler, readOnly } from '../server/http/guard.server';
import { findHaltCause } from '../models/desk/halts.server';
import { listReadinessFaults } from '../models/desk/health.server';
import { startUp } from '../server/desk/start-up.server';

export const loader = probeHandler(async () => {
  const status = (await startUp()).status();
  const reasons = listReadinessFaults(status);
  if (reasons.length === 0) return jsonAnswer({ status: 'ready' }, 200);
  const halt = reasons.includes('halted') ? { cause: findHaltCause(status.trading.reason) } : {};
  return jsonAnswer({ status: 'not ready', reasons, ...halt }, 503);
});
export const action = readOnly;
