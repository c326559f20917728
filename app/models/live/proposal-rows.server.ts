// Entries that wait for approval, with their quotes, sizes and worst losses.
import type { ProposalDto } from '../../contracts/live-page';
import type { Book } from '../../trading/domain/book';
import { COMMODITIES } from '../../trading/domain/commodity';
import type { EntryProposal, ProposedLeg } from '../../trading/domain/entry-proposal';
import { formatMoney, formatPrice, formatSentence, formatSize } from '../../trading/domain/format';
import { getCode } from '../../trading/domain/instrument';
import { addMills } from '../../trading/domain/units';
import { getListedInstrument } from '../../trading/engine/order-settlement';
import { type DeskState, findInstrumentMarket } from '../../trading/engine/state';
import { getPlaybookName } from '../portfolio/serialize-book.server';

export const buildProposals = (state: DeskState, book: Book): readonly ProposalDto[] =>
  Object.values(book.proposals).map((proposal) => buildProposal(state, book, proposal));

const buildProposal = (
  state: DeskState,
  book: Book,
  { id, commodity, playbookId, direction, reason, legs, untilMs }: EntryProposal,
): ProposalDto => ({
  id,
  title: `${COMMODITIES[commodity].displayName}, ${direction} by ${getPlaybookName(commodity, playbookId)}`,
  reason: formatSentence(reason),
  legs: legs.map((leg) => buildLeg(state, book, leg)),
  worstLoss: formatMoney(addMills(...legs.map(({ worstLossMills }) => worstLossMills))),
  untilMs,
});

function buildLeg(
  state: DeskState,
  book: Book,
  { request, bidTicks, askTicks, lastTicks }: ProposedLeg,
): ProposalDto['legs'][number] {
  const instrument = getListedInstrument(state, book, request.instrumentId);
  const now = findInstrumentMarket(state, book.market, request.instrumentId)?.quote;
  return {
    side: request.side,
    size: formatSize(instrument, request.lots),
    contract: getCode(instrument),
    quote: `${formatPrice(instrument, bidTicks)} / ${formatPrice(instrument, askTicks)}`,
    last: formatPrice(instrument, now?.lastTicks ?? lastTicks),
  };
}
