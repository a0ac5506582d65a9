CREATE TYPE "message_permission" AS ENUM ('everyone', 'requests', 'following', 'nobody');
CREATE TYPE "message_request" AS ENUM ('pending', 'declined');

ALTER TABLE "users"
ADD COLUMN "message_permission" "message_permission" NOT NULL DEFAULT 'everyone';

ALTER TABLE "conversation_members" ADD COLUMN "request" "message_request";
