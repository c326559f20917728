// Bars of a contract of the account's market.
import { BARS_DEFAULT, BarsQuerySchema, BarsSchema } from '../../contracts/api/bars';
import { openView } from '../../models/desk/open-view.server';
import { findChartContract, loadBars, serializeBar } from '../../models/market/bars.server';
import type { Infer } from '../../contracts/api/shape';
import { HttpError } from '../../server/http/responses.server';
import { BAR_INTERVAL_MS } from '../../trading/domain/bar-interval';
import { COMMODITIES } from '../../trading/domain/commodity';
import { formatIsoTime } from '../../trading/domain/format';
import { getChain, getCode } from '../../trading/domain/instrument';
import { type ApiCall, type SignedInRequest, defineReadWithQuery } from './api-call';

/** A request waits this long for a history that is not ready. */
const WAIT_MS = 3000;
const RETRY_S = 2;

async function readBars({ desk, session, input }: SignedInRequest<Infer<typeof BarsQuerySchema>>) {
  const { contract, interval, from, until } = input;
  const { market } = await openView(desk, session.userId);
  const reader = desk.findBars(market);
  if (!reader) throw new HttpError(404, `The market ${market} has no price history.`);
  const instrument = findChartContract(desk, market, contract);
  if (!instrument)
    throw new HttpError(
      404,
      `The market ${market} has no contract ${contract.slice(0, 40)}. Use a code such as NGF27 or a root symbol such as NG.`,
    );
  const intervals = reader.listIntervals(instrument);
  if (!intervals.includes(interval))
    throw new HttpError(
      400,
      `interval: the history of ${getCode(instrument)} has no bars of ${interval}. Available: ${intervals.join(', ') || 'none'}.`,
    );
  const { nowMs } = desk.state();
  const untilMs = until === undefined ? nowMs + 1 : Date.parse(until);
  const fromMs =
    from === undefined ? untilMs - BARS_DEFAULT * BAR_INTERVAL_MS[interval] : Date.parse(from);
  const { bars, fault } = await loadBars(
    reader,
    { instrument, interval, fromMs, untilMs },
    nowMs,
    WAIT_MS,
  );
  if (fault === 'LOADING')
    throw new HttpError(503, 'History is loading. Try again in a few seconds.', [
      ['Retry-After', String(RETRY_S)],
    ]);
  if (fault !== null) throw new HttpError(400, fault);
  return {
    contract: getCode(instrument),
    symbol: getChain(instrument),
    commodity: instrument.commodity,
    priceUnit: COMMODITIES[instrument.commodity].priceUnit,
    interval,
    bars: bars.map((bar) => serializeBar(instrument, bar, nowMs)),
    asOf: formatIsoTime(nowMs),
    market,
  };
}

export const BAR_CALLS: readonly ApiCall[] = [
  defineReadWithQuery(
    'bars',
    BarsQuerySchema,
    {
      summary:
        "Returns bars of a contract of the account's market, oldest first: at most 1,000, from the latest 1,000 of each interval.",
      answer: BarsSchema,
      faults: [
        'MALFORMED',
        'BARS_RANGE',
        'BARS_REACH',
        'BARS_INTERVAL',
        'NO_CONTRACT',
        'NO_BARS',
        'BARS_LOADING',
      ],
    },
    readBars,
  ),
];
