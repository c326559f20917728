// Result of an emergency stop by account, from its log records.
import type { ToastMessage } from '../../contracts/messages';
import type { Book } from '../../trading/domain/book';
import { formatCount } from '../../trading/domain/format';
import type { Outcome } from '../../trading/domain/outcome';
import type { LogRecord } from '../../trading/domain/record';

const formatCounted = (number: number, one: string, many = `${one}s`): string =>
  `${formatCount(number)} ${number === 1 ? one : many}`;

function formatAccountSummary(book: Book, records: readonly LogRecord[]): string {
  const accountRecords = records.filter(({ bookId }) => bookId === book.id);
  const stopped = accountRecords.filter(({ type }) => type === 'CommodityStopped').length;
  const cancelled = accountRecords.filter(({ type }) => type === 'OrderCancelled').length;
  const pendingEntries = Object.values(book.orders).filter(
    ({ purpose }) => purpose === 'ENTRY',
  ).length;
  const open = Object.keys(book.positions).length;
  const parts = [
    stopped > 0
      ? `${formatCounted(stopped, 'commodity', 'commodities')} stopped`
      : 'nothing was running',
    ...(cancelled > 0
      ? [`${formatCounted(cancelled, 'working entry order', 'working entry orders')} cancelled`]
      : []),
    ...(pendingEntries > 0
      ? [`${formatCounted(pendingEntries, 'entry', 'entries')} pending cancellation at the broker`]
      : []),
    ...(open > 0
      ? [
          `${formatCounted(open, 'position')} still open, ${open === 1 ? 'its' : 'their'} stops and targets stay`,
        ]
      : []),
  ];
  return `${book.mode.toUpperCase()}: ${parts.join(', ')}.`;
}

/** Message after an emergency stop; stays until dismissed. */
export function buildStopToast(
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
  const hint = isOpen
    ? ' To get out of open positions, use CLOSE ALL on the dashboard, in each mode that holds some.'
    : '';
  return {
    title: 'Emergency stop: no new entries',
    description: `${books.map((book) => formatAccountSummary(book, records)).join(' ')}${hint}`,
    variant: 'destructive',
  };
}
