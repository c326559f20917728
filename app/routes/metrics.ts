// Figures of the process for a monitor: for this machine, or for who holds the token.
import { textAnswer } from '../server/http/answer.server';
import { probeHandler, readOnly } from '../server/http/guard.server';
import { mayReadMetrics, metricsText } from '../server/http/metrics.server';
import { startUp } from '../server/desk/start-up.server';

export const loader = probeHandler(async ({ request, address }) => {
  if (!mayReadMetrics(request.headers.get('Authorization'), address))
    return textAnswer('Set METRICS_TOKEN and send it as a bearer token.\n', 401);
  const { text, contentType } = await metricsText(await startUp());
  return textAnswer(text, 200, [['Content-Type', contentType]]);
});
export const action = readOnly;
