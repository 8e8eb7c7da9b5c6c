/**
 * Removes other pages' script hashes from Astro's policy: they would allow absent scripts, and add a third of a
 * kilobyte that doesn't compress.
 */
import { createHash } from 'node:crypto'
import {
  findInlineScripts,
  isInlineScript,
  type Range,
} from '../../src/contracts/pages/html-tags.ts'

const policyStart = '<meta http-equiv="content-security-policy"'
const hash = /\s?'(sha256-[^']+)'/g

const hashCache = new Map<string, string>()

function hashScript(script: Buffer): string {
  const key = script.toString('latin1')
  const found = hashCache.get(key)
  if (found) return found
  const computed = `sha256-${createHash('sha256').update(script).digest('base64')}`
  hashCache.set(key, computed)
  return computed
}

/** Saves reading every tag, which is only needed if a tag's name is in an attribute too, such as a title. */
function findInlineScriptsFast(page: Buffer): Range[] | null {
  const scripts: Range[] = []
  for (let at = page.indexOf('<script'); at >= 0; at = page.indexOf('<script', at)) {
    const start = page.indexOf('>', at) + 1
    const end = page.indexOf('</script>', start)
    const next = page.indexOf('<script', start)
    if (start === 0 || end < 0 || (next >= 0 && next < end)) return null
    if (isInlineScript(page.toString('latin1', at, start))) scripts.push({ start, end })
    at = end
  }
  return scripts
}

/** Works on bytes, because decoding and encoding a page would take longer. */
export function removeUnusedHashes(page: Buffer): Buffer {
  const start = page.indexOf(policyStart)
  const end = page.indexOf('>', start) + 1
  if (start < 0 || end === 0) return page
  // Decodes one byte per character, so that indexes apply to the page's bytes.
  const scripts = findInlineScriptsFast(page) ?? findInlineScripts(page.toString('latin1'))
  const usedHashes = new Set(
    scripts.map(({ start: from, end: to }) => hashScript(page.subarray(from, to))),
  )
  const policy = page
    .toString('utf8', start, end)
    .replace(hash, (source, name: string) => (usedHashes.has(name) ? source : ''))
  return Buffer.concat([page.subarray(0, start), Buffer.from(policy), page.subarray(end)])
}
