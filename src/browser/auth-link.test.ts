import { describe, expect, it } from 'vitest'
import { authLinkModes, createAuthLinkUrl, parseAuthLink } from './auth-link.ts'

const origin = 'https://example.com'
const requestedUrl = createAuthLinkUrl(origin, { returnTo: '/a-story?x=1&y=2', tabId: 'tab' })
const codes = { oobCode: 'CODE', apiKey: 'key', lang: 'en' }

/** Adds Firebase's parameters alongside ours, as Firebase's own page does when it redirects. */
function addToUrl(address: string, mode: string) {
  const url = new URL(address)
  for (const [name, value] of Object.entries({ ...codes, mode })) url.searchParams.set(name, value)
  return url.href
}

/** Puts our parameters inside `continueUrl`, as in Firebase's direct links to our page. */
const addToContinueUrl = (address: string, mode: string) =>
  `${origin}/magic?${new URLSearchParams({ ...codes, mode, continueUrl: address })}`

describe('parseAuthLink', () => {
  it.each(authLinkModes)('reads a link for %s by either route', (mode) => {
    for (const href of [addToUrl(requestedUrl, mode), addToContinueUrl(requestedUrl, mode)]) {
      expect(parseAuthLink(href)).toEqual({
        mode,
        code: 'CODE',
        href,
        returnTo: '/a-story?x=1&y=2',
        tabId: 'tab',
      })
    }
  })

  it('needs only the mode and the code', () => {
    expect(
      parseAuthLink(`${origin}/magic?mode=signIn&oobCode=C&continueUrl=nonsense`),
    ).toMatchObject({ mode: 'signIn', code: 'C', returnTo: null, tabId: null })
  })

  it.each(['', '?return=%2Fx', '?mode=signIn', '?oobCode=C', '?mode=toString&oobCode=C'])(
    'returns null for /magic%s',
    (search) => {
      expect(parseAuthLink(`${origin}/magic${search}`)).toBeNull()
    },
  )
})
