// Page Users: all users with their roles and the state of their live accounts.
import type { UserDto, UsersPageDto } from '../../contracts/users-page';
import { type Book, getBookId } from '../../trading/domain/book';
import type { Terminal } from '../desk/terminal';
import { isLastOperator, listUsers } from './user.server';

const PAGE_ROWS = 50;

export function buildUsersPage(
  desk: Pick<Terminal, 'db' | 'state'>,
  ownId: string,
  pageText: string | null,
): UsersPageDto {
  const all = listUsers(desk.db);
  const { books } = desk.state();
  const pages = Math.max(1, Math.ceil(all.length / PAGE_ROWS));
  const page = Math.min(pages, Math.max(1, Number.parseInt(pageText ?? '1', 10) || 1));
  const shown = all.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS);
  const users = shown.map(
    (user): UserDto => ({
      ...user,
      live: describeLiveAccount(books[getBookId(user.id, 'live')]),
      isSelf: user.id === ownId,
      isLastOperator: isLastOperator(desk.db, user),
    }),
  );
  return { users, usersTotal: all.length, page, pages };
}

function describeLiveAccount(book: Book | undefined): string | null {
  if (!book) return null;
  const { halt, arming } = book;
  if (halt) return `halted, level ${halt.level}`;
  if (arming?.state === 'armed') return 'armed';
  return arming?.state === 'requested' ? 'waits for a second person' : 'not armed';
}
