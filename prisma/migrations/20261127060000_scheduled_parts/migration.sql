CREATE TABLE "scheduled_parts" (
    "scheduled_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "author_id" UUID NOT NULL,
    "content" TEXT NOT NULL,
    "files" SMALLINT NOT NULL,

    CONSTRAINT "scheduled_parts_pkey" PRIMARY KEY ("scheduled_id", "position")
);

CREATE INDEX "scheduled_parts_author_id_idx" ON "scheduled_parts"("author_id");

-- Does not cascade: the previous release, which does not know the parts, must not publish the first
-- one alone. Its deletion of the scheduled thread fails, and with it the publication.
ALTER TABLE "scheduled_parts" ADD CONSTRAINT "scheduled_parts_scheduled_id_fkey" FOREIGN KEY ("scheduled_id") REFERENCES "scheduled_threads"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

ALTER TABLE "scheduled_parts" ADD CONSTRAINT "scheduled_parts_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
