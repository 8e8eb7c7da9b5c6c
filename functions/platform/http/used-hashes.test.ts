import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { removeUnusedHashes } from '../../../scripts/build/page-policy.ts'
import { keepUsedHashes } from './used-hashes.ts'

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

describe('the content policy of a page rendered on demand', () => {
  it('allows the same as the built page’s policy', () => {
    const scripts = ['a()', 'b()', 'c()', '']
    const policy = `default-src 'self'; script-src 'self' ${scripts.map(hash).join(' ')}; img-src data:`
    const pages = [
      '<p>none</p>',
      '<script>a()</script><script type="module">b()</script>',
      '<script src="/c.js"></script><script type="application/ld+json">a()</script>',
      '<script>unknown()</script><script>c()',
      '<script></script>',
    ]
    for (const page of pages) {
      const meta = (content: string) =>
        `<meta http-equiv="content-security-policy" content="${content}">${page}`
      expect(meta(keepUsedHashes(policy, page))).toBe(
        String(removeUnusedHashes(Buffer.from(meta(policy)))),
      )
    }
  })
})
