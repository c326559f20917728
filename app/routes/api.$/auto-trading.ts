// Running, stopping and closing, by commodity or all at once.
import { z } from 'zod';
import { RequestFault } from '../../answer.server';
import { COMMODITY_KEYS, commodityKey } from '../../trading/domain/commodity';
import type { Command } from '../../trading/domain/command';
import { COMMAND_FAULTS } from '../../schemas/faults';
import { MappingSchema, StatusSchema, TradingSchema } from '../../schemas/trading';
import { type ApiCall, NOTHING, type SignedIn, read, refusalAnswer, send, write } from './call';
import { NONE_OPEN } from './positions';

/** A slug or another spelling that stands for one commodity alone. */
const commodity = z.string('must be a text').transform((spelling, context) => {
  const key = commodityKey(spelling);
  if (key) return key;
  context.addIssue({ code: 'custom', message: `'${spelling.slice(0, 40)}' is no commodity; there are: ${COMMODITY_KEYS.join(', ')}` });
  return z.NEVER;
}).describe('a slug, or another spelling that stands for one commodity alone, such as NATURAL_GAS');
const MAYBE_COMMODITY = z.looseObject({ commodity: commodity.nullish().describe('absent or null means all') });
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
  return refusal ? refusalAnswer(refusal) : { success: true as const, ...value, ...status(call) };
}

async function closePositions(call: SignedIn<z.infer<typeof COMMODITY>>) {
  const { value, refusal } = await send(call, { type: 'CloseTrading', commodity: call.input.commodity });
  if (refusal) return refusalAnswer(refusal);
  const [waits] = value.refusals ?? [];
  if (value.closedPositions.length === 0 && waits) return refusalAnswer(waits, { placedOrders: value.placedOrders });
  if (value.closedPositions.length === 0) throw new RequestFault(409, NONE_OPEN);
  return { success: true as const, ...value, ...status(call) };
}

export const AUTO_TRADING_CALLS: readonly ApiCall[] = [
  read('auto-trading/status', { tells: 'Which commodities of the selected book run.', answer: StatusSchema }, async (call) => {
    await call.desk.ensureBook(call.session.userId);
    return status(call);
  }),
  write('auto-trading/start', MAYBE_COMMODITY, {
    tells: 'RUN: the commodity takes what its playbook wants now, and decides at each close of a bar from then on. Without a commodity RUN ALL, which also arms the breakers again. Starting what runs is no fault.',
    answer: TradingSchema, faults: ['MALFORMED', 'NO_BROKER', 'DRAWDOWN_STOPPED', ...COMMAND_FAULTS],
  }, (call) => command(call, { type: 'StartTrading', commodity: call.input.commodity ?? null })),
  write('auto-trading/stop', MAYBE_COMMODITY, {
    tells: 'STOP: no new entries, waiting ones are cancelled, protective exits go on, positions stay. Without a commodity STOP ALL. Stopping what stands is no fault, and no rate holds it up.',
    answer: TradingSchema, faults: ['MALFORMED', ...COMMAND_FAULTS],
  }, (call) => command(call, { type: 'StopTrading', commodity: call.input.commodity ?? null })),
  write('auto-trading/close-positions', COMMODITY, {
    tells: 'CLOSE: turns the commodity off and closes its positions at market, in one step.', answer: TradingSchema, faults: ['MALFORMED', 'NONE_OPEN', 'LOCKED', 'SESSION', ...COMMAND_FAULTS],
  }, closePositions),
  write('auto-trading/toggle-commodity', TOGGLE, {
    tells: 'RUN or STOP of one commodity by a switch.', answer: TradingSchema, faults: ['MALFORMED', 'NO_BROKER', 'DRAWDOWN_STOPPED', ...COMMAND_FAULTS],
  }, (call) =>
    command(call, { type: call.input.enabled ? 'StartTrading' : 'StopTrading', commodity: call.input.commodity }),
  ),
  // Every row names its owner from the start, so all there can be to mend is a book that is not open yet.
  write('auto-trading/fix-user-mapping', NOTHING, { tells: 'Opens the book where it is not open yet. Every row names its owner from the start, so that there is nothing else to mend.', answer: MappingSchema, faults: COMMAND_FAULTS }, async (call) => {
    const wasOpen = call.desk.view(call.session.userId) !== null;
    await call.desk.ensureBook(call.session.userId);
    return { success: true as const, fixed: wasOpen ? 0 : 1 };
  }),
];
