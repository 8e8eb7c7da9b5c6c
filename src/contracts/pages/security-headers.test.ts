import { expect, it } from 'vitest'
import { createConnectDirective, pagePolicyDirectives } from './security-headers.ts'

/** CSP 2 and 3 directives that our pages use and that Chromium, Firefox and WebKit all support. */
const knownEverywhere = new Set(
  'default-src base-uri form-action object-src img-src font-src connect-src'.split(' '),
)

it('the policy uses only directives that all browsers support', () => {
  const directives = [...pagePolicyDirectives, createConnectDirective('content', '')]
  for (const directive of directives) expect(knownEverywhere).toContain(directive.split(' ')[0])
})
