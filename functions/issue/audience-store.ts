/**
 * The bucket of recipient snapshots and rendered emails. A range is stored in one object, so an interrupted run can't
 * store only part of it. Methods throw if the bucket is unavailable.
 */
import { z } from 'zod'
import { audienceCountsSchema, origins } from '../../src/domain/issue/audience.ts'
import { type IssueEmail, issueEmailSchema } from '../../src/domain/issue/issue-email.ts'
import type { Audience, Recipient } from './read-audience.ts'

/** The R2 methods that are used. */
export type AudienceBucket = {
  get(key: string): Promise<{ readonly etag: string; text(): Promise<string> } | null>
  put(
    key: string,
    value: string,
    options?: { onlyIf?: { etagDoesNotMatch: string } | { etagMatches: string } },
  ): Promise<unknown>
}

/** Hash, address, origin and when the reader joined. An earlier release stored other values after the address. */
const recipientSchema = z.tuple([
  z.string(),
  z.string(),
  z.enum(origins).catch('imported'),
  z.number().nullable().default(null),
])
type Row = z.infer<typeof recipientSchema>
const frozenRangeSchema = z.object({
  counts: audienceCountsSchema,
  guest: z.array(recipientSchema),
  subscriber: z.array(recipientSchema),
})

const rangeKey = (slug: string, range: number) => `audiences/${slug}/${range}.json`
const emailKey = (slug: string, revision: string) => `emails/${slug}/${revision}.json`

const toRows = (recipients: readonly Recipient[]) =>
  recipients.map(({ hash, email, origin, joinedAt }): Row => [hash, email, origin, joinedAt])
const toRecipients = (rows: readonly Row[]) =>
  rows.map(([hash, email, origin, joinedAt]) => ({ hash, email, origin, joinedAt }))

export function createAudienceStore(bucket: AudienceBucket) {
  const read = async (key: string): Promise<unknown> => {
    const object = await bucket.get(key)
    return object ? JSON.parse(await object.text()) : null
  }

  /**
   * Removes addresses but keeps hashes and positions. Throws if another run has changed the range since it was read,
   * because that run may have removed more.
   */
  const removeAddresses = async (
    slug: string,
    range: number,
    isRemoved: (hash: string) => boolean,
  ) => {
    const key = rangeKey(slug, range)
    const object = await bucket.get(key)
    if (!object) return
    const { counts, guest, subscriber } = frozenRangeSchema.parse(JSON.parse(await object.text()))
    const strip = (rows: readonly Row[]) =>
      rows.map(([hash, email, ...others]): Row => [hash, isRemoved(hash) ? '' : email, ...others])
    const stripped = { counts, guest: strip(guest), subscriber: strip(subscriber) }
    const onlyIf = { etagMatches: object.etag }
    const stored = await bucket.put(key, JSON.stringify(stripped), { onlyIf })
    if (!stored) throw new Error('Another run has changed the range.')
  }

  return {
    /** Returns null if the range isn't frozen. */
    async readRange(slug: string, range: number): Promise<Audience | null> {
      const stored = await read(rangeKey(slug, range))
      if (stored === null) return null
      const { counts, guest, subscriber } = frozenRangeSchema.parse(stored)
      return {
        counts,
        recipients: { guest: toRecipients(guest), subscriber: toRecipients(subscriber) },
      }
    },

    /** Never overwrites a range that another run has frozen since, so read the stored one afterwards. */
    async freezeRange(slug: string, range: number, { counts, recipients }: Audience) {
      const frozen: z.input<typeof frozenRangeSchema> = {
        counts,
        guest: toRows(recipients.guest),
        subscriber: toRows(recipients.subscriber),
      }
      await bucket.put(rangeKey(slug, range), JSON.stringify(frozen), {
        onlyIf: { etagDoesNotMatch: '*' },
      })
    },

    /** Called once an issue has been sent, so that the bucket keeps no addresses of readers who unsubscribe. */
    forgetAddresses: (slug: string, range: number) => removeAddresses(slug, range, () => true),

    /** Removes only these hashes' addresses, while the issue is still being sent. */
    forgetRemoved: (slug: string, range: number, hashes: ReadonlySet<string>) =>
      removeAddresses(slug, range, (hash) => hashes.has(hash)),

    async readEmail(slug: string, revision: string): Promise<IssueEmail | null> {
      const stored = await read(emailKey(slug, revision))
      return stored === null ? null : issueEmailSchema.parse(stored)
    },

    async storeEmail(slug: string, revision: string, email: IssueEmail) {
      await bucket.put(emailKey(slug, revision), JSON.stringify(email))
    },
  }
}

export type AudienceStore = ReturnType<typeof createAudienceStore>
