import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { withOwnPolicy } from './page-policy.ts'

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const page = (sources: string, body: string) =>
  `<head><meta http-equiv="content-security-policy" content="default-src 'self'; script-src ${sources}; style-src 'self'"></head>${body}`

it('keeps the hashes of the scripts that stand in the page, and drops the others', () => {
  const body =
    '<script>a()</script><script type="module">b()\n</script><script src="/c.js"></script>'
  const before = page(`'self' ${hash('a()')} ${hash('gone()')} ${hash('b()\n')}`, body)
  expect(withOwnPolicy(before)).toBe(page(`'self' ${hash('a()')} ${hash('b()\n')}`, body))
})

it('allows nothing that was not allowed', () => {
  const before = page(`'self'`, '<script>a()</script>')
  expect(withOwnPolicy(before)).toBe(before)
})

it('leaves a page without a policy, and words that look like one, as they are', () => {
  const before = `<p>'sha256-abc='</p><script>a()</script>`
  expect(withOwnPolicy(before)).toBe(before)
})
