import { describe, expect, it } from 'vitest'
import { letterAddress, letterModes, readLetterLink } from './letter-link.ts'

const origin = 'https://example.com'
const asked = letterAddress(origin, { returnTo: '/a-story?x=1&y=2', waiting: 'tab' })
const codes = { oobCode: 'CODE', apiKey: 'key', lang: 'en' }

/** As Firebase's own page sends readers on: its values beside ours. */
function beside(address: string, mode: string) {
  const url = new URL(address)
  for (const [name, value] of Object.entries({ ...codes, mode })) url.searchParams.set(name, value)
  return url.href
}

/** As Firebase links to a page that it was told to link to: ours within its values. */
const within = (address: string, mode: string) =>
  `${origin}/magic?${new URLSearchParams({ ...codes, mode, continueUrl: address })}`

describe('the link of a letter', () => {
  it.each(letterModes)('is read for %s, whichever way it came', (mode) => {
    for (const href of [beside(asked, mode), within(asked, mode)]) {
      expect(readLetterLink(href)).toEqual({
        mode,
        code: 'CODE',
        href,
        returnTo: '/a-story?x=1&y=2',
        waiting: 'tab',
      })
    }
  })

  it('needs no more than what it is for and its code', () => {
    expect(
      readLetterLink(`${origin}/magic?mode=signIn&oobCode=C&continueUrl=nonsense`),
    ).toMatchObject({ mode: 'signIn', code: 'C', returnTo: null, waiting: null })
  })

  it.each(['', '?return=%2Fx', '?mode=signIn', '?oobCode=C', '?mode=toString&oobCode=C'])(
    'is none: /magic%s',
    (search) => {
      expect(readLetterLink(`${origin}/magic${search}`)).toBeNull()
    },
  )
})
