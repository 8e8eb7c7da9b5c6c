/** An issue's audience. The list is divided into ranges of the addresses' hashes, which are distributed evenly. */
import { z } from 'zod'
import { day } from '../duration.ts'
import type { NewsletterEntry } from '../newsletter/newsletter-entry.ts'
import { exclusionReasons } from '../newsletter/suppression.ts'
import { type IssueVersion, issueVersions } from './issue-email.ts'

/** Reasons why an entry doesn't get an issue, determined when the audience is frozen. */
const exclusionNames = [
  ...exclusionReasons,
  /** The stored entry is malformed. */
  'malformed',
] as const
export type ExclusionName = (typeof exclusionNames)[number]

/** Reasons why a recipient in the snapshot isn't sent the issue after all. */
export const dropNames = [
  ...exclusionNames,
  /** The entry has since been deleted, or moved to another address. */
  'removed',
  /** There are too many newcomers who may be one person (surplus.ts). */
  'surplus',
] as const
export type DropName = (typeof dropNames)[number]

const recipientCountsSchema = z.object({ guest: z.int(), subscriber: z.int() })
export type RecipientCounts = z.infer<typeof recipientCountsSchema>

/**
 * Counts addresses that joined or left the audience since an approval because of their reader or mailbox. Any number of
 * these is normal, and doesn't mean that the list is damaged.
 */
const ownChangesSchema = z.object({ joined: z.int(), left: z.int() })
export type OwnChanges = z.infer<typeof ownChangesSchema>

export const noOwnChanges: OwnChanges = { joined: 0, left: 0 }

/** `candidates` is the number of entries; recipients and exclusions must add up to it. */
export const audienceCountsSchema = z.object({
  candidates: z.int(),
  /** Numbers of recipients, keyed by version. */
  recipients: recipientCountsSchema,
  exclusions: z.partialRecord(z.enum(exclusionNames), z.int()),
  /** The changes since the approval, only while an audience is being frozen. */
  ownChanges: ownChangesSchema.optional(),
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

/** Returns whether every reader is counted. */
export const isAudienceComplete = ({ candidates, recipients, exclusions }: AudienceCounts) =>
  candidates === sum(recipients) + sum(exclusions)

/** In milliseconds. The desk counts the list and asks the editor before it approves. */
const approvalTime = 60 * 60 * 1000

/** Returns the earliest time at which the count shown to the editor may have begun. `approvedAt` is in milliseconds. */
export const getOwnChangesStart = (approvedAt: number) => new Date(approvedAt - approvalTime)

/** Days for which an address is recent. An address that returns after a failure is recent again. */
const recentDays = 90

/** The reason why an address gets issues: an import, or its reader, who may be anyone. */
export const origins = ['imported', 'recent', 'settled'] as const
export type Origin = (typeof origins)[number]

/** An address that an earlier release stored without the time counts as imported. */
export function getOrigin(
  { deliveryChangedAt }: Pick<NewsletterEntry, 'deliveryChangedAt'>,
  now: Date,
): Origin {
  if (deliveryChangedAt === null) return 'imported'
  const age = now.getTime() - deliveryChangedAt.getTime()
  return age < recentDays * day ? 'recent' : 'settled'
}

/**
 * The allowed difference between an audience and what the editor was shown. Changes made since by readers and mailboxes
 * don't count, however many: a stranger with a domain can cause them.
 */
const expectedChange = { share: 0.05, recipients: 20 } as const

/** `approved` is the number of recipients. */
export function isAudienceAsApproved(audience: AudienceCounts, approved: number): boolean {
  const { joined, left } = audience.ownChanges ?? noOwnChanges
  const expected = Math.max(expectedChange.recipients, approved * expectedChange.share)
  const change = countRecipients(audience) - approved
  return change <= expected + joined && -change <= expected + left
}

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
    ...(one.ownChanges || other.ownChanges
      ? { ownChanges: addOwnChanges(one.ownChanges, other.ownChanges) }
      : {}),
  }
}

const addOwnChanges = (one = noOwnChanges, other = noOwnChanges): OwnChanges => ({
  joined: one.joined + other.joined,
  left: one.left + other.left,
})

/** The audience is counted in parts, because one request couldn't read a list of a million addresses. */
export const countedParts = 64

/** Hashes from `from` up to, but not including, `to`; null for the last range. */
export type HashRange = { readonly from: string; readonly to: string | null }

const hashDigits = 4
const hashSpace = 16 ** hashDigits

/** Returns one range. Together, a division's ranges cover every hash once. */
export function getHashRange(index: number, ranges: number): HashRange {
  const format = (part: number) =>
    Math.floor((part * hashSpace) / ranges)
      .toString(16)
      .padStart(hashDigits, '0')
  return { from: format(index), to: index + 1 < ranges ? format(index + 1) : null }
}

/** Returns the index of the range that contains a hash. */
export function findRangeIndex(hash: string, ranges: number): number {
  const guess = Math.floor((Number.parseInt(hash.slice(0, hashDigits), 16) * ranges) / hashSpace)
  const { to } = getHashRange(guess, ranges)
  return to !== null && hash >= to ? guess + 1 : guess
}

/** One run can freeze this many entries, which fill a provider's batches. */
const entriesPerRange = 400

export const countRanges = (candidates: number) =>
  Math.min(hashSpace, Math.max(1, Math.ceil(candidates / entriesPerRange)))

/** A recipient's position in a frozen range. */
export type RecipientPlace = {
  readonly range: number
  readonly version: IssueVersion
  /** The index among the range's recipients of this version. */
  readonly index: number
}

/** Returns the chunk's id, which is part of queue messages and of the provider's events. */
export const formatChunkId = ({ range, version, index }: RecipientPlace, batchSize: number) =>
  `${range}-${version}-${Math.floor(index / batchSize)}`

const chunkIdPattern = /^(\d{1,5})-(guest|subscriber)-(\d{1,5})$/

/** Returns the position of the chunk's first recipient; null for an invalid id. */
export function parseChunkId(id: string, batchSize: number): RecipientPlace | null {
  const [, range, version, number] = chunkIdPattern.exec(id) ?? []
  if (range === undefined || version === undefined || number === undefined) return null
  return {
    range: Number(range),
    version: version as IssueVersion,
    index: Number(number) * batchSize,
  }
}

type PlannedChunk = Omit<RecipientPlace, 'range'> & {
  readonly id: string
  readonly size: number
}

/** Each call to a provider contains one version, because some providers send one text to all recipients. */
export function planChunks(
  range: number,
  recipients: RecipientCounts,
  batchSize: number,
): readonly PlannedChunk[] {
  return issueVersions.flatMap((version) =>
    Array.from({ length: Math.ceil(recipients[version] / batchSize) }, (_, number) => {
      const index = number * batchSize
      return {
        id: formatChunkId({ range, version, index }, batchSize),
        version,
        index,
        size: Math.min(batchSize, recipients[version] - index),
      }
    }),
  )
}
