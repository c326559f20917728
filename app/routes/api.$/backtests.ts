// Backtests: asking for one, hearing how far it is and what it brought, and ending it.
import { z } from 'zod';
import { RequestFault, jsonAnswer } from '../../answer.server';
import { BacktestInputSchema, askBacktest, backtestOf, listOfBacktests } from '../../backtests.server';
import type { BacktestWire } from '../../messages/backtest';
import { type ApiCall, type SignedIn, read, write } from './call';

function found({ desk, session, parts }: SignedIn): BacktestWire {
  const wire = backtestOf(desk, session.userId, parts['id'] ?? '');
  if (!wire) throw new RequestFault(404, 'There is no such backtest.');
  return wire;
}

export const BACKTEST_CALLS: readonly ApiCall[] = [
  read('backtests', ({ desk, session }) => listOfBacktests(desk, session.userId)),
  write('backtests', BacktestInputSchema, ({ desk, session, input, idempotencyKey }) => {
    const asked = askBacktest(desk, session.userId, input, idempotencyKey);
    if (!asked.ok) throw new RequestFault(asked.status, asked.message, asked.status === 503 ? [['Retry-After', '60']] : []);
    return jsonAnswer({ id: asked.id }, 202, [['Location', `/api/backtests/${asked.id}`]]);
  }),
  read('backtests/:id', found),
  write('backtests/:id/cancel', z.looseObject({}), (call) => {
    call.desk.backtests.cancel(call.session.userId, call.parts['id'] ?? '');
    return found(call);
  }),
];
