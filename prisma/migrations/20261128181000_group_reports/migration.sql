-- Users can report groups. In a migration of its own, because it cannot be used in the same transaction.
ALTER TYPE report_target ADD VALUE 'group' AFTER 'message';
