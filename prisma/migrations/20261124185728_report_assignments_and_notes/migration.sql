-- CreateTable
CREATE TABLE "report_assignments" (
    "report_id" UUID NOT NULL,
    "assignee_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "report_assignments_pkey" PRIMARY KEY ("report_id")
);

-- CreateTable
CREATE TABLE "moderation_notes" (
    "id" UUID NOT NULL,
    "author_id" UUID,
    "report_id" UUID,
    "user_id" UUID,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "moderation_notes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "report_assignments_assignee_id_idx" ON "report_assignments"("assignee_id");

-- CreateIndex
CREATE INDEX "moderation_notes_author_id_idx" ON "moderation_notes"("author_id");

-- CreateIndex
CREATE INDEX "moderation_notes_report_id_id_idx" ON "moderation_notes"("report_id", "id" DESC);

-- CreateIndex
CREATE INDEX "moderation_notes_user_id_id_idx" ON "moderation_notes"("user_id", "id" DESC);

-- AddForeignKey
ALTER TABLE "report_assignments" ADD CONSTRAINT "report_assignments_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "reports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_assignments" ADD CONSTRAINT "report_assignments_assignee_id_fkey" FOREIGN KEY ("assignee_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "moderation_notes" ADD CONSTRAINT "moderation_notes_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "moderation_notes" ADD CONSTRAINT "moderation_notes_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "reports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "moderation_notes" ADD CONSTRAINT "moderation_notes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "moderation_notes" ADD CONSTRAINT "moderation_notes_about_check"
  CHECK (num_nonnulls("report_id", "user_id") = 1);
ALTER TABLE "moderation_notes" ADD CONSTRAINT "moderation_notes_text_check"
  CHECK (char_length("text") BETWEEN 1 AND 2000);
