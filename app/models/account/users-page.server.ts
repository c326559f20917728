// Page Users: all users with their roles and the state of their live accounts.
import type { UserDto, UsersPageDto } from '../../contracts/users-page';
import { isArmed } from '../../trading/domain/arming';
import { type Book, getBookId } from '../../trading/domain/book';
import type { EpochMs } from '../../trading/domain/units';
import type { Terminal } from '../desk/terminal';
import { isLastOperator, listUsers } from './user.server';

const PAGE_ROWS = 50;

export function buildUsersPage(
  desk: Pick<Terminal, 'db' | 'state'>,
  ownId: string,
  pageText: string | null,
): UsersPageDto {
  const all = listUsers(desk.db);
  const { books, nowMs } = desk.state();
  const pages = Math.max(1, Math.ceil(all.length / PAGE_ROWS));
  const page = Math.min(pages, Math.max(1, Number.parseInt(pageText ?? '1', 10) || 1));
  const shown = all.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS);
  const users = shown.map(
    (user): UserDto => ({
      ...user,
      live: describeLiveAccount(books[getBookId(user.id, 'live')], nowMs),
      isSelf: user.id === ownId,
      isLastOperator: isLastOperator(desk.db, user),
    }),
  );
  return { users, usersTotal: all.length, page, pages };
}

function describeLiveAccount(book: Book | undefined, nowMs: EpochMs): string | null {
  if (!book) return null;
  const { halt, arming } = book;
  if (halt) return `halted, level ${halt.level}`;
  if (isArmed(arming, nowMs)) return 'armed';
  const isRequested = arming?.state === 'requested' && nowMs < arming.untilMs;
  return isRequested ? 'waits for a second person' : 'not armed';
}
