-- Days and hours are those of the publication's time zone. What each table means: functions/statistics/README.md.

CREATE TABLE hourly (
  day TEXT NOT NULL,
  hour INTEGER NOT NULL,
  -- A story, or '' for the other pages.
  slug TEXT NOT NULL,
  -- The specification's page name; 'article' for every story.
  page TEXT NOT NULL,
  source TEXT NOT NULL,
  readerKind TEXT NOT NULL,
  -- Two letters, or '' if Cloudflare doesn't know it.
  country TEXT NOT NULL,
  views INTEGER NOT NULL DEFAULT 0,
  reads INTEGER NOT NULL DEFAULT 0,
  walls INTEGER NOT NULL DEFAULT 0,
  unlocks INTEGER NOT NULL DEFAULT 0,
  checkouts INTEGER NOT NULL DEFAULT 0,
  -- Views that reached a quarter, half, three quarters and the end of the text.
  depth25 INTEGER NOT NULL DEFAULT 0,
  depth50 INTEGER NOT NULL DEFAULT 0,
  depth75 INTEGER NOT NULL DEFAULT 0,
  depth100 INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, hour, slug, page, source, readerKind, country)
) WITHOUT ROWID;

CREATE TABLE daily (
  day TEXT NOT NULL,
  slug TEXT NOT NULL,
  page TEXT NOT NULL,
  source TEXT NOT NULL,
  readerKind TEXT NOT NULL,
  country TEXT NOT NULL,
  views INTEGER NOT NULL DEFAULT 0,
  reads INTEGER NOT NULL DEFAULT 0,
  walls INTEGER NOT NULL DEFAULT 0,
  unlocks INTEGER NOT NULL DEFAULT 0,
  checkouts INTEGER NOT NULL DEFAULT 0,
  depth25 INTEGER NOT NULL DEFAULT 0,
  depth50 INTEGER NOT NULL DEFAULT 0,
  depth75 INTEGER NOT NULL DEFAULT 0,
  depth100 INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, slug, page, source, readerKind, country)
) WITHOUT ROWID;

-- Days whose hourly figures have changed since they were added up in `daily`.
CREATE TABLE touchedDays (day TEXT PRIMARY KEY) WITHOUT ROWID;

-- Batches that were counted. `day` (UTC) is the browser's, `delivery` that of the queue.
CREATE TABLE batches (
  day TEXT NOT NULL,
  id TEXT NOT NULL,
  delivery INTEGER NOT NULL,
  PRIMARY KEY (day, id)
) WITHOUT ROWID;

-- Figures of an issue of The Weekly (source 'newsletter') or of a campaign (source 'campaign').
CREATE TABLE campaigns (
  day TEXT NOT NULL,
  source TEXT NOT NULL,
  -- The issue's slug, or utm_campaign.
  campaign TEXT NOT NULL,
  views INTEGER NOT NULL DEFAULT 0,
  reads INTEGER NOT NULL DEFAULT 0,
  walls INTEGER NOT NULL DEFAULT 0,
  checkouts INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, source, campaign)
) WITHOUT ROWID;

-- Events that weren't counted.
CREATE TABLE rejections (
  day TEXT NOT NULL,
  reason TEXT NOT NULL,
  events INTEGER NOT NULL,
  PRIMARY KEY (day, reason)
) WITHOUT ROWID;

-- Readers who used their first, second, third free story. `month`: 2026-11.
CREATE TABLE meterSteps (
  month TEXT NOT NULL,
  readerKind TEXT NOT NULL,
  step INTEGER NOT NULL,
  readers INTEGER NOT NULL,
  PRIMARY KEY (month, readerKind, step)
) WITHOUT ROWID;

-- Transitions of subscriptions, gifts, registrations and newsletter sign-ups, copied from Firestore. No uid, no address.
CREATE TABLE transitions (
  id TEXT PRIMARY KEY,
  day TEXT NOT NULL,
  -- ISO 8601, UTC.
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  plan TEXT,
  -- Minor units.
  amount INTEGER,
  currency TEXT,
  reason TEXT,
  landing TEXT,
  source TEXT,
  lastArticle TEXT,
  wallArticle TEXT,
  campaign TEXT,
  issue TEXT
) WITHOUT ROWID;

CREATE INDEX transitionsByDay ON transitions (day, kind);
