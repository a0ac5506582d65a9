-- Servers of the previous release use the view; a later release removes it.
-- squawk-ignore renaming-table
ALTER TABLE "thread_remains" RENAME TO "pending_purges";
ALTER TABLE "pending_purges" RENAME CONSTRAINT "thread_remains_pkey" TO "pending_purges_pkey";
ALTER TABLE "pending_purges" RENAME CONSTRAINT "thread_remains_thread_id_fkey" TO "pending_purges_thread_id_fkey";
CREATE VIEW "thread_remains" AS SELECT "thread_id" FROM "pending_purges";
