// `npm run arm`: confirms the arming of a live account at the machine, for a user without a second person.
import { getBookId } from '../../trading/domain/book';
import { type Program, UsageError } from '../cli';
import { REQUEST_OPTIONS, REQUEST_OPTION_HELP, getUserId } from './request-options';
import { sendRequest } from './send-request';

export const armProgram: Program = {
  name: 'arm',
  summary:
    'Confirms the arming that a user requested on the page Live, from 15 to 30 minutes after the request. The terminal must be running.',
  usage: 'USER',
  options: REQUEST_OPTIONS,
  optionHelp: { '--reason TEXT': 'reason for the log', ...REQUEST_OPTION_HELP },
  async run(call) {
    const [username] = call.files;
    if (username === undefined || call.files.length > 1)
      throw new UsageError('Give one user name. Try --help.');
    return sendRequest(
      call,
      (db) => ({ type: 'ConfirmArming', bookId: getBookId(getUserId(db, username), 'live') }),
      `The live account of ${username} is armed.`,
    );
  },
};
