CREATE TYPE "group_departure" AS ENUM ('left', 'removed', 'declined');

-- Groups have no pair of users: servers of the previous release join the users of a pair and skip groups.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "conversations" ALTER COLUMN "lower_id" DROP NOT NULL;
-- squawk-ignore ban-drop-not-null
ALTER TABLE "conversations" ALTER COLUMN "upper_id" DROP NOT NULL;
ALTER TABLE "conversations"
ADD COLUMN "members_version" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "conversation_members"
ADD COLUMN "is_admin" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "is_group_muted" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN "is_mention_muted" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "joined_seq" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "mentioned_seq" INTEGER NOT NULL DEFAULT 0;

-- Only groups have messages without a sender.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "messages" ALTER COLUMN "sender_id" DROP NOT NULL;
ALTER TABLE "messages"
ADD COLUMN "event" JSONB,
ADD COLUMN "mentions" UUID[];

CREATE TABLE "chat_groups" (
    "conversation_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "picture_key" TEXT,
    "invite_token" TEXT,

    CONSTRAINT "chat_groups_pkey" PRIMARY KEY ("conversation_id")
);

CREATE TABLE "group_departures" (
    "conversation_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "reason" "group_departure" NOT NULL,

    CONSTRAINT "group_departures_pkey" PRIMARY KEY ("conversation_id","user_id")
);

CREATE UNIQUE INDEX "chat_groups_invite_token_key" ON "chat_groups"("invite_token");

CREATE INDEX "group_departures_user_id_idx" ON "group_departures"("user_id");

ALTER TABLE "chat_groups" ADD CONSTRAINT "chat_groups_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "group_departures" ADD CONSTRAINT "group_departures_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "chat_groups"("conversation_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "group_departures" ADD CONSTRAINT "group_departures_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "conversations" ADD CONSTRAINT "conversations_group_check"
CHECK (("lower_id" IS NULL) = ("upper_id" IS NULL)) NOT VALID;
ALTER TABLE "messages" ADD CONSTRAINT "messages_event_check"
CHECK (("type" = 'system') = ("event" IS NOT NULL)) NOT VALID;
ALTER TABLE "chat_groups" ADD CONSTRAINT "chat_groups_name_check" CHECK (char_length("name") BETWEEN 1 AND 60);

CREATE TRIGGER "chat_groups_release_replaced_picture" AFTER UPDATE OF "picture_key" ON "chat_groups"
  FOR EACH ROW WHEN (OLD."picture_key" IS NOT NULL AND OLD."picture_key" IS DISTINCT FROM NEW."picture_key")
  EXECUTE FUNCTION "release_picture_key"();
CREATE TRIGGER "chat_groups_release_picture" AFTER DELETE ON "chat_groups"
  FOR EACH ROW WHEN (OLD."picture_key" IS NOT NULL)
  EXECUTE FUNCTION "release_picture_key"();

-- A server of the previous release deletes all conversations of a deleted account, also groups.
CREATE FUNCTION "keep_group_with_members"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) > 1 FROM conversation_members WHERE conversation_id = OLD.id) THEN
    RETURN NULL;
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER "conversations_keep_group" BEFORE DELETE ON "conversations"
  FOR EACH ROW WHEN (OLD."lower_id" IS NULL)
  EXECUTE FUNCTION "keep_group_with_members"();
