import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { removeUnusedHashes } from './page-policy.ts'

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const removeHashes = (html: string) => String(removeUnusedHashes(Buffer.from(html)))

const page = (sources: string, body: string) =>
  `<head><meta http-equiv="content-security-policy" content="default-src 'self'; script-src ${sources}; style-src 'self'"></head>${body}`

it('a policy keeps only the hashes of the page’s own scripts', () => {
  const body =
    '<script>a(“ü”)</script><script type="module">b()\n</script><script src="/c.js"></script>'
  const before = page(`'self' ${hash('a(“ü”)')} ${hash('gone()')} ${hash('b()\n')}`, body)
  expect(removeHashes(before)).toBe(page(`'self' ${hash('a(“ü”)')} ${hash('b()\n')}`, body))
})

it('a policy without hashes stays unchanged', () => {
  const before = page(`'self'`, '<script>a()</script>')
  expect(removeHashes(before)).toBe(before)
})

it('a page without a policy stays unchanged', () => {
  const before = `<p>'sha256-abc='</p><script>a()</script>`
  expect(removeHashes(before)).toBe(before)
})

it.each(['<script>', '</script>', '</script> and <script>', '<script src=x>'])(
  'a policy isn’t confused by a title with %s',
  (title) => {
    const body = `<img alt="${title}"><script>a()</script><p title="${title}"></p><script>b()</script>`
    const before = page(`'self' ${hash('a()')} ${hash('b()')} ${hash('gone()')}`, body)
    expect(removeHashes(before)).toBe(page(`'self' ${hash('a()')} ${hash('b()')}`, body))
  },
)
