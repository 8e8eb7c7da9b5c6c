-- Reads that count for the lists of the most read stories: from each network, the first few of a story on a day. The lists
-- fill again within their time; reads from before aren't known by network.
ALTER TABLE hourly ADD COLUMN listedReads INTEGER NOT NULL DEFAULT 0;
ALTER TABLE daily ADD COLUMN listedReads INTEGER NOT NULL DEFAULT 0;

-- Reads that are in `listedReads`, so that a network's further ones aren't. Removed when the day is over.
CREATE TABLE networkReads (
  day TEXT NOT NULL,
  -- A keyed hash of the network, the day and the story.
  id TEXT NOT NULL,
  batch TEXT NOT NULL,
  delivery INTEGER NOT NULL,
  PRIMARY KEY (day, id, batch)
) WITHOUT ROWID;
