/**
 * The story that a reader's link led to, `/r/{code}?to={slug}`, is stored in a signed cookie, so that the story's
 * paywall can name the friend without a database read.
 */

import { reservedSlugs, slugSchema } from '../../src/domain/slug.ts'
import { createTokenCookie, readTokenCookie } from '../identity/cookies.ts'
import type { Deps } from '../identity/edge-context.ts'
import { getPublicName } from '../identity/public-name.ts'
import { findReader } from '../identity/reader-records.ts'
import { findFormerSlugs, type RenamedStoriesDeps } from '../publishing/renamed-stories.ts'

const maxNameLength = 40

const getSlug = (path: string) => path.slice(1)

/** True for the publication's other pages too: only an unlock checks whether the page is a story. */
export function isStoryPath(path: string): boolean {
  const slug = slugSchema.safeParse(getSlug(path))
  return slug.success && !reservedSlugs.has(slug.data)
}

/** Returns the friend's name as visitors see it, possibly empty; null if it can't be read. Costs one database read. */
export async function readFriendName({ firestore, log }: Deps, uid: string) {
  const found = await findReader(firestore, uid)
  if (!found.ok) {
    log('referrer_not_named', { reason: found.failure.kind })
    return null
  }
  if (!found.value || found.value.reader.deletionRequestedAt !== null) return null
  const publicName = getPublicName(found.value.reader.first_name) ?? ''
  return [...publicName].slice(0, maxNameLength).join('')
}

export async function rememberReferredStory(
  { tokens, now, setCookies }: Deps,
  name: string,
  path: string,
): Promise<void> {
  const token = await tokens.issueToken('referred', `${getSlug(path)} ${name}`, now())
  setCookies([createTokenCookie('referred', token)])
}

/** Returns the friend's first name, empty if strangers may not see it; null if no friend's link led to this story. */
export async function findFriendName(
  deps: Deps & RenamedStoriesDeps,
  slug: string,
): Promise<string | null> {
  const { tokens, now, request } = deps
  const subject = await tokens.readToken('referred', readTokenCookie(request, 'referred'), now())
  const [, recorded, name] = /^(\S+) (.*)$/s.exec(subject ?? '') ?? []
  if (recorded === undefined || name === undefined) return null
  if (recorded === slug) return name
  return (await findFormerSlugs(deps, slug, [recorded])).length > 0 ? name : null
}
