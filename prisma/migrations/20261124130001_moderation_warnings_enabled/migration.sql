-- Users cannot turn off notifications about actions of moderators.
UPDATE "notification_preferences" SET "disabled" = array_remove("disabled", 'moderation_warning')
  WHERE 'moderation_warning' = ANY ("disabled");
