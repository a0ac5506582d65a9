-- CreateTable
CREATE TABLE "job_runs" (
    "name" TEXT NOT NULL,
    "ran_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL,
    "error" TEXT,

    CONSTRAINT "job_runs_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "alerts" (
    "name" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "emailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "usage_measurements" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "measured_at" TIMESTAMPTZ(3) NOT NULL,
    "data" JSONB NOT NULL,

    CONSTRAINT "usage_measurements_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "usage_measurements_one_row" CHECK ("id" = 1)
);
