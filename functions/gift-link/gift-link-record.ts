/**
 * `givenArticles/{uid}` lists the articles that a reader has given. `giftLinks/{code}` has the link's article, and the
 * number of times it was opened. Both are written together and deleted with the account.
 */
import { z } from 'zod'
import type { GivenArticle } from '../../src/domain/gift-link/given-articles.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
  type Write,
} from '../platform/adapters/firestore.ts'
import { maxOwnAttempts } from '../platform/adapters/optimistic-lock.ts'

export const givenArticlesPath = (uid: string) => `givenArticles/${uid}`
export const giftLinkPath = (code: string) => `giftLinks/${code}`

const givenArticleSchema = z.object({
  code: z.string().min(1),
  slug: z.string().min(1),
  title: z.string(),
  givenAt: z.date(),
  until: z.date(),
  revokedAt: z.date().nullable(),
})
const recordSchema = z.object({ given: z.array(givenArticleSchema) })

const giftLinkSchema = z.object({
  uid: z.string().min(1),
  slug: z.string().min(1),
  /** The giver's first name; null if they have none that strangers may see. */
  giver: z.string().nullable(),
  until: z.date(),
  revokedAt: z.date().nullable(),
  /** The number of browsers that have opened the link. */
  openings: z.int().min(0).default(0),
})
export type GiftLink = z.infer<typeof giftLinkSchema>

/** `malformed`: the stored record is malformed and isn't overwritten. */
export type GiftLinkFailure = FirestoreFailure | { readonly kind: 'malformed' }

type StoredGiven = {
  readonly given: readonly GivenArticle[]
  /** Null if nothing is stored. */
  readonly updateTime: string | null
}

/** Costs one database read. */
export async function readGivenArticles(
  firestore: Pick<Firestore, 'get'>,
  uid: string,
): Promise<Result<StoredGiven, GiftLinkFailure>> {
  const stored = await firestore.get(givenArticlesPath(uid))
  if (!stored.ok) return stored
  if (!stored.value) return succeed({ given: [], updateTime: null })
  const parsed = recordSchema.safeParse(stored.value.fields)
  if (!parsed.success) return fail({ kind: 'malformed' })
  return succeed({ given: parsed.data.given, updateTime: stored.value.updateTime })
}

/** Returns null for an unknown code. Costs one database read. */
export async function readGiftLink(
  firestore: Pick<Firestore, 'get'>,
  code: string,
): Promise<Result<(GiftLink & { readonly updateTime: string }) | null, GiftLinkFailure>> {
  const stored = await firestore.get(giftLinkPath(code))
  if (!stored.ok) return stored
  if (!stored.value) return succeed(null)
  const parsed = giftLinkSchema.safeParse(stored.value.fields)
  if (!parsed.success) return fail({ kind: 'malformed' })
  return succeed({ ...parsed.data, updateTime: stored.value.updateTime })
}

/**
 * The only function that changes given articles. One commit stores the list with its links. Unchanged articles keep
 * their object identity.
 */
export async function changeGivenArticles<Failure>(
  firestore: Firestore,
  { uid, giver }: { readonly uid: string; readonly giver: string | null },
  change: (
    given: readonly GivenArticle[],
  ) => Result<readonly GivenArticle[], Failure> | Promise<Result<readonly GivenArticle[], Failure>>,
): Promise<
  Result<
    readonly GivenArticle[],
    { readonly refused: Failure } | { readonly failed: GiftLinkFailure }
  >
> {
  for (let attempt = 0; attempt < maxOwnAttempts; attempt++) {
    const found = await readGivenArticles(firestore, uid)
    if (!found.ok) return fail({ failed: found.failure })
    const { given, updateTime } = found.value
    const next = await change(given)
    if (!next.ok) return fail({ refused: next.failure })
    if (next.value === given) return succeed(given)
    const committed = await firestore.commit([
      createSafeWrite(givenArticlesPath(uid), updateTime, { given: next.value }),
      ...createLinkWrites({ uid, giver }, given, next.value),
    ])
    if (committed.ok) return succeed(next.value)
    if (committed.failure.kind !== 'conflict') return fail({ failed: committed.failure })
  }
  return fail({ failed: { kind: 'conflict' } })
}

function createLinkWrites(
  { uid, giver }: { readonly uid: string; readonly giver: string | null },
  before: readonly GivenArticle[],
  after: readonly GivenArticle[],
): Write[] {
  const known = new Map(before.map((article) => [article.code, article]))
  const listed = new Set(after.map(({ code }) => code))
  return [
    ...after
      .filter((article) => known.get(article.code) !== article)
      .map(({ code, slug, givenAt, until, revokedAt }): Write => {
        const set = giftLinkPath(code)
        return known.has(code)
          ? { set, fields: { until, revokedAt }, merge: true, ifExists: true }
          : {
              set,
              fields: { uid, slug, giver, givenAt, until, revokedAt, openings: 0 },
              ifExists: false,
            }
      }),
    ...before
      .filter(({ code }) => !listed.has(code))
      .map(({ code }): Write => ({ remove: giftLinkPath(code) })),
  ]
}

/** A low limit, because openings are only displayed: losing a count under load does no harm. */
const maxCountAttempts = 5

export async function countOpening(
  firestore: Firestore,
  code: string,
): Promise<Result<void, GiftLinkFailure>> {
  for (let attempt = 0; attempt < maxCountAttempts; attempt++) {
    const found = await readGiftLink(firestore, code)
    if (!found.ok) return found
    if (!found.value) return succeed(undefined)
    const { openings, updateTime } = found.value
    const fields = { openings: openings + 1 }
    const counted = await firestore.commit([
      { set: giftLinkPath(code), fields, merge: true, ifUpdatedAt: updateTime },
    ])
    if (counted.ok) return succeed(undefined)
    if (counted.failure.kind !== 'conflict') return counted
  }
  return succeed(undefined)
}
