/**
 * Keeps only this page's script hashes in Astro's policy, which has those of all pages: the others
 * would allow absent scripts, and cost a third of a kilobyte that doesn't compress.
 */
import { createHash } from 'node:crypto'

const isCode = (attributes: string) => !/\s(?:src=|type="application\/ld)/.test(attributes)
const policy = /<meta http-equiv="content-security-policy"[^<>]*>/i
const hash = /\s?'(sha256-[^']+)'/g

const hashCache = new Map<string, string>()

function hashScript(script: string): string {
  const found = hashCache.get(script)
  if (found) return found
  const computed = `sha256-${createHash('sha256').update(script).digest('base64')}`
  hashCache.set(script, computed)
  return computed
}

function findInlineScripts(html: string): string[] {
  const scripts: string[] = []
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
    const start = html.indexOf('>', at)
    const end = html.indexOf('</script>', start)
    if (start < 0 || end < 0) break
    if (isCode(html.slice(at, start))) scripts.push(html.slice(start + 1, end))
    at = end
  }
  return scripts
}

export function removeUnusedHashes(html: string): string {
  const usedHashes = new Set(findInlineScripts(html).map(hashScript))
  return html.replace(policy, (meta) =>
    meta.replace(hash, (source, name: string) => (usedHashes.has(name) ? source : '')),
  )
}
