// Why RUN is disabled: the reason with which the engine rejects the command.
import type { DeskView } from '../../trading/desk-view';
import { getBookId } from '../../trading/domain/book';
import { explainBlockedStart } from '../../trading/engine/blocked-start';
import { shortenIds } from './halts.server';
import type { Terminal } from './terminal';

/** `scope`: RUN of one commodity, or RUN ALL. Null if it is accepted. */
export function explainRunBlock(
  desk: Pick<Terminal, 'state' | 'getModeBlock' | 'getArmingBlock'>,
  { mode }: Pick<DeskView, 'mode'>,
  { userId, scope }: { readonly userId: string; readonly scope: 'one' | 'all' },
): string | null {
  const state = desk.state();
  const book = state.books[getBookId(userId, mode)];
  const modeBlock = desk.getModeBlock({ userId, mode });
  const unarmed = desk.getArmingBlock({ userId, mode });
  const refusal = book && explainBlockedStart(state, book, { scope, modeBlock, unarmed });
  return refusal ? shortenIds(refusal.message) : null;
}
