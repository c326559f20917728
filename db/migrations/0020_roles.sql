-- Role of each user. Users of earlier versions could confirm the arming of each other; the oldest of
-- them, if possible one who may sign in, manages the others.
ALTER TABLE user ADD COLUMN role TEXT NOT NULL DEFAULT 'trader' CHECK (role IN ('viewer', 'trader', 'approver', 'operator'));
--> statement-breakpoint
UPDATE user SET role = 'approver';
--> statement-breakpoint
UPDATE user SET role = 'operator' WHERE id = (SELECT id FROM user ORDER BY is_disabled, created_ms, username LIMIT 1);
