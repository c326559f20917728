// Backtests: create, list, read and cancel.
import { HttpError, createJsonResponse } from '../../server/http/responses.server';
import {
  BacktestInputSchema,
  requestBacktest,
  findBacktest,
  listBacktests,
} from '../../models/backtests/backtests.server';

import {
  CreatedBacktestSchema,
  BacktestSchema,
  BacktestsSchema,
} from '../../contracts/api/backtest';
import { type ApiCall, NO_INPUT, type SignedInRequest, defineRead, defineWrite } from './api-call';
import type { BacktestDto } from '../../contracts/api/backtest';
import { buildHref } from '../../contracts/base-path';

function loadBacktest({ desk, session, parts }: SignedInRequest): BacktestDto {
  const dto = findBacktest(desk, session.userId, parts['id'] ?? '');
  if (!dto) throw new HttpError(404, 'Backtest not found.');
  return dto;
}

export const BACKTEST_CALLS: readonly ApiCall[] = [
  defineRead(
    'backtests',
    {
      summary: 'Returns your backtests, newest first; the newest 20 are kept.',
      answer: BacktestsSchema,
    },
    ({ desk, session }) => listBacktests(desk, session.userId),
  ),
  defineWrite(
    'backtests',
    BacktestInputSchema,
    {
      summary:
        'Creates a backtest, run in a worker thread; `Location` has its address. One at a time for each user. An `Idempotency-Key` is valid as long as the backtest is kept.',
      answer: CreatedBacktestSchema,
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
      const queued = requestBacktest(desk, session.userId, input, idempotencyKey);
      if (!queued.ok)
        throw new HttpError(
          queued.status,
          queued.message,
          queued.status === 503 ? [['Retry-After', '60']] : [],
        );
      return createJsonResponse({ id: queued.id }, 202, [
        ['Location', buildHref(`/api/backtests/${queued.id}`)],
      ]);
    },
  ),
  defineRead(
    'backtests/:id',
    { summary: 'Returns status and result.', answer: BacktestSchema, faults: ['NO_BACKTEST'] },
    loadBacktest,
  ),
  defineWrite(
    'backtests/:id/cancel',
    NO_INPUT,
    {
      summary: 'Cancels the backtest; a finished one is returned unchanged.',
      answer: BacktestSchema,
      faults: ['NO_BACKTEST'],
    },
    (call) => {
      call.desk.backtests.cancel(call.session.userId, call.parts['id'] ?? '');
      return loadBacktest(call);
    },
  ),
];
