-- The notification log lists accounts that came from another server.
DROP INDEX event_notice;
--> statement-breakpoint
CREATE INDEX event_notice ON event (user_id, seq) WHERE type IN ('CommandReceived', 'CommandRefused', 'OrderFilled', 'FillCorrected', 'OrderRejected', 'OrderLost', 'BookReset', 'TradingHalted', 'TradingResumed', 'AccountHalted', 'AccountResumed', 'DrawdownTripped', 'DrawdownRearmed', 'CoolOffBegan', 'MarginCalled', 'MarginReduced', 'MarginRestored', 'CloseRequested', 'UserDisabled', 'UserEnabled', 'SignalFrozen', 'NetworkDemoted', 'PlaybookHalted', 'PlaybookRearmed', 'ArmingRequested', 'AccountArmed', 'AccountDisarmed', 'EntryProposed', 'EntryDeclined', 'BookMovedIn');
