-- Reads that are the first of their provider's network on a day: the lists of the most read stories need them from several.
ALTER TABLE hourly ADD COLUMN providerReads INTEGER NOT NULL DEFAULT 0;
ALTER TABLE daily ADD COLUMN providerReads INTEGER NOT NULL DEFAULT 0;

-- Earlier reads aren't known by provider: all that are listed count, so that no list empties. Older days are in none.
UPDATE hourly SET providerReads = listedReads WHERE listedReads > 0 AND day >= date('now', '-30 days');
UPDATE daily SET providerReads = listedReads WHERE listedReads > 0 AND day >= date('now', '-30 days');
