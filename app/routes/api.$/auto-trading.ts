// Running, stopping and closing, by commodity or all at once.
import { z } from 'zod';
import { RequestFault } from '../../answer.server';
import { COMMODITY_KEYS, commodityKey } from '../../trading/domain/commodity';
import type { Command } from '../../trading/domain/command';
import { type ApiCall, type SignedIn, read, refusalAnswer, send, write } from './call';
import { NONE_OPEN } from './positions';

const NOTHING = z.looseObject({});
/** A slug or another spelling that stands for one commodity alone. */
const commodity = z.string('must be a text').transform((spelling, context) => {
  const key = commodityKey(spelling);
  if (key) return key;
  context.addIssue({ code: 'custom', message: `'${spelling.slice(0, 40)}' is no commodity; there are: ${COMMODITY_KEYS.join(', ')}` });
  return z.NEVER;
});
const MAYBE_COMMODITY = z.looseObject({ commodity: commodity.nullish() });
const COMMODITY = z.looseObject({ commodity });
const TOGGLE = z.looseObject({ commodity, enabled: z.boolean('must be true or false') });

function status({ desk, session }: SignedIn) {
  const view = desk.view(session.userId);
  if (!view) throw new RequestFault(404, 'This user has no book yet.');
  return {
    globalActive: view.globalActive,
    isActive: view.isActive,
    activeCommodities: view.commodities.filter((row) => row.isActive).map((row) => row.commodity),
    commodities: Object.fromEntries(view.commodities.map((row) => [row.commodity, row.isActive])),
    asOfSeq: view.asOfSeq,
  };
}

/** Sends a command and answers with the status that stands after it. */
async function command(call: SignedIn, asked: Command) {
  const { value, refusal } = await send(call, asked);
  return refusal ? refusalAnswer(refusal) : { success: true, ...value, ...status(call) };
}

async function closePositions(call: SignedIn<z.infer<typeof COMMODITY>>) {
  const { value, refusal } = await send(call, { type: 'CloseTrading', commodity: call.input.commodity });
  if (refusal) return refusalAnswer(refusal);
  const [waits] = value.refusals ?? [];
  if (value.closedPositions.length === 0 && waits) return refusalAnswer(waits, { placedOrders: value.placedOrders });
  if (value.closedPositions.length === 0) throw new RequestFault(409, NONE_OPEN);
  return { success: true, ...value, ...status(call) };
}

export const AUTO_TRADING_CALLS: readonly ApiCall[] = [
  read('auto-trading/status', async (call) => {
    await call.desk.ensureBook(call.session.userId);
    return status(call);
  }),
  write('auto-trading/start', MAYBE_COMMODITY, (call) => command(call, { type: 'StartTrading', commodity: call.input.commodity ?? null })),
  write('auto-trading/stop', MAYBE_COMMODITY, (call) => command(call, { type: 'StopTrading', commodity: call.input.commodity ?? null })),
  write('auto-trading/close-positions', COMMODITY, closePositions),
  write('auto-trading/toggle-commodity', TOGGLE, (call) =>
    command(call, { type: call.input.enabled ? 'StartTrading' : 'StopTrading', commodity: call.input.commodity }),
  ),
  // Every row names its owner from the start, so all there can be to mend is a book that is not open yet.
  write('auto-trading/fix-user-mapping', NOTHING, async (call) => {
    const wasOpen = call.desk.view(call.session.userId) !== null;
    await call.desk.ensureBook(call.session.userId);
    return { success: true, fixed: wasOpen ? 0 : 1 };
  }),
];
