// State of a live account in a word and a sentence.
import type { BrokerStatusDto } from '../../contracts/api/account';
import type { LiveStatusDto } from '../../contracts/live-page';
import { shortenIds } from '../desk/halts.server';
import { isArmed } from '../../trading/domain/arming';
import type { Book } from '../../trading/domain/book';
import { formatMoney, formatSentence, formatHourMinute } from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';

interface StatusContext {
  readonly broker: BrokerStatusDto;
  readonly isSelected: boolean;
  readonly timeZone: string;
  readonly nowMs: EpochMs;
}

export function buildLiveStatus(
  { halt, arming }: Pick<Book, 'halt' | 'arming'>,
  { broker, isSelected, timeZone, nowMs }: StatusContext,
): LiveStatusDto {
  if (halt)
    return {
      word: `HALTED, LEVEL ${halt.level}`,
      tone: 'bad',
      text: formatSentence(shortenIds(halt.reason)),
    };
  if (broker.reason !== null)
    return { word: 'NOT CONNECTED', tone: 'bad', text: formatSentence(broker.reason) };
  if (!isSelected)
    return {
      word: 'NOT SELECTED',
      tone: 'flat',
      text: 'Another mode is selected, so the live account opens nothing.',
    };
  if (isArmed(arming, nowMs) && arming)
    return {
      word: `ARMED UNTIL ${formatHourMinute(arming.untilMs, timeZone)}`,
      tone: 'good',
      text: `Entries are sent until then, or until a loss of ${formatMoney(arming.lossLimitMills)}. Entries of strategies ${arming.needsApproval ? 'wait for your approval' : 'are sent at once'}.`,
    };
  if (arming?.state === 'requested')
    return {
      word: 'WAITS FOR A SECOND PERSON',
      tone: 'warn',
      text: 'Another user signs in and confirms it on this page within 10 minutes, or an operator runs npm run arm on the machine after 15 minutes.',
    };
  return {
    word: 'NOT ARMED',
    tone: 'warn',
    text: 'No entry is sent. Exits, stops and targets work.',
  };
}
