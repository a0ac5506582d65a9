ALTER TABLE "notifications" VALIDATE CONSTRAINT "notifications_actor_check";
