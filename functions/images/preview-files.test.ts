import { beforeAll, expect, it } from 'vitest'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { importSigningKeys, type SigningKeys } from '../../src/contracts/signing/signed-token.ts'
import { isSignedForDraft, signDraftFiles } from './preview-files.ts'

const now = new Date('2026-11-21T12:00:00Z')
const draft = { slug: 'a-draft', until: new Date('2026-11-21T13:00:00Z') }
const [one, other] = ['one-0123456789abcdef', 'other-0123456789abcdef'] as const

let keys: SigningKeys
beforeAll(async () => {
  keys = await importSigningKeys(keyringSchema.parse(`1:${'a'.repeat(43)}`))
})

const parseQuery = (address: string) =>
  new URL(address.replaceAll('&amp;', '&'), 'http://localhost').searchParams

it('every URL of every image is signed, for that image alone', async () => {
  const html =
    `<p>/images/${one}/16</p><img src="/images/${one}/16" srcset="/images/${one}/16 16w, /images/${one}/32 32w">` +
    `<img alt="" src="/images/${other}/64">`
  const signed = await signDraftFiles(html, draft, keys)
  expect(signed).toContain(`<p>/images/${one}/16</p>`)
  const addresses = [...signed.matchAll(/\/images\/[^ "<]+/g)].map(([found]) => found).slice(1)
  expect(addresses).toHaveLength(4)
  for (const address of addresses) {
    const id = address.includes(one) ? one : other
    const query = parseQuery(address)
    expect(await isSignedForDraft(id, query, keys, now)).toBe(true)
    expect(await isSignedForDraft(id === one ? other : one, query, keys, now)).toBe(false)
    expect(await isSignedForDraft(id, query, keys, draft.until)).toBe(false)
    query.set('preview', 'another')
    expect(await isSignedForDraft(id, query, keys, now)).toBe(false)
  }
})

it('files that everybody may see keep their address', async () => {
  const html = `<img src="/images/${one}/1200x630"><img src="/images/${other}/64">`
  const signed = await signDraftFiles(html, draft, keys, (id) => id === one)
  const [, address] = /src="([^"]+)"/.exec(signed)!
  expect(address).toMatch(/^\/images\/[^/]+\/1200x630\?/)
  expect(await isSignedForDraft(one, parseQuery(address!), keys, now)).toBe(true)
  expect(signed).toContain(`<img src="/images/${other}/64">`)
})
