import { describe, expect, it } from 'vitest'
import { createTokens, tokenSeconds } from '../identity/session-tokens.ts'
import { createPersonalLinks, preferencesPath, unsubscribePath } from './personal-links.ts'

const tokens = createTokens({ current: 1, secrets: new Map([[1, new Uint8Array(32)]]) })
const siteUrl = 'https://verandah.example'
const issuedAt = new Date('2026-11-29T08:00:00Z')
const [one, another] = ['1'.repeat(64), '2'.repeat(64)] as const
const create = (hash: string) => createPersonalLinks(tokens, siteUrl, hash, issuedAt)
const readKey = (link: string) => link.split('/').at(-1)

describe('a recipient’s links', () => {
  it('are the same each time, and different for another recipient', async () => {
    expect(await create(one)).toEqual(await create(one))
    expect(await create(one)).not.toEqual(await create(another))
  })

  it('contain tokens that name the entry, each for its own purpose, for years', async () => {
    const links = await create(one)
    const muchLater = new Date('2031-11-20')
    const tooLate = new Date(issuedAt.getTime() + (tokenSeconds.unsubscribe + 1) * 1000)
    for (const [type, other, path] of [
      ['unsubscribe', 'newsletterPreferences', unsubscribePath],
      ['newsletterPreferences', 'unsubscribe', preferencesPath],
    ] as const) {
      const link = links[type === 'unsubscribe' ? 'unsubscribe' : 'preferences']
      expect(link.startsWith(`${siteUrl}${path}/`)).toBe(true)
      expect(await tokens.readToken(type, readKey(link), muchLater)).toBe(one)
      expect(await tokens.readToken(type, readKey(link), tooLate)).toBeNull()
      expect(await tokens.readToken(other, readKey(link), issuedAt)).toBeNull()
    }
  })

  it('fit into one line of an email header', async () => {
    // The limit is in RFC 5322, section 2.1.1.
    expect(`List-Unsubscribe: <${(await create(one)).unsubscribe}>`.length).toBeLessThan(998)
  })
})
