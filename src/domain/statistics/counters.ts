/** Names that the statistics are counted by. The tables are in functions/statistics/migrations. Free of zod. */
export const readerKinds = ['guest', 'registered', 'subscriber'] as const
export type ReaderKind = (typeof readerKinds)[number]

/**
 * Columns of `hourly` and `daily` that messages of the queue have. New ones come last: rows of backups have values without
 * names, in this order.
 */
export const queuedCounters = [
  'views',
  'reads',
  'walls',
  'unlocks',
  'checkouts',
  'depth25',
  'depth50',
  'depth75',
  'depth100',
] as const
export type QueuedCounter = (typeof queuedCounters)[number]

/** Reads that count for the lists of the most read stories, which only the queue's consumer finds. */
export const listCounters = ['listedReads', 'providerReads'] as const
export const counters = [...queuedCounters, ...listCounters] as const
export type Counter = (typeof counters)[number]

/** Columns of `campaigns`. */
export const campaignCounters = ['views', 'reads', 'walls', 'checkouts'] as const
export type CampaignCounter = (typeof campaignCounters)[number]

/** Percent of a text. */
export const depthMarks = [25, 50, 75, 100] as const
export type DepthMark = (typeof depthMarks)[number]

export const rejectionReasons = [
  /** The reader's browser asks not to be tracked (GPC, DNT). */
  'optedOut',
  /** The browser says that it is a program. */
  'robot',
  'unknownEvent',
  'malformed',
  /** Identifies another reader than the session's. */
  'foreignReader',
  /** The same batch had counted it already. */
  'repeated',
  /** The batch is about more stories than a page has. */
  'tooManyStories',
  /** The batch has more pages, hours and sources than a page sends at once. */
  'tooManyFigures',
  /** The event is about a story that doesn't exist. */
  'unknownStory',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

export type Rejections = { readonly [Reason in RejectionReason]?: number }
