-- CreateEnum
CREATE TYPE "gender" AS ENUM ('male', 'female', 'other', 'prefer-not-to-say');

-- CreateEnum
CREATE TYPE "user_role" AS ENUM ('member', 'admin');

-- CreateEnum
CREATE TYPE "session_kind" AS ENUM ('normal', 'handover');

-- CreateEnum
CREATE TYPE "message_type" AS ENUM ('text', 'image', 'video', 'audio');

-- CreateEnum
CREATE TYPE "reaction_type" AS ENUM ('like', 'love', 'laugh', 'angry', 'sad', 'wow');

-- CreateEnum
CREATE TYPE "report_target" AS ENUM ('user', 'thread', 'message');

-- CreateEnum
CREATE TYPE "report_status" AS ENUM ('open', 'resolved', 'dismissed');

-- CreateEnum
CREATE TYPE "notification_type" AS ENUM ('like', 'reaction', 'reply', 'mention', 'repost', 'quote', 'follow', 'follow_request', 'follow_approved', 'poll_ended');

-- CreateEnum
CREATE TYPE "follow_request_status" AS ENUM ('pending', 'approved', 'rejected');

-- CreateEnum
CREATE TYPE "thread_type" AS ENUM ('thread', 'reply', 'quote');

-- CreateEnum
CREATE TYPE "reply_permission" AS ENUM ('ANYONE', 'FOLLOWERS', 'FOLLOWING', 'MENTIONED_ONLY');

-- CreateEnum
CREATE TYPE "media_type" AS ENUM ('image', 'video', 'audio', 'other');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "bio" TEXT,
    "location" TEXT,
    "website" TEXT,
    "phone_number" TEXT,
    "date_of_birth" DATE,
    "gender" "gender",
    "picture_key" TEXT,
    "is_private" BOOLEAN NOT NULL DEFAULT false,
    "is_verified" BOOLEAN NOT NULL DEFAULT false,
    "role" "user_role" NOT NULL DEFAULT 'member',
    "followers_count" INTEGER NOT NULL DEFAULT 0,
    "following_count" INTEGER NOT NULL DEFAULT 0,
    "threads_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "suspended_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "session_kind" NOT NULL DEFAULT 'normal',
    "user_agent" TEXT,
    "address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_resets" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversations" (
    "id" UUID NOT NULL,
    "lower_id" UUID NOT NULL,
    "upper_id" UUID NOT NULL,
    "last_seq" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversation_members" (
    "conversation_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "unread_count" INTEGER NOT NULL DEFAULT 0,
    "read_seq" INTEGER NOT NULL DEFAULT 0,
    "cleared_seq" INTEGER NOT NULL DEFAULT 0,
    "is_muted" BOOLEAN NOT NULL DEFAULT true,
    "is_ignored" BOOLEAN NOT NULL DEFAULT false,
    "last_message_at" TIMESTAMPTZ(3),

    CONSTRAINT "conversation_members_pkey" PRIMARY KEY ("conversation_id","user_id")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "sender_id" UUID NOT NULL,
    "type" "message_type" NOT NULL DEFAULT 'text',
    "content" TEXT NOT NULL,
    "client_message_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "likes" (
    "user_id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "likes_pkey" PRIMARY KEY ("user_id","thread_id")
);

-- CreateTable
CREATE TABLE "reposts" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reposts_pkey" PRIMARY KEY ("user_id","thread_id")
);

-- CreateTable
CREATE TABLE "bookmarks" (
    "user_id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bookmarks_pkey" PRIMARY KEY ("user_id","thread_id")
);

-- CreateTable
CREATE TABLE "reactions" (
    "user_id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "type" "reaction_type" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reactions_pkey" PRIMARY KEY ("user_id","thread_id")
);

-- CreateTable
CREATE TABLE "hashtags" (
    "id" UUID NOT NULL,
    "tag" TEXT NOT NULL,
    "threads_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "hashtags_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "thread_hashtags" (
    "hashtag_id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,

    CONSTRAINT "thread_hashtags_pkey" PRIMARY KEY ("hashtag_id","thread_id")
);

-- CreateTable
CREATE TABLE "thread_mentions" (
    "thread_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "thread_mentions_pkey" PRIMARY KEY ("thread_id","user_id")
);

-- CreateTable
CREATE TABLE "reports" (
    "id" UUID NOT NULL,
    "reporter_id" UUID,
    "target_type" "report_target" NOT NULL,
    "target_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "note" TEXT,
    "status" "report_status" NOT NULL DEFAULT 'open',
    "resolver_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "target_type" TEXT,
    "target_id" UUID,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "user_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" SMALLINT,
    "response" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" UUID NOT NULL,
    "recipient_id" UUID NOT NULL,
    "actor_id" UUID NOT NULL,
    "type" "notification_type" NOT NULL,
    "thread_id" UUID,
    "follow_request_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "follows" (
    "follower_id" UUID NOT NULL,
    "followee_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "follows_pkey" PRIMARY KEY ("follower_id","followee_id")
);

-- CreateTable
CREATE TABLE "follow_requests" (
    "id" UUID NOT NULL,
    "requester_id" UUID NOT NULL,
    "target_id" UUID NOT NULL,
    "status" "follow_request_status" NOT NULL DEFAULT 'pending',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "follow_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "blocks" (
    "blocker_id" UUID NOT NULL,
    "blocked_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blocks_pkey" PRIMARY KEY ("blocker_id","blocked_id")
);

-- CreateTable
CREATE TABLE "mutes" (
    "muter_id" UUID NOT NULL,
    "muted_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mutes_pkey" PRIMARY KEY ("muter_id","muted_id")
);

-- CreateTable
CREATE TABLE "suggestion_dismissals" (
    "user_id" UUID NOT NULL,
    "dismissed_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suggestion_dismissals_pkey" PRIMARY KEY ("user_id","dismissed_id")
);

-- CreateTable
CREATE TABLE "threads" (
    "id" UUID NOT NULL,
    "author_id" UUID,
    "type" "thread_type" NOT NULL DEFAULT 'thread',
    "content" TEXT NOT NULL,
    "reply_permission" "reply_permission" NOT NULL DEFAULT 'ANYONE',
    "parent_id" UUID,
    "root_id" UUID,
    "quoted_id" UUID,
    "level" SMALLINT NOT NULL DEFAULT 0,
    "path" TEXT NOT NULL DEFAULT '',
    "hashtags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "likes_count" INTEGER NOT NULL DEFAULT 0,
    "replies_count" INTEGER NOT NULL DEFAULT 0,
    "reposts_count" INTEGER NOT NULL DEFAULT 0,
    "quotes_count" INTEGER NOT NULL DEFAULT 0,
    "bookmarks_count" INTEGER NOT NULL DEFAULT 0,
    "reaction_counts" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "threads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "thread_revisions" (
    "id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "content" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "thread_revisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "feed_entries" (
    "key" UUID NOT NULL,
    "actor_id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,

    CONSTRAINT "feed_entries_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "media" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "thread_id" UUID,
    "message_id" UUID,
    "position" SMALLINT NOT NULL DEFAULT 0,
    "type" "media_type" NOT NULL,
    "storage_key" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "mime_type" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "duration_ms" INTEGER,
    "blurhash" TEXT,
    "alt_text" TEXT,
    "original_name" TEXT,
    "variants" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "polls" (
    "id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "multiple" BOOLEAN NOT NULL DEFAULT false,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "announced_at" TIMESTAMPTZ(3),
    "voters_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "polls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "poll_options" (
    "id" UUID NOT NULL,
    "poll_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "text" TEXT NOT NULL,
    "votes_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "poll_options_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "poll_ballots" (
    "poll_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "poll_ballots_pkey" PRIMARY KEY ("poll_id","user_id")
);

-- CreateTable
CREATE TABLE "poll_votes" (
    "poll_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "option_id" UUID NOT NULL,

    CONSTRAINT "poll_votes_pkey" PRIMARY KEY ("poll_id","user_id","option_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_username_key" ON "users"("username");

-- CreateIndex
CREATE INDEX "users_followers_count_id_idx" ON "users"("followers_count" DESC, "id");

-- CreateIndex
CREATE INDEX "sessions_user_id_id_idx" ON "sessions"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");

-- CreateIndex
CREATE INDEX "password_resets_user_id_idx" ON "password_resets"("user_id");

-- CreateIndex
CREATE INDEX "password_resets_expires_at_idx" ON "password_resets"("expires_at");

-- CreateIndex
CREATE INDEX "conversations_upper_id_idx" ON "conversations"("upper_id");

-- CreateIndex
CREATE UNIQUE INDEX "conversations_lower_id_upper_id_key" ON "conversations"("lower_id", "upper_id");

-- CreateIndex
CREATE INDEX "conversation_members_user_id_last_message_at_conversation_i_idx" ON "conversation_members"("user_id", "last_message_at" DESC, "conversation_id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "messages_conversation_id_seq_key" ON "messages"("conversation_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "messages_sender_id_client_message_id_key" ON "messages"("sender_id", "client_message_id");

-- CreateIndex
CREATE INDEX "likes_user_id_created_at_thread_id_idx" ON "likes"("user_id", "created_at" DESC, "thread_id" DESC);

-- CreateIndex
CREATE INDEX "likes_thread_id_user_id_idx" ON "likes"("thread_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "reposts_id_key" ON "reposts"("id");

-- CreateIndex
CREATE INDEX "reposts_thread_id_id_idx" ON "reposts"("thread_id", "id" DESC);

-- CreateIndex
CREATE INDEX "bookmarks_user_id_created_at_thread_id_idx" ON "bookmarks"("user_id", "created_at" DESC, "thread_id" DESC);

-- CreateIndex
CREATE INDEX "bookmarks_thread_id_idx" ON "bookmarks"("thread_id");

-- CreateIndex
CREATE INDEX "reactions_thread_id_idx" ON "reactions"("thread_id");

-- CreateIndex
CREATE UNIQUE INDEX "hashtags_tag_key" ON "hashtags"("tag");

-- CreateIndex
CREATE INDEX "hashtags_tag_idx" ON "hashtags"("tag" text_pattern_ops);

-- CreateIndex
CREATE INDEX "hashtags_threads_count_tag_idx" ON "hashtags"("threads_count" DESC, "tag");

-- CreateIndex
CREATE INDEX "thread_hashtags_thread_id_idx" ON "thread_hashtags"("thread_id");

-- CreateIndex
CREATE INDEX "thread_mentions_user_id_thread_id_idx" ON "thread_mentions"("user_id", "thread_id" DESC);

-- CreateIndex
CREATE INDEX "reports_status_id_idx" ON "reports"("status", "id" DESC);

-- CreateIndex
CREATE INDEX "reports_target_type_target_id_idx" ON "reports"("target_type", "target_id");

-- CreateIndex
CREATE INDEX "reports_reporter_id_idx" ON "reports"("reporter_id");

-- CreateIndex
CREATE INDEX "reports_resolver_id_idx" ON "reports"("resolver_id");

-- CreateIndex
CREATE INDEX "audit_entries_actor_id_id_idx" ON "audit_entries"("actor_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_target_type_target_id_id_idx" ON "audit_entries"("target_type", "target_id", "id" DESC);

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "notifications_recipient_id_id_idx" ON "notifications"("recipient_id", "id" DESC);

-- CreateIndex
CREATE INDEX "notifications_actor_id_idx" ON "notifications"("actor_id");

-- CreateIndex
CREATE INDEX "notifications_thread_id_idx" ON "notifications"("thread_id");

-- CreateIndex
CREATE INDEX "notifications_follow_request_id_idx" ON "notifications"("follow_request_id");

-- CreateIndex
CREATE INDEX "follows_follower_id_created_at_followee_id_idx" ON "follows"("follower_id", "created_at" DESC, "followee_id" DESC);

-- CreateIndex
CREATE INDEX "follows_followee_id_created_at_follower_id_idx" ON "follows"("followee_id", "created_at" DESC, "follower_id" DESC);

-- CreateIndex
CREATE INDEX "follow_requests_target_id_status_id_idx" ON "follow_requests"("target_id", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "follow_requests_requester_id_status_id_idx" ON "follow_requests"("requester_id", "status", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "follow_requests_requester_id_target_id_key" ON "follow_requests"("requester_id", "target_id");

-- CreateIndex
CREATE INDEX "blocks_blocker_id_created_at_blocked_id_idx" ON "blocks"("blocker_id", "created_at" DESC, "blocked_id" DESC);

-- CreateIndex
CREATE INDEX "blocks_blocked_id_blocker_id_idx" ON "blocks"("blocked_id", "blocker_id");

-- CreateIndex
CREATE INDEX "mutes_muter_id_created_at_muted_id_idx" ON "mutes"("muter_id", "created_at" DESC, "muted_id" DESC);

-- CreateIndex
CREATE INDEX "mutes_muted_id_idx" ON "mutes"("muted_id");

-- CreateIndex
CREATE INDEX "suggestion_dismissals_dismissed_id_idx" ON "suggestion_dismissals"("dismissed_id");

-- CreateIndex
CREATE INDEX "threads_author_id_id_idx" ON "threads"("author_id", "id" DESC);

-- CreateIndex
CREATE INDEX "threads_root_id_path_idx" ON "threads"("root_id", "path");

-- CreateIndex
CREATE INDEX "threads_parent_id_id_idx" ON "threads"("parent_id", "id");

-- CreateIndex
CREATE INDEX "threads_quoted_id_id_idx" ON "threads"("quoted_id", "id" DESC);

-- CreateIndex
CREATE INDEX "thread_revisions_thread_id_id_idx" ON "thread_revisions"("thread_id", "id" DESC);

-- CreateIndex
CREATE INDEX "feed_entries_actor_id_key_thread_id_idx" ON "feed_entries"("actor_id", "key" DESC, "thread_id");

-- CreateIndex
CREATE INDEX "feed_entries_key_actor_id_thread_id_idx" ON "feed_entries"("key" DESC, "actor_id", "thread_id");

-- CreateIndex
CREATE INDEX "feed_entries_thread_id_idx" ON "feed_entries"("thread_id");

-- CreateIndex
CREATE UNIQUE INDEX "media_storage_key_key" ON "media"("storage_key");

-- CreateIndex
CREATE INDEX "media_thread_id_position_idx" ON "media"("thread_id", "position");

-- CreateIndex
CREATE INDEX "media_message_id_idx" ON "media"("message_id");

-- CreateIndex
CREATE INDEX "media_owner_id_id_idx" ON "media"("owner_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "polls_thread_id_key" ON "polls"("thread_id");

-- CreateIndex
CREATE INDEX "polls_expires_at_idx" ON "polls"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "poll_options_poll_id_position_key" ON "poll_options"("poll_id", "position");

-- CreateIndex
CREATE INDEX "poll_ballots_user_id_idx" ON "poll_ballots"("user_id");

-- CreateIndex
CREATE INDEX "poll_votes_option_id_idx" ON "poll_votes"("option_id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_lower_id_fkey" FOREIGN KEY ("lower_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_upper_id_fkey" FOREIGN KEY ("upper_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_fkey" FOREIGN KEY ("sender_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "likes" ADD CONSTRAINT "likes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "likes" ADD CONSTRAINT "likes_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reposts" ADD CONSTRAINT "reposts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reposts" ADD CONSTRAINT "reposts_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thread_hashtags" ADD CONSTRAINT "thread_hashtags_hashtag_id_fkey" FOREIGN KEY ("hashtag_id") REFERENCES "hashtags"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thread_hashtags" ADD CONSTRAINT "thread_hashtags_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thread_mentions" ADD CONSTRAINT "thread_mentions_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thread_mentions" ADD CONSTRAINT "thread_mentions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_resolver_id_fkey" FOREIGN KEY ("resolver_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_follow_request_id_fkey" FOREIGN KEY ("follow_request_id") REFERENCES "follow_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_fkey" FOREIGN KEY ("follower_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "follows" ADD CONSTRAINT "follows_followee_id_fkey" FOREIGN KEY ("followee_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "follow_requests" ADD CONSTRAINT "follow_requests_requester_id_fkey" FOREIGN KEY ("requester_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "follow_requests" ADD CONSTRAINT "follow_requests_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_fkey" FOREIGN KEY ("blocker_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_fkey" FOREIGN KEY ("blocked_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_muter_id_fkey" FOREIGN KEY ("muter_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_muted_id_fkey" FOREIGN KEY ("muted_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suggestion_dismissals" ADD CONSTRAINT "suggestion_dismissals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suggestion_dismissals" ADD CONSTRAINT "suggestion_dismissals_dismissed_id_fkey" FOREIGN KEY ("dismissed_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "threads" ADD CONSTRAINT "threads_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "threads" ADD CONSTRAINT "threads_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "threads"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "threads" ADD CONSTRAINT "threads_root_id_fkey" FOREIGN KEY ("root_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "threads" ADD CONSTRAINT "threads_quoted_id_fkey" FOREIGN KEY ("quoted_id") REFERENCES "threads"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "thread_revisions" ADD CONSTRAINT "thread_revisions_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feed_entries" ADD CONSTRAINT "feed_entries_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feed_entries" ADD CONSTRAINT "feed_entries_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media" ADD CONSTRAINT "media_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media" ADD CONSTRAINT "media_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media" ADD CONSTRAINT "media_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "polls" ADD CONSTRAINT "polls_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "poll_options" ADD CONSTRAINT "poll_options_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "poll_ballots" ADD CONSTRAINT "poll_ballots_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "poll_ballots" ADD CONSTRAINT "poll_ballots_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_poll_id_user_id_fkey" FOREIGN KEY ("poll_id", "user_id") REFERENCES "poll_ballots"("poll_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "poll_options"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the Prisma schema cannot say.

-- Bytewise order, whatever the database's locale: it is the reading order of replies.
ALTER TABLE "threads" ALTER COLUMN "path" TYPE TEXT COLLATE "C";

-- Files that nothing took up, for the sweep; unread notifications, for the badge.
CREATE INDEX "media_orphans_idx" ON "media" ("created_at") WHERE "thread_id" IS NULL AND "message_id" IS NULL;
CREATE INDEX "notifications_unread_idx" ON "notifications" ("recipient_id") WHERE "read_at" IS NULL;

-- Feed pages are read from the indexes alone, which works only on vacuumed pages.
ALTER TABLE "feed_entries" SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);
ALTER TABLE "threads" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 5000);

-- Limits. The contracts check them first; these hold whatever writes.
ALTER TABLE "users"
  ADD CONSTRAINT "users_email_check" CHECK ("email" = lower("email") AND char_length("email") BETWEEN 3 AND 254),
  ADD CONSTRAINT "users_username_check" CHECK ("username" ~ '^[a-z0-9_.]{3,30}$'),
  ADD CONSTRAINT "users_name_check" CHECK (char_length("name") BETWEEN 1 AND 80),
  ADD CONSTRAINT "users_bio_check" CHECK (char_length("bio") <= 500),
  ADD CONSTRAINT "users_location_check" CHECK (char_length("location") <= 100),
  ADD CONSTRAINT "users_website_check" CHECK (char_length("website") <= 200 AND "website" ~* '^https?://'),
  ADD CONSTRAINT "users_phone_number_check" CHECK (char_length("phone_number") <= 30),
  ADD CONSTRAINT "users_counts_check" CHECK ("followers_count" >= 0 AND "following_count" >= 0 AND "threads_count" >= 0);

ALTER TABLE "sessions" ADD CONSTRAINT "sessions_expires_at_check" CHECK ("expires_at" > "created_at");
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_expires_at_check" CHECK ("expires_at" > "created_at");

ALTER TABLE "threads"
  ADD CONSTRAINT "threads_content_check" CHECK (char_length("content") <= 2000),
  ADD CONSTRAINT "threads_level_check" CHECK ("level" BETWEEN 0 AND 5 AND ("level" = 0) = ("root_id" IS NULL)),
  ADD CONSTRAINT "threads_type_check" CHECK (("type" = 'reply') = ("level" > 0)),
  ADD CONSTRAINT "threads_path_check" CHECK (char_length("path") <= 400),
  ADD CONSTRAINT "threads_deleted_check" CHECK ("deleted_at" IS NULL OR "content" = ''),
  ADD CONSTRAINT "threads_counts_check" CHECK (
    "likes_count" >= 0 AND "replies_count" >= 0 AND "reposts_count" >= 0 AND "quotes_count" >= 0 AND "bookmarks_count" >= 0
  );

ALTER TABLE "thread_revisions" ADD CONSTRAINT "thread_revisions_content_check" CHECK (char_length("content") <= 2000);

ALTER TABLE "media"
  ADD CONSTRAINT "media_use_check" CHECK ("thread_id" IS NULL OR "message_id" IS NULL),
  ADD CONSTRAINT "media_position_check" CHECK ("position" BETWEEN 0 AND 9),
  ADD CONSTRAINT "media_bytes_check" CHECK ("bytes" > 0),
  ADD CONSTRAINT "media_size_check" CHECK ("width" > 0 AND "height" > 0),
  ADD CONSTRAINT "media_alt_text_check" CHECK (char_length("alt_text") <= 1500);

ALTER TABLE "polls"
  ADD CONSTRAINT "polls_question_check" CHECK (char_length("question") BETWEEN 1 AND 300),
  ADD CONSTRAINT "polls_voters_count_check" CHECK ("voters_count" >= 0);
ALTER TABLE "poll_options"
  ADD CONSTRAINT "poll_options_text_check" CHECK (char_length("text") BETWEEN 1 AND 80),
  ADD CONSTRAINT "poll_options_position_check" CHECK ("position" BETWEEN 0 AND 5),
  ADD CONSTRAINT "poll_options_votes_count_check" CHECK ("votes_count" >= 0);

ALTER TABLE "follows" ADD CONSTRAINT "follows_self_check" CHECK ("follower_id" <> "followee_id");
ALTER TABLE "follow_requests" ADD CONSTRAINT "follow_requests_self_check" CHECK ("requester_id" <> "target_id");
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_self_check" CHECK ("blocker_id" <> "blocked_id");
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_self_check" CHECK ("muter_id" <> "muted_id");
ALTER TABLE "suggestion_dismissals" ADD CONSTRAINT "suggestion_dismissals_self_check" CHECK ("user_id" <> "dismissed_id");

ALTER TABLE "hashtags"
  ADD CONSTRAINT "hashtags_tag_check" CHECK (char_length("tag") BETWEEN 1 AND 64),
  ADD CONSTRAINT "hashtags_threads_count_check" CHECK ("threads_count" >= 0);

ALTER TABLE "notifications" ADD CONSTRAINT "notifications_self_check" CHECK ("recipient_id" <> "actor_id");

ALTER TABLE "conversations"
  ADD CONSTRAINT "conversations_pair_check" CHECK ("lower_id" < "upper_id"),
  ADD CONSTRAINT "conversations_last_seq_check" CHECK ("last_seq" >= 0);
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_counts_check" CHECK (
  "unread_count" >= 0 AND "read_seq" >= 0 AND "cleared_seq" >= 0
);
ALTER TABLE "messages"
  ADD CONSTRAINT "messages_seq_check" CHECK ("seq" > 0),
  ADD CONSTRAINT "messages_content_check" CHECK (char_length("content") <= 2000),
  ADD CONSTRAINT "messages_client_message_id_check" CHECK (char_length("client_message_id") BETWEEN 1 AND 100);

ALTER TABLE "reports"
  ADD CONSTRAINT "reports_reason_check" CHECK (char_length("reason") BETWEEN 1 AND 200),
  ADD CONSTRAINT "reports_note_check" CHECK (char_length("note") <= 2000);
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_key_check" CHECK (char_length("key") BETWEEN 1 AND 255);
