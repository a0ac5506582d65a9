-- A message of moderators has no actor either.
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_actor_check";
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_check"
  CHECK ("actor_id" IS NOT NULL OR "type" IN ('poll_ended', 'moderation_warning', 'report_message')) NOT VALID;
