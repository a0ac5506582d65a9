-- An action of a moderator has no actor either.
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_actor_check";
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_check"
  CHECK ("actor_id" IS NOT NULL OR "type" IN ('poll_ended', 'moderation_warning')) NOT VALID;
