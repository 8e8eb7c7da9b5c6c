/**
 * Astro's policy contains the script hashes of all pages. A built page keeps only those it uses
 * (scripts/build/page-policy.ts), and so does a page rendered on demand.
 */
import { createHash } from 'node:crypto'
import { findInlineScripts } from '../../../src/contracts/pages/html-tags.ts'

const hash = / '(sha256-[^']+)'/g

export function keepUsedHashes(policy: string, html: string): string {
  const used = new Set(
    findInlineScripts(html).map(({ start, end }) => hashScript(html.slice(start, end))),
  )
  return policy.replace(hash, (source, name: string) => (used.has(name) ? source : ''))
}

const hashScript = (script: string) =>
  `sha256-${createHash('sha256').update(script).digest('base64')}`
