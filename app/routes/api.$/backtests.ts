// Backtests: asking for one, hearing how far it is and what it brought, and ending it.
import { RequestFault, jsonAnswer } from '../../server/http/answer.server';
import {
  BacktestInputSchema,
  askBacktest,
  findBacktest,
  listOfBacktests,
} from '../../models/backtests/backtests.server';

import { AskedSchema, BacktestSchema, BacktestsSchema } from '../../contracts/api/backtest';
import { type ApiCall, NOTHING, type SignedIn, read, write } from './call';
import type { BacktestDto } from '../../contracts/api/backtest';

function found({ desk, session, parts }: SignedIn): BacktestDto {
  const wire = findBacktest(desk, session.userId, parts['id'] ?? '');
  if (!wire) throw new RequestFault(404, 'There is no such backtest.');
  return wire;
}

export const BACKTEST_CALLS: readonly ApiCall[] = [
  read(
    'backtests',
    {
      summary: 'Returns your backtests, newest first; the newest 20 are kept.',
      answer: BacktestsSchema,
    },
    ({ desk, session }) => listOfBacktests(desk, session.userId),
  ),
  write(
    'backtests',
    BacktestInputSchema,
    {
      summary:
        'Creates a backtest, run in a worker thread; `Location` has its address. One at a time for each user. An `Idempotency-Key` is valid as long as the backtest is kept.',
      answer: AskedSchema,
      status: '202',
      faults: [
        'MALFORMED',
        'BACKTEST_OWN',
        'BACKTEST_KEY',
        'BACKTEST_WORLD',
        'BACKTEST_BUSY',
        'BACKTEST_DISK',
      ],
    },
    ({ desk, session, input, idempotencyKey }) => {
      const asked = askBacktest(desk, session.userId, input, idempotencyKey);
      if (!asked.ok)
        throw new RequestFault(
          asked.status,
          asked.message,
          asked.status === 503 ? [['Retry-After', '60']] : [],
        );
      return jsonAnswer({ id: asked.id }, 202, [['Location', `/api/backtests/${asked.id}`]]);
    },
  ),
  read(
    'backtests/:id',
    { summary: 'Returns status and result.', answer: BacktestSchema, faults: ['NO_BACKTEST'] },
    found,
  ),
  write(
    'backtests/:id/cancel',
    NOTHING,
    {
      summary: 'Cancels the backtest; a finished one is returned unchanged.',
      answer: BacktestSchema,
      faults: ['NO_BACKTEST'],
    },
    (call) => {
      call.desk.backtests.cancel(call.session.userId, call.parts['id'] ?? '');
      return found(call);
    },
  ),
];
