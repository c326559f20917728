// Prometheus metrics, for loopback or with the token.
import { createTextResponse } from '../server/http/responses.server';
import { guardProbe, rejectWrites } from '../server/http/guard.server';
import { canReadMetrics, renderMetrics } from '../server/http/metrics.server';
import { startUp } from '../server/desk/start-up.server';

export const loader = guardProbe(async ({ request, address }) => {
  if (!canReadMetrics(request.headers.get('Authorization'), address))
    return createTextResponse('Set METRICS_TOKEN and send it as a bearer token.\n', 401);
  const { text, contentType } = await renderMetrics(await startUp());
  return createTextResponse(text, 200, [['Content-Type', contentType]]);
});
export const action = rejectWrites;
