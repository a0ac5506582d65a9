CREATE TABLE "former_usernames" (
    "username" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_usernames_pkey" PRIMARY KEY ("username"),
    CONSTRAINT "former_usernames_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "former_usernames_user_id_idx" ON "former_usernames"("user_id");

CREATE INDEX "former_usernames_expires_at_idx" ON "former_usernames"("expires_at");
