-- Ordered by what they may do, so that roles can be compared. A server of the previous release reads
-- the new roles only of accounts that were given one after the upgrade began.
ALTER TYPE "user_role" ADD VALUE IF NOT EXISTS 'moderator' BEFORE 'admin';
ALTER TYPE "user_role" ADD VALUE IF NOT EXISTS 'owner' AFTER 'admin';
