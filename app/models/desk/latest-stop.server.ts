// The emergency stop that still applies to a user: nothing was started or reset since.
import type { EpochMs } from '../../trading/domain/units';
import { getAcceptedCommands } from '../log/accepted-commands.server';
import type { Terminal } from './terminal';

/** Time of the emergency stop; null if none applies. */
export function findEmergencyStop(desk: Terminal, userId: string): EpochMs | null {
  const isRunning = Object.values(desk.state().books).some(
    (book) =>
      book.userId === userId && Object.values(book.commodities).some((one) => one.active === true),
  );
  if (isRunning) return null;
  const accepted = getAcceptedCommands(desk, userId);
  const stop = accepted.get('EmergencyStop');
  const isOver = (['StartTrading', 'ResetBook'] as const).some(
    (type) => (accepted.get(type)?.seq ?? 0) > (stop?.seq ?? 0),
  );
  return stop && !isOver ? stop.atMs : null;
}
