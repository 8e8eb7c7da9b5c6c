/**
 * `__Host-given-{slug}`: access that a gift link has granted to this browser. Each article has its own cookie, so that
 * several links opened at the same time don't overwrite each other. A fresh cookie costs no database read; an older one
 * is compared with its link, so that revoking a link ends access within an hour.
 */
import { z } from 'zod'
import { getGiftLinkState } from '../../src/domain/gift-link/given-articles.ts'
import type { StoryPass } from '../../src/domain/paywall/unlock.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import { isPageWithinLimit } from '../identity/caller-limits.ts'
import { createGivenCookies, readGivenCookies } from '../identity/cookies.ts'
import type { Deps } from '../identity/edge-context.ts'
import { tokenSeconds } from '../identity/session-tokens.ts'
import { type GiftLink, type GiftLinkFailure, readGiftLink } from './gift-link-record.ts'

/** Maximum age in seconds at which the cookie grants access to the text without a database read. */
const givenFreshSeconds = 60 * 60

/**
 * Maximum age in seconds at which the cookie grants access to images, and to the text while the database is
 * unavailable.
 */
export const givenGraceSeconds = 24 * 60 * 60

/** The maximum number of cookies in one browser, because every request contains all of them. */
const maxCookies = 10

export type GivenPass = StoryPass & {
  /** The gift link's code. */
  readonly code: string
}

const formatSubject = ({ slug, code, until }: Omit<GivenPass, 'way'>) =>
  `${slug} ${code} ${until.getTime()}`

const subjectSchema = z
  .string()
  .transform((subject): unknown[] => subject.split(' '))
  .pipe(z.tuple([slugSchema, z.string().min(1), z.stringFormat('milliseconds', /^\d{1,16}$/)]))
  .transform(
    ([slug, code, until]): GivenPass => ({
      slug,
      way: 'gift',
      code,
      until: new Date(Number(until)),
    }),
  )

type CookieDeps = Pick<Deps, 'tokens' | 'now' | 'request'>

/** Returns null unless the caller has a cookie of this age for this article. Costs no database read. */
export async function readGivenPass(
  { tokens, now, request }: CookieDeps,
  slug: string,
  maxAge: number = tokenSeconds.given,
): Promise<GivenPass | null> {
  const token = readGivenCookies(request).get(slug)
  const pass = subjectSchema.safeParse(await tokens.readToken('given', token, now(), maxAge))
  return pass.success && pass.data.slug === slug && pass.data.until > now() ? pass.data : null
}

/**
 * Confirms the pass for an article's text. Costs one database read if the cookie is old. A caller who sends an old
 * cookie too often is `limited`.
 */
export async function confirmGivenPass(
  deps: CookieDeps & Pick<Deps, 'env' | 'firestore' | 'setCookies'>,
  slug: string,
): Promise<Result<GivenPass | null, GiftLinkFailure | { readonly kind: 'limited' }>> {
  const fresh = await readGivenPass(deps, slug, givenFreshSeconds)
  if (fresh) return succeed(fresh)
  const older = await readGivenPass(deps, slug)
  if (!older) return succeed(null)
  if (!(await isPageWithinLimit(deps, 'given'))) return fail({ kind: 'limited' })
  const link = await readGiftLink(deps.firestore, older.code)
  if (!link.ok) {
    const recent = await readGivenPass(deps, slug, givenGraceSeconds)
    return recent ? succeed(recent) : link
  }
  if (!link.value || getGiftLinkState(link.value, deps.now()) !== 'working') {
    deps.setCookies(createGivenCookies(slug, null))
    return succeed(null)
  }
  const pass = { ...older, until: link.value.until }
  await setGivenCookies(deps, pass, link.value)
  return succeed(pass)
}

/** Sets a new cookie, and removes the oldest ones from a browser that has too many. */
export async function setGivenCookies(
  deps: CookieDeps & Pick<Deps, 'setCookies'>,
  pass: Omit<GivenPass, 'way'>,
  { giver }: Pick<GiftLink, 'giver'>,
): Promise<void> {
  const { tokens, now, request, setCookies } = deps
  const token = await tokens.issueToken('given', formatSubject(pass), now())
  const seconds = Math.ceil((pass.until.getTime() - now().getTime()) / 1000)
  // Browsers send older cookies first (RFC 6265, 5.4).
  const others = [...readGivenCookies(request).keys()].filter((slug) => slug !== pass.slug)
  for (const slug of others.slice(0, Math.max(0, others.length - maxCookies + 1))) {
    setCookies(createGivenCookies(slug, null))
  }
  setCookies(createGivenCookies(pass.slug, { token, giver: giver ?? '', seconds }))
}
