-- The loudness of a voice message over time, for its waveform.
ALTER TABLE "media" ADD COLUMN "waveform" SMALLINT[];
