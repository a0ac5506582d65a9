-- CreateTable
CREATE TABLE "daily_stats" (
    "day" DATE NOT NULL,
    "active_users" INTEGER,
    "joined_users" INTEGER NOT NULL DEFAULT 0,
    "left_users" INTEGER NOT NULL DEFAULT 0,
    "threads" INTEGER NOT NULL DEFAULT 0,
    "replies" INTEGER NOT NULL DEFAULT 0,
    "messages" INTEGER NOT NULL DEFAULT 0,
    "reports" INTEGER NOT NULL DEFAULT 0,
    "media_bytes" BIGINT,
    "counted_at" TIMESTAMPTZ(3),

    CONSTRAINT "daily_stats_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "daily_response_times" (
    "day" DATE NOT NULL,
    "bound_ms" INTEGER NOT NULL,
    "requests" BIGINT NOT NULL,

    CONSTRAINT "daily_response_times_pkey" PRIMARY KEY ("day","bound_ms")
);
