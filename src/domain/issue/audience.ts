/** Who gets an issue. The list is divided into ranges of the hashes of addresses, which are spread evenly. */
import { z } from 'zod'

/** Why an entry of the list doesn't get an issue at the time its audience is frozen. */
export const exclusionNames = [
  /** Never confirmed the address. */
  'unconfirmed',
  'unsubscribed',
  /** Asked for a break. */
  'paused',
  /** Reported an issue as spam. */
  'complained',
  /** The address doesn't exist, or hasn't accepted emails for a while. */
  'bounced',
  /** The stored entry can't be read. */
  'unreadable',
] as const
export type ExclusionName = (typeof exclusionNames)[number]

/** Why a recipient of the frozen audience isn't sent the issue after all. */
export const dropNames = [
  ...exclusionNames,
  /** The entry was deleted, or moved to another address, since. */
  'removed',
] as const
export type DropName = (typeof dropNames)[number]

export const recipientCountsSchema = z.object({ guest: z.int(), subscriber: z.int() })
export type RecipientCounts = z.infer<typeof recipientCountsSchema>

/** `candidates` is the number of entries read: recipients and exclusions must add up to it. */
export const audienceCountsSchema = z.object({
  candidates: z.int(),
  recipients: recipientCountsSchema,
  exclusions: z.partialRecord(z.enum(exclusionNames), z.int()),
})
export type AudienceCounts = z.infer<typeof audienceCountsSchema>

export const noAudience: AudienceCounts = {
  candidates: 0,
  recipients: { guest: 0, subscriber: 0 },
  exclusions: {},
}

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, count) => total + count, 0)

export const countRecipients = ({ recipients }: Pick<AudienceCounts, 'recipients'>) =>
  sum(recipients)

/** Whether nobody is missing. */
export const isAudienceComplete = ({ candidates, recipients, exclusions }: AudienceCounts) =>
  candidates === sum(recipients) + sum(exclusions)

export function addAudiences(one: AudienceCounts, other: AudienceCounts): AudienceCounts {
  const exclusions: Partial<Record<ExclusionName, number>> = { ...one.exclusions }
  for (const name of exclusionNames) {
    const count = (one.exclusions[name] ?? 0) + (other.exclusions[name] ?? 0)
    if (count > 0) exclusions[name] = count
  }
  return {
    candidates: one.candidates + other.candidates,
    recipients: {
      guest: one.recipients.guest + other.recipients.guest,
      subscriber: one.recipients.subscriber + other.recipients.subscriber,
    },
    exclusions,
  }
}

/** The audience is counted in parts, because one request couldn't read a list of a million. */
export const countedParts = 16

/** Hashes from `from`, up to but not including `to`; null for the last range. */
export type HashRange = { readonly from: string; readonly to: string | null }

const hashDigits = 4
const hashSpace = 16 ** hashDigits

/** Together the ranges of a division cover every hash once. */
export function getHashRange(index: number, ranges: number): HashRange {
  const format = (part: number) =>
    Math.floor((part * hashSpace) / ranges)
      .toString(16)
      .padStart(hashDigits, '0')
  return { from: format(index), to: index + 1 < ranges ? format(index + 1) : null }
}

/** Of `ranges`, the one that contains a hash. */
export function findRangeIndex(hash: string, ranges: number): number {
  const guess = Math.floor((Number.parseInt(hash.slice(0, hashDigits), 16) * ranges) / hashSpace)
  const { to } = getHashRange(guess, ranges)
  return to !== null && hash >= to ? guess + 1 : guess
}

/** Few enough for one run to freeze, and enough to fill a provider's batches. */
const entriesPerRange = 400

export const countRanges = (candidates: number) =>
  Math.min(hashSpace, Math.max(1, Math.ceil(candidates / entriesPerRange)))
