UPDATE "reports" SET "person_id" = CASE "target_type"
    WHEN 'user' THEN "target_id"
    WHEN 'thread' THEN (SELECT "author_id" FROM "threads" WHERE "threads"."id" = "target_id")
    ELSE (SELECT "sender_id" FROM "messages" WHERE "messages"."id" = "target_id")
  END
WHERE "person_id" IS NULL;
