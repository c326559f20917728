// What the networks say of the market that the caller's selected book trades, in the word of the
// caller's risk level.
import { RequestFault, jsonAnswer } from '../../server/http/answer.server';
import { signalLedger, signalsWire } from '../../models/signals/signals.server';
import type { DeskView } from '../../trading/desk';
import { LedgerSchema, SignalsSchema } from '../../contracts/api/signals';
import { type ApiCall, type SignedIn, read } from './call';

async function loadView({ desk, session }: SignedIn): Promise<DeskView> {
  await desk.ensureBook(session.userId);
  const view = desk.view(session.userId);
  if (!view) throw new RequestFault(409, 'The selected mode has no book yet.');
  return view;
}

/** A bare list under both names that programs know; an empty one carries its reason beside it. */
const list = (path: string, summary: string): ApiCall =>
  read(path, { summary, answer: SignalsSchema, faults: ['NO_BOOK_YET'] }, async (call) => {
    const { rows, reason } = signalsWire(call.desk, await loadView(call));
    return jsonAnswer(
      rows,
      200,
      rows.length > 0 || reason === null ? [] : [['X-Empty-Reason', reason]],
    );
  });

export const SIGNAL_CALLS: readonly ApiCall[] = [
  list(
    'ai-trading-signals',
    'Returns active signals, filtered by risk level. An empty list has its reason in `X-Empty-Reason`.',
  ),
  list('trading-signals', 'The same as `ai-trading-signals`.'),
  read(
    'signal-ledger',
    {
      summary:
        'Returns active signals and the scores of earlier ones: benchmarks, calibration and demotions.',
      answer: LedgerSchema,
      faults: ['NO_BOOK_YET'],
    },
    async (call) => signalLedger(call.desk, await loadView(call)),
  ),
];
