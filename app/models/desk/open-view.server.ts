// View of the user's selected account, opened if missing.
import type { DeskView } from '../../trading/desk-view';
import type { Terminal } from './terminal';

export async function openView(
  desk: Pick<Terminal, 'ensureBook' | 'getView'>,
  userId: string,
): Promise<DeskView> {
  await desk.ensureBook(userId);
  const view = desk.getView(userId);
  if (!view) throw new Error('the account must exist after ensureBook');
  return view;
}
