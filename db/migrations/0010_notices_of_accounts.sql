-- The notification log lists margin calls, closes that wait, and users that an operator disabled or enabled.
DROP INDEX event_notice;
--> statement-breakpoint
CREATE INDEX event_notice ON event (user_id, seq) WHERE type IN ('CommandReceived', 'CommandRefused', 'OrderFilled', 'OrderRejected', 'OrderLost', 'BookReset', 'TradingHalted', 'TradingResumed', 'DrawdownTripped', 'DrawdownRearmed', 'CoolOffBegan', 'MarginCalled', 'MarginReduced', 'MarginRestored', 'CloseRequested', 'UserDisabled', 'UserEnabled', 'SignalFrozen', 'NetworkDemoted', 'PlaybookHalted', 'PlaybookRearmed');
