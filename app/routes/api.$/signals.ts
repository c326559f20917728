// What the networks say of the market that the caller's selected book trades, in the word of the caller's risk level.
import { RequestFault, jsonAnswer } from '../../answer.server';
import { signalLedger, signalsWire } from '../../signals.server';
import type { DeskView } from '../../trading/desk';
import { type ApiCall, type SignedIn, read } from './call';

async function viewOf({ desk, session }: SignedIn): Promise<DeskView> {
  await desk.ensureBook(session.userId);
  const view = desk.view(session.userId);
  if (!view) throw new RequestFault(409, 'The selected mode has no book yet.');
  return view;
}

/** A bare list under both names that programs know; an empty one carries its reason beside it. */
const list = (path: string): ApiCall =>
  read(path, async (call) => {
    const { rows, reason } = signalsWire(call.desk, await viewOf(call));
    return jsonAnswer(rows, 200, rows.length > 0 || reason === null ? [] : [['X-Empty-Reason', reason]]);
  });

export const SIGNAL_CALLS: readonly ApiCall[] = [
  list('ai-trading-signals'),
  list('trading-signals'),
  read('signal-ledger', async (call) => signalLedger(call.desk, await viewOf(call))),
];
