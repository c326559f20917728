// Readiness probe: entries are possible (prices arrive, disk writable, trading not halted).
import { createJsonResponse } from '../server/http/responses.server';
import { guardProbe, rejectWrites } from '../server/http/guard.server';
import { classifyHalt } from '../models/desk/halts.server';
import { listReadinessFaults } from '../models/desk/health.server';
import { startUp } from '../server/desk/start-up.server';

export const loader = guardProbe(async () => {
  const status = (await startUp()).status();
  const reasons = listReadinessFaults(status);
  const degraded = status.failedParts.length > 0 ? { degraded: status.failedParts } : {};
  if (reasons.length === 0) return createJsonResponse({ status: 'ready', ...degraded }, 200);
  const halt = reasons.includes('halted') ? { cause: classifyHalt(status.trading.reason) } : {};
  return createJsonResponse({ status: 'not ready', reasons, ...halt, ...degraded }, 503);
});
export const action = rejectWrites;
