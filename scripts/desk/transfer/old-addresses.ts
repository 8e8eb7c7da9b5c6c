/**
 * Old addresses that lead to new ones. None hides a page that there is, none is taken from where it
 * leads already, and an address that stays the same needs none.
 */
import type { Write } from '../../../functions/adapters/firestore.ts'
import { categorySlugs } from '../../../src/domain/category.ts'
import { normalAddress } from '../../../src/domain/redirect.ts'
import { reservedSlugs } from '../../../src/domain/slug.ts'
import { tagSlugs } from '../../../src/domain/tag.ts'
import { buildRedirectWrite } from '../redirect-write.ts'
import type { DeskIndex } from './desk-index.ts'

export type Moves = { readonly writes: Write[]; readonly notes: string[] }

const ownAddresses = new Set([
  ...[...reservedSlugs].map((slug) => `/${slug}`),
  ...categorySlugs.map((slug) => `/category/${slug}`),
  ...tagSlugs.map((slug) => `/tag/${slug.toLowerCase()}`),
])

export type OldAddresses = {
  /** Redirects that are wanting for these addresses, and why others cannot be. Noted as made. */
  lead(addresses: readonly string[], to: string, kind?: 'post' | 'archive'): Promise<Moves>
  /** Ends what leads away from an address that is a document's own from now on. */
  endFrom(address: string): Promise<Moves>
}

export function oldAddresses({ redirects, taken, authors }: DeskIndex): OldAddresses {
  const isPage = (path: string) =>
    ownAddresses.has(path) ||
    (path.lastIndexOf('/') === 0 && taken.has(path.slice(1))) ||
    (path.startsWith('/author/') && authors.has(path.slice('/author/'.length)))

  /** Whether an address comes to another by the redirects that there are. */
  function leadsTo(from: string, to: string): boolean {
    let at: string | null | undefined = from
    for (let step = 0; step < 10; step++) {
      at = redirects.get(at)
      if (at === to) return true
      if (at === undefined || at === null) return false
    }
    return false
  }

  return {
    async lead(addresses, to, kind = 'post') {
      const writes: Write[] = []
      const notes: string[] = []
      for (const address of new Set(addresses)) {
        const from = normalAddress(address)
        // An address with an encoded percent sign has no normal form that the site could store.
        if (from === null || normalAddress(from) !== from) {
          notes.push(`the old address ${address} cannot lead here: it has no path of its own`)
          continue
        }
        if (from === normalAddress(to) || leadsTo(from, to)) continue
        const now = redirects.get(from)
        if (isPage(from)) {
          notes.push(`the old address ${from} cannot lead here: it is a page of this site`)
        } else if (now === null || (now !== undefined && kind === 'post')) {
          notes.push(
            `the old address ${from} ${now === null ? 'was ended' : `leads to ${now} already`}`,
          )
        } else {
          redirects.set(from, to)
          writes.push(await buildRedirectWrite(from, to))
        }
      }
      return { writes, notes }
    },
    async endFrom(from) {
      const to = redirects.get(from)
      if (to === undefined || to === null) return { writes: [], notes: [] }
      redirects.set(from, null)
      return {
        writes: [await buildRedirectWrite(from, null)],
        notes: [`${from} led to ${to} before, and is its own address now`],
      }
    },
  }
}
