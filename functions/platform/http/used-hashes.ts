/**
 * Astro's policy has the script hashes of all pages. A built page keeps only its own (scripts/build/page-policy.ts),
 * and so does one rendered on demand.
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
