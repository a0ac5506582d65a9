CREATE TABLE "timeline_markers" (
    "user_id" UUID NOT NULL,
    "timeline" TEXT NOT NULL,
    "last_read_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "timeline_markers_pkey" PRIMARY KEY ("user_id", "timeline"),
    CONSTRAINT "timeline_markers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
