/** Keys and counters of the statistics. The tables are in functions/statistics/migrations. Doesn't use zod. */
export const readerKinds = ['guest', 'registered', 'subscriber'] as const
export type ReaderKind = (typeof readerKinds)[number]

/**
 * Columns of `hourly` and `daily` that queue messages contain. Append new ones at the end, because rows in backups
 * contain values without names, in this order.
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

/** Reads that count for the most-read lists. Only the queue's consumer determines them. */
export const listCounters = ['listedReads', 'providerReads'] as const
export const counters = [...queuedCounters, ...listCounters] as const
export type Counter = (typeof counters)[number]

/** The columns of `campaigns`. */
export const campaignCounters = ['views', 'reads', 'walls', 'checkouts'] as const
export type CampaignCounter = (typeof campaignCounters)[number]

/** Percentages of a text. */
export const depthMarks = [25, 50, 75, 100] as const
export type DepthMark = (typeof depthMarks)[number]

export const rejectionReasons = [
  /** The reader's browser opts out of tracking (GPC, DNT). */
  'optedOut',
  /** The browser identifies itself as a program. */
  'robot',
  'unknownEvent',
  'malformed',
  /** The event identifies a different reader from the session's. */
  'foreignReader',
  /** The event was already counted in the same batch. */
  'repeated',
  /** The batch is about more stories than a page can be. */
  'tooManyStories',
  /** The batch contains more pages, hours and sources than a page sends together. */
  'tooManyFigures',
  /** The event is about a story that doesn't exist. */
  'unknownStory',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

export type Rejections = { readonly [Reason in RejectionReason]?: number }
