-- Playbooks that were halted and re-armed are told in the notification log.
DROP INDEX event_notice;
--> statement-breakpoint
CREATE INDEX event_notice ON event (user_id, seq) WHERE type IN ('CommandReceived', 'CommandRefused', 'OrderFilled', 'OrderRejected', 'OrderLost', 'BookReset', 'TradingHalted', 'TradingResumed', 'DrawdownTripped', 'DrawdownRearmed', 'CoolOffBegan', 'SignalFrozen', 'NetworkDemoted', 'PlaybookHalted', 'PlaybookRearmed');
