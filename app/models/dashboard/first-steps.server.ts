// The guided start: which of its steps the user has done in any account.
import type { FirstStepsDto } from '../../contracts/dashboard';
import type { Terminal } from '../desk/terminal';
import { getAcceptedCommands } from '../log/accepted-commands.server';

export function listDoneSteps(desk: Pick<Terminal, 'db' | 'state'>, userId: string): FirstStepsDto {
  const accepted = getAcceptedCommands(desk, userId);
  return {
    hasRun: accepted.has('StartTrading'),
    hasChosen: accepted.has('ChoosePlaybook'),
    hasSaved: accepted.has('SaveSettings'),
  };
}
