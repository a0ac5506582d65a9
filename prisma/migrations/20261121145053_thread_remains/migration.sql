-- CreateTable
CREATE TABLE "thread_remains" (
    "thread_id" UUID NOT NULL,

    CONSTRAINT "thread_remains_pkey" PRIMARY KEY ("thread_id")
);

-- AddForeignKey
ALTER TABLE "thread_remains" ADD CONSTRAINT "thread_remains_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE CASCADE ON UPDATE CASCADE;
