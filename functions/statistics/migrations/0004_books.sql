-- Hash of PayPal's id of the subscription, PayPal's id of the payment, and until when a gift can be redeemed (ISO 8601).
ALTER TABLE transitions ADD COLUMN subject TEXT;
ALTER TABLE transitions ADD COLUMN payment TEXT;
ALTER TABLE transitions ADD COLUMN redeemableUntil TEXT;

CREATE INDEX transitionsBySubject ON transitions (subject) WHERE subject IS NOT NULL;
CREATE INDEX transitionsByPayment ON transitions (payment) WHERE payment IS NOT NULL;

-- Each movement of money on our PayPal account, and what explains it. What each column means: src/domain/books/README.md.
CREATE TABLE payPalTransactions (
  id TEXT PRIMARY KEY,
  -- ISO 8601, UTC.
  at TEXT NOT NULL,
  -- Of the publication's time zone: 2026-11.
  month TEXT NOT NULL,
  code TEXT NOT NULL,
  -- Minor units; negative if the money leaves us.
  amount INTEGER NOT NULL,
  fee INTEGER NOT NULL,
  currency TEXT NOT NULL,
  -- The payer's, two letters, or '' if PayPal doesn't say.
  country TEXT NOT NULL,
  -- The payment that a refund or a dispute is about.
  original TEXT,
  -- Hash of PayPal's id of the subscription.
  subject TEXT,
  -- NULL until it's explained.
  kind TEXT,
  reason TEXT,
  plan TEXT,
  -- The record in `transitions` that explains it. One record explains one transaction.
  record TEXT UNIQUE,
  -- The parts of a refund that were credit, a share for given months, and more than the price.
  credit INTEGER NOT NULL DEFAULT 0,
  share INTEGER NOT NULL DEFAULT 0,
  excess INTEGER NOT NULL DEFAULT 0,
  -- Of a gift.
  redeemableUntil TEXT
) WITHOUT ROWID;

CREATE INDEX payPalTransactionsByMonth ON payPalTransactions (month);
CREATE INDEX payPalTransactionsByOriginal ON payPalTransactions (original) WHERE original IS NOT NULL;
CREATE INDEX unexplainedTransactions ON payPalTransactions (id) WHERE kind IS NULL;
