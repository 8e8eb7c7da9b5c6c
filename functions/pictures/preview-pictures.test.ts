import { beforeAll, expect, it } from 'vitest'
import { type DeskKeys, deriveDeskKeys } from '../../src/contracts/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import { isSignedForDraft, signPictures } from './preview-pictures.ts'

const now = new Date('2026-11-21T12:00:00Z')
const draft = { slug: 'a-draft', until: new Date('2026-11-21T13:00:00Z') }
const [one, other] = ['one-0123456789abcdef', 'other-0123456789abcdef'] as const

let keys: DeskKeys
beforeAll(async () => {
  keys = await deriveDeskKeys(keyringSchema.parse(`1:${'a'.repeat(43)}`))
})

const queryOf = (address: string) =>
  new URL(address.replaceAll('&amp;', '&'), 'http://localhost').searchParams

it('signs every address of every picture, each for that picture alone', async () => {
  const html =
    `<p>/images/${one}/16</p><img src="/images/${one}/16" srcset="/images/${one}/16 16w, /images/${one}/32 32w">` +
    `<img alt="" src="/images/${other}/64">`
  const signed = await signPictures(html, draft, keys)
  expect(signed).toContain(`<p>/images/${one}/16</p>`)
  const addresses = [...signed.matchAll(/\/images\/[^ "<]+/g)].map(([found]) => found).slice(1)
  expect(addresses).toHaveLength(4)
  for (const address of addresses) {
    const id = address.includes(one) ? one : other
    const query = queryOf(address)
    expect(await isSignedForDraft(id, query, keys, now)).toBe(true)
    expect(await isSignedForDraft(id === one ? other : one, query, keys, now)).toBe(false)
    expect(await isSignedForDraft(id, query, keys, draft.until)).toBe(false)
    query.set('preview', 'another')
    expect(await isSignedForDraft(id, query, keys, now)).toBe(false)
  }
})

it('leaves a text without pictures as it is', async () => {
  expect(await signPictures('<p>No picture.</p>', draft, keys)).toBe('<p>No picture.</p>')
})
