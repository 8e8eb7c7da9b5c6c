-- The shard of networks that was the first to name a campaign on this day, and -1 for an issue. What shards are for:
-- src/domain/statistics/collecting.ts.
ALTER TABLE campaigns ADD COLUMN shard INTEGER NOT NULL DEFAULT -1;
