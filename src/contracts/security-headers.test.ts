import { expect, it } from 'vitest'
import { connectDirective, pagePolicyDirectives } from './security-headers.ts'

/** Those of CSP level 2 and 3 that Chromium, Firefox and WebKit all know, as far as pages use them. */
const knownEverywhere = new Set(
  'default-src base-uri form-action object-src img-src font-src connect-src'.split(' '),
)

it('names no directive in a page’s policy that a browser would complain about', () => {
  const directives = [...pagePolicyDirectives, connectDirective('reading', '')]
  for (const directive of directives) expect(knownEverywhere).toContain(directive.split(' ')[0])
})
