-- CreateTable
CREATE TABLE "user_lists" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "position" SMALLINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_lists_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_list_members" (
    "list_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_list_members_pkey" PRIMARY KEY ("list_id","user_id")
);

-- CreateIndex
CREATE INDEX "user_lists_owner_id_position_id_idx" ON "user_lists"("owner_id", "position", "id");

-- CreateIndex
CREATE INDEX "user_list_members_list_id_created_at_user_id_idx" ON "user_list_members"("list_id", "created_at" DESC, "user_id" DESC);

-- CreateIndex
CREATE INDEX "user_list_members_user_id_idx" ON "user_list_members"("user_id");

-- AddForeignKey
ALTER TABLE "user_lists" ADD CONSTRAINT "user_lists_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_list_members" ADD CONSTRAINT "user_list_members_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "user_lists"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_list_members" ADD CONSTRAINT "user_list_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
