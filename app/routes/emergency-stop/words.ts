// What an emergency stop has done, told book by book from the facts it left.
import type { ToastMessage } from '../../contracts/messages';
import type { Book } from '../../trading/domain/book';
import { formatCount } from '../../trading/domain/format';
import type { Outcome } from '../../trading/domain/outcome';
import type { LogRecord } from '../../trading/domain/record';

const formatSome = (number: number, one: string, many = `${one}s`): string =>
  `${formatCount(number)} ${number === 1 ? one : many}`;

function bookWords(book: Book, records: readonly LogRecord[]): string {
  const own = records.filter(({ bookId }) => bookId === book.id);
  const stopped = own.filter(({ type }) => type === 'CommodityStopped').length;
  const cancelled = own.filter(({ type }) => type === 'OrderCancelled').length;
  const waiting = Object.values(book.orders).filter(({ purpose }) => purpose === 'ENTRY').length;
  const open = Object.keys(book.positions).length;
  const parts = [
    stopped > 0
      ? `${formatSome(stopped, 'commodity', 'commodities')} stopped`
      : 'nothing was running',
    ...(cancelled > 0
      ? [`${formatSome(cancelled, 'working entry order', 'working entry orders')} cancelled`]
      : []),
    ...(waiting > 0
      ? [`${formatSome(waiting, 'entry', 'entries')} pending cancellation at the broker`]
      : []),
    ...(open > 0
      ? [
          `${formatSome(open, 'position')} still open, ${open === 1 ? 'its' : 'their'} stops and targets stay`,
        ]
      : []),
  ];
  return `${book.mode.toUpperCase()}: ${parts.join(', ')}.`;
}

/** The message after an emergency stop. It stays until it is dismissed, whatever came of it. */
export function stopToast(
  outcome: Outcome,
  books: readonly Book[],
  records: readonly LogRecord[],
): ToastMessage {
  if (!outcome.ok)
    return {
      title: 'Emergency stop not stored yet',
      description: outcome.refusal.message,
      variant: 'destructive',
    };
  const isOpen = books.some((book) => Object.keys(book.positions).length > 0);
  const way = isOpen
    ? ' To get out of open positions, use CLOSE ALL on the dashboard, in each mode that holds some.'
    : '';
  return {
    title: 'Emergency stop: no new entries',
    description: `${books.map((book) => bookWords(book, records)).join(' ')}${way}`,
    variant: 'destructive',
  };
}
