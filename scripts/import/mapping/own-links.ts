/**
 * Checks old addresses against the links between a source's own texts. Links that lead to no text show that its
 * addresses aren't those of the old site, or that texts are missing.
 */
import { normalisePath } from '../../../src/domain/redirect.ts'
import type { ImportedPost, SourceSite } from '../items/imported-item.ts'

export type OwnLinks = {
  readonly total: number
  readonly missing: number
  readonly examples: readonly { readonly target: string; readonly from: string }[]
}

const linkPattern = /\]\(<?((?:https?:\/)?\/[^\s()<>]*)/g
/** Limits the memory that a hostile source can use. */
const maxTargets = 500_000
const maxExamples = 5

export function createOwnLinks() {
  const addresses = new Set<string>()
  /** An example of a linking text and the number of links, by target. */
  const targets = new Map<string, { readonly from: string; count: number }>()
  return {
    add({ formerAddresses, slug, title, body }: ImportedPost) {
      for (const address of [...formerAddresses, `/${slug}`]) {
        const path = normalisePath(address)
        if (path !== null) addresses.add(path)
      }
      for (const [, target = ''] of body.matchAll(linkPattern)) {
        const known = targets.get(target)
        if (known) known.count++
        else if (targets.size < maxTargets) targets.set(target, { from: title, count: 1 })
      }
    },
    list(site: SourceSite): OwnLinks {
      const host = getHost(site.address ?? site.likelyAddress ?? '')
      let total = 0
      let missing = 0
      const examples: { target: string; from: string }[] = []
      for (const [target, { from, count }] of targets) {
        const path = findOwnPath(target, host)
        if (path === null) continue
        total += count
        // Links to lists of posts count as missing too, because lists aren't imported.
        if (addresses.has(path)) continue
        missing += count
        if (examples.length < maxExamples) examples.push({ target, from })
      }
      return { total, missing, examples }
    },
  }
}

const getHost = (address: string) =>
  (URL.parse(address) ?? URL.parse(`https://${address}`))?.host.replace(/^www\./, '') ?? null

/** Returns the path of a link to a page of the old site; null for files and for other sites. */
function findOwnPath(target: string, host: string | null): string | null {
  const url = target.startsWith('/') ? null : URL.parse(target)
  if (!target.startsWith('/') && (!url || host === null || getHost(url.href) !== host)) return null
  const path = normalisePath(url ? url.pathname : target)
  const isFile = path !== null && /\.\w{1,5}$/.test(path) && !/\.html?$/.test(path)
  return isFile ? null : path
}
