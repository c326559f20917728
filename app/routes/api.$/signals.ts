// AI signals of the account's market, filtered by the user's risk level.
import { HttpError, createJsonResponse } from '../../server/http/responses.server';
import { buildSignalTrackRecord, serializeSignals } from '../../models/signals/signals.server';
import type { DeskView } from '../../trading/desk-view';
import { SignalTrackRecordSchema, SignalsSchema } from '../../contracts/api/signals';
import { type ApiCall, type SignedInRequest, defineRead } from './api-call';

async function loadView({ desk, session }: SignedInRequest): Promise<DeskView> {
  await desk.ensureBook(session.userId);
  const view = desk.getView(session.userId);
  if (!view) throw new HttpError(409, 'The selected mode has no account yet.');
  return view;
}

/** Bare list. If it is empty, `X-Empty-Reason` has the reason. */
const defineSignalList = (path: string, summary: string): ApiCall =>
  defineRead(path, { summary, answer: SignalsSchema, faults: ['NO_BOOK_YET'] }, async (call) => {
    const { rows, reason } = serializeSignals(call.desk, await loadView(call));
    return createJsonResponse(
      rows,
      200,
      rows.length > 0 || reason === null ? [] : [['X-Empty-Reason', reason]],
    );
  });

export const SIGNAL_CALLS: readonly ApiCall[] = [
  defineSignalList(
    'ai-trading-signals',
    'Returns active signals, filtered by risk level. An empty list has its reason in `X-Empty-Reason`.',
  ),
  defineSignalList('trading-signals', 'The same as `ai-trading-signals`.'),
  defineRead(
    'signal-ledger',
    {
      summary:
        'Returns active signals and the scores of earlier ones: benchmarks, calibration and demotions.',
      answer: SignalTrackRecordSchema,
      faults: ['NO_BOOK_YET'],
    },
    async (call) => buildSignalTrackRecord(call.desk, await loadView(call)),
  ),
];
