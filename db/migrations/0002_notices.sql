-- What the notification log reads of a user's desk, and nothing else: records of other types cost it nothing.
CREATE INDEX event_notice ON event (user_id, seq) WHERE type IN ('CommandReceived', 'CommandRefused', 'OrderFilled', 'OrderRejected', 'OrderLost', 'BookReset', 'TradingHalted', 'TradingResumed');
