-- CreateEnum
CREATE TYPE "import_kind" AS ENUM ('follows', 'blocks', 'mutes', 'lists');

-- CreateEnum
CREATE TYPE "import_mode" AS ENUM ('merge', 'overwrite');

-- CreateEnum
CREATE TYPE "import_status" AS ENUM ('preview', 'running', 'done');

-- CreateEnum
CREATE TYPE "import_outcome" AS ENUM ('added', 'requested', 'unchanged', 'not_found', 'rejected');

-- CreateTable
CREATE TABLE "imports" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "import_kind" NOT NULL,
    "mode" "import_mode" NOT NULL,
    "status" "import_status" NOT NULL DEFAULT 'preview',
    "rows_count" INTEGER NOT NULL,
    "found_count" INTEGER NOT NULL,
    "removals_count" INTEGER NOT NULL,
    "removed_count" INTEGER NOT NULL DEFAULT 0,
    "next_position" INTEGER NOT NULL DEFAULT 0,
    "examined_until" UUID,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "is_waiting" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_rows" (
    "import_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "username" TEXT,
    "list_name" TEXT,
    "shows_reposts" BOOLEAN NOT NULL DEFAULT true,
    "account_id" UUID,
    "outcome" "import_outcome",

    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("import_id","position")
);

-- CreateIndex
CREATE INDEX "imports_due_idx" ON "imports"("due_at") WHERE "status" = 'running';

-- CreateIndex
CREATE INDEX "imports_created_at_idx" ON "imports"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "imports_user_id_kind_key" ON "imports"("user_id", "kind");

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
