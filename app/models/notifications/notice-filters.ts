// Record types of each filter of the notification log. Weather alerts are not logged.
import type { NoticeFilter } from '../../contracts/messages';
import type { NotificationRecordType } from '../../trading/domain/notification-records';

export const FILTER_TYPES: Readonly<
  Record<Exclude<NoticeFilter, 'weather'>, readonly NotificationRecordType[]>
> = {
  fills: ['OrderFilled'],
  refusals: ['CommandRefused', 'OrderRejected', 'OrderLost'],
  risk: [
    'TradingHalted',
    'TradingResumed',
    'DrawdownTripped',
    'DrawdownRearmed',
    'CoolOffBegan',
    'MarginCalled',
    'MarginReduced',
    'MarginRestored',
    'CloseRequested',
    'UserDisabled',
    'UserEnabled',
    'PlaybookHalted',
    'PlaybookRearmed',
    'NetworkDemoted',
  ],
  mine: ['CommandReceived', 'CommandRefused'],
};
