/**
 * Plans redirects from old addresses. A redirect never hides a page or replaces the redirect of another post or source.
 */

import { buildRedirectWrite } from '../../../functions/documents/redirect-write.ts'
import type { Write } from '../../../functions/platform/adapters/firestore.ts'
import { categorySlugs } from '../../../src/domain/category.ts'
import { normalisePath } from '../../../src/domain/redirect.ts'
import { reservedSlugs } from '../../../src/domain/slug.ts'
import { type Note, noteConversion, noteLoss } from '../items/note.ts'
import type { PublicationIndex } from './publication-index.ts'

type RedirectChanges = { readonly writes: Write[]; readonly notes: Note[] }

const reservedAddresses = new Set([
  ...[...reservedSlugs].map((slug) => `/${slug}`),
  ...categorySlugs.map((slug) => `/category/${slug}`),
])

export type RedirectPlanner = {
  /** Plans missing redirects from these addresses; the notes name those that aren't possible. */
  redirect(
    addresses: readonly string[],
    to: string,
    kind?: 'post' | 'archive',
  ): Promise<RedirectChanges>
  /** Removes the redirect from an address that is now a document's. */
  endRedirect(address: string): Promise<RedirectChanges>
}

type RedirectIndex = Pick<PublicationIndex, 'redirects' | 'redirectSources' | 'takenSlugs'> & {
  readonly authors: { has(slug: string): boolean }
  readonly tags: ReadonlyMap<string, string>
}

/** `source` is the source's name in `SourceKeys`. */
export function createRedirectPlanner(
  { redirects, redirectSources, takenSlugs, authors, tags }: RedirectIndex,
  source: string,
): RedirectPlanner {
  const tagAddresses = new Set([...tags.keys()].map((slug) => `/tag/${slug.toLowerCase()}`))
  const isExistingPage = (path: string) =>
    reservedAddresses.has(path) ||
    tagAddresses.has(path) ||
    (path.lastIndexOf('/') === 0 && takenSlugs.has(path.slice(1))) ||
    (path.startsWith('/author/') && authors.has(path.slice('/author/'.length)))

  return {
    async redirect(addresses, to, kind = 'post') {
      const writes: Write[] = []
      const notes: Note[] = []
      const skip = (from: string, reason: string) =>
        notes.push(noteLoss(`old address {} not redirected: ${reason}`, from))
      for (const address of new Set(addresses)) {
        const from = normalisePath(address)
        // An address with an encoded percent sign has no normal form that the site could store.
        if (from === null || normalisePath(from) !== from) {
          skip(address, 'it isn’t a path that the site can redirect')
          continue
        }
        if (from === normalisePath(to) || leadsTo(redirects, from, to)) continue
        const target = redirects.get(from)
        if (isExistingPage(from)) skip(from, 'it is a page of this site')
        else if (target === null) skip(from, 'its redirect was removed')
        // The editor may have changed the mapping of a category or tag.
        else if (target !== undefined && (kind === 'post' || redirectSources.get(from) !== source))
          skip(from, `it already redirects to ${target}`)
        else {
          redirects.set(from, to)
          redirectSources.set(from, source)
          writes.push(await buildRedirectWrite(from, to, source))
        }
      }
      return { writes, notes }
    },
    async endRedirect(from) {
      const to = redirects.get(from)
      if (to === undefined || to === null) return { writes: [], notes: [] }
      redirects.set(from, null)
      return {
        writes: [await buildRedirectWrite(from, null)],
        notes: [
          noteConversion(
            `redirect from {} to ${to} removed: it is now the address of this post`,
            from,
          ),
        ],
      }
    },
  }
}

/** Returns whether redirects lead from one address to another, even in several steps. */
function leadsTo(redirects: ReadonlyMap<string, string | null>, from: string, to: string): boolean {
  let at: string | null | undefined = from
  for (let step = 0; step < 10 && at; step++) {
    at = redirects.get(at)
    if (at === to) return true
  }
  return false
}
