/**
 * Astro's policy has the script hashes of all pages. A built page keeps only its own (scripts/build/page-policy.ts),
 * and so does one rendered on demand.
 */
import { createHash } from 'node:crypto'

const hash = / '(sha256-[^']+)'/g

export function keepUsedHashes(policy: string, html: string): string {
  const used = new Set(listInlineScripts(html).map(hashScript))
  return policy.replace(hash, (source, name: string) => (used.has(name) ? source : ''))
}

function listInlineScripts(html: string): string[] {
  const scripts: string[] = []
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
    const start = html.indexOf('>', at)
    const end = html.indexOf('</script>', start)
    if (start < 0 || end < 0) break
    const attributes = html.slice(at, start)
    const isCode = !attributes.includes(' src=') && !attributes.includes(' type="application/ld')
    if (isCode) scripts.push(html.slice(start + 1, end))
    at = end
  }
  return scripts
}

const hashScript = (script: string) =>
  `sha256-${createHash('sha256').update(script).digest('base64')}`
