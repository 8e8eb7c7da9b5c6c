/** What the desk tells the site, and what it sees of it. */
import { builtFile, parseBuiltNote } from '../../src/contracts/built.ts'
import { signatureHeader, signRequest } from '../../src/contracts/desk-signature.ts'
import { type PublishRequest, webhooks } from '../../src/contracts/publishing.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Desk } from './environment.ts'
import type { Place } from './revision.ts'

/** Milliseconds for one answer of the site. */
const patience = 15_000

type Unanswered = { readonly reason: string }

const reasonOf = (error: unknown): Unanswered => ({
  reason: error instanceof Error ? `it does not answer (${error.name})` : 'it does not answer',
})

/** Asks the site to hold what was committed at that time, as Firestore printed it. */
export async function announce(desk: Desk, at: string): Promise<Result<void, Unanswered>> {
  const path = webhooks.publish
  const body = new TextEncoder().encode(JSON.stringify({ changedAt: at } satisfies PublishRequest))
  const signature = await signRequest({ method: 'POST', path, body }, desk.keys, new Date())
  try {
    const response = await fetch(desk.siteUrl + path, {
      method: 'POST',
      headers: { [signatureHeader]: signature, 'Content-Type': 'application/json' },
      body,
      signal: AbortSignal.timeout(patience),
    })
    await response.body?.cancel()
    return response.ok ? succeed(undefined) : fail({ reason: `it answered ${response.status}` })
  } catch (error) {
    return fail(reasonOf(error))
  }
}

/** The later of two of Firestore's times, which are printed to the microsecond. */
export function laterOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  const difference = Date.parse(one) - Date.parse(other)
  // Within one millisecond the digits behind decide; both end in Z.
  return difference > 0 || (difference === 0 && one > other) ? one : other
}

export function addressOf({ collection, slug }: Place): string {
  switch (collection) {
    case 'articles':
    case 'pages':
      return `/${slug}`
    case 'authors':
      return `/author/${slug}`
    case 'events':
      return `/events/${slug}`
    case 'front':
      return '/'
  }
}

/** Asks until `isThere` or the time is over; answers the seconds that it took. */
async function waitFor(
  isThere: () => Promise<boolean>,
  pause: number,
  limit: number,
): Promise<number | null> {
  const begun = Date.now()
  for (;;) {
    if (await isThere().catch(() => false)) return (Date.now() - begun) / 1000
    if (Date.now() - begun + pause > limit) return null
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

const get = (url: string) =>
  fetch(url, { redirect: 'manual', cache: 'no-store', signal: AbortSignal.timeout(patience) })

/** Until the address answers with a page; the limit is in milliseconds. */
export function waitUntilReadable(desk: Desk, address: string, limit: number) {
  return waitFor(
    async () => {
      const response = await get(desk.siteUrl + address)
      await response.body?.cancel()
      return response.status === 200
    },
    200,
    limit,
  )
}

/** Until the whole site has been built with what was committed at that time. */
export function waitUntilBuilt(desk: Desk, at: string, limit: number) {
  return waitFor(async () => holdsAll(await builtUntil(desk), at), 500, limit)
}

async function builtUntil(desk: Desk): Promise<Date> {
  const response = await get(`${desk.siteUrl}/${builtFile}`)
  return parseBuiltNote(await response.text())
}

/** A note has milliseconds, of the same clock; so in the commit's own millisecond it may be older. */
export function holdsAll(syncedAt: Date, at: string): boolean {
  return syncedAt.getTime() > Date.parse(at)
}
