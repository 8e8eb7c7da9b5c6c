-- The stories that are read most, as the cron job found them: 'now', 'week' or 'month'.
CREATE TABLE mostRead (
  name TEXT PRIMARY KEY,
  -- ISO 8601, UTC.
  at TEXT NOT NULL,
  -- JSON, best first; a few more than are shown.
  stories TEXT NOT NULL
) WITHOUT ROWID;
