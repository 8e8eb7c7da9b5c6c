import { redirectKey } from '../../src/domain/redirect.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import {
  articleFields,
  articlePath,
  type Backends,
  type Row,
  type ShelfFailure,
  savedPath,
} from './rows.ts'

/** Two writes each: Firestore takes 500 a commit. */
const mostAtOnce = 250

/**
 * Saves articles that were renamed under the address that they have now, in the place that they had.
 * Answers whether there were any, and there may be more. Done twice at once it is the same as once.
 */
export async function followMoves(
  { firestore, log }: Backends,
  uid: string,
  lost: readonly Row[],
): Promise<Result<boolean, ShelfFailure>> {
  const keys = await Promise.all(lost.map(({ slug }) => redirectKey(`/${slug}`)))
  const redirects = await firestore.getAll(keys.map((key) => `redirects/${key}`))
  if (!redirects.ok) return redirects
  const moves = lost
    .flatMap((row, index) => {
      const to = slugSchema.safeParse(String(redirects.value[index]?.fields.to ?? '').slice(1))
      return to.success ? [{ row, to: to.data }] : []
    })
    .slice(0, mostAtOnce)
  if (moves.length === 0) return succeed(false)
  const there = await firestore.getAll(
    moves.flatMap(({ to }) => [articlePath(to), savedPath(uid, to)]),
    [...articleFields, 'savedAt'],
  )
  if (!there.ok) return there
  const writes = moves.flatMap(({ row, to }, index) => {
    const [article, alreadySaved] = there.value.slice(2 * index, 2 * index + 2)
    if (!article) return []
    return [
      { remove: savedPath(uid, row.slug) },
      ...(alreadySaved ? [] : [{ set: savedPath(uid, to), fields: { ...row.saved } }]),
    ]
  })
  if (writes.length === 0) return succeed(false)
  log('saved_renamed', { count: writes.length })
  const written = await firestore.commit(writes)
  return written.ok ? succeed(true) : written
}
