-- Removes what the deletion of accounts left behind in earlier releases. New deletions remove it themselves.
UPDATE "search_documents" SET "root_author_id" = NULL
WHERE "root_author_id" IS NOT NULL
  AND NOT EXISTS (SELECT FROM "users" WHERE "users"."id" = "search_documents"."root_author_id");

UPDATE "reports" SET "note" = NULL
WHERE "note" IS NOT NULL
  AND ("reporter_id" IS NULL AND "automatic_rule" IS NULL
    OR "person_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "users" WHERE "users"."id" = "reports"."person_id"));

DELETE FROM "moderation_notes" USING "reports"
WHERE "reports"."id" = "moderation_notes"."report_id" AND "reports"."person_id" IS NOT NULL
  AND NOT EXISTS (SELECT FROM "users" WHERE "users"."id" = "reports"."person_id");

-- The entry names the account by its id instead of its username, which is personal data.
UPDATE "audit_entries" SET "details" = "details" - 'assignee' || jsonb_build_object('assigneeId', (
  SELECT "users"."id" FROM "users" WHERE "users"."username" = "audit_entries"."details"->>'assignee'
  UNION ALL
  SELECT "former_usernames"."user_id" FROM "former_usernames"
  WHERE "former_usernames"."username" = "audit_entries"."details"->>'assignee'
  LIMIT 1))
WHERE "action" = 'assign_report' AND "details"->>'assignee' IS NOT NULL;
