import fc from 'fast-check'
import { expect, it } from 'vitest'
import { signClosedFile, signClosedFiles, verifyClosedFile } from './closed-file-address.ts'
import { keyringSchema } from './keyring.ts'
import { deriveSealingKeys } from './sealed-body.ts'

const secret = (fill: number) => Buffer.alloc(32, fill).toString('base64url')
const deriveKeys = (text: string) => deriveSealingKeys(keyringSchema.parse(text))
const keys = await deriveKeys(`1:${secret(1)}`)
const rotated = await deriveKeys(`2:${secret(2)},1:${secret(1)}`)
const [lamp, wave] = ['lamp-0123456789abcdef', 'wave-fedcba9876543210'] as const

const readQueries = (html: string) =>
  [...html.matchAll(/\/images\/([a-z0-9-]+)\/\d+\?([^ ",]+)/g)].map(([, id, query]) => ({
    id: id!,
    query: new URLSearchParams(query!.replaceAll('&amp;', '&')),
  }))

it('every address of every picture is signed for its story, always in the same way', async () => {
  const html =
    `<p>/images/${lamp}/16</p><img src="/images/${lamp}/1080" srcset="/images/${lamp}/384 384w, /images/${lamp}/640 640w">` +
    `<img alt="" src="/images/${wave}/64">`
  const signed = await signClosedFiles('rain', html, keys)
  expect(await signClosedFiles('rain', html, keys)).toBe(signed)
  expect(await signClosedFiles('sun', html, keys)).not.toBe(signed)
  expect(signed).toContain(`<p>/images/${lamp}/16</p>`)
  const queries = readQueries(signed)
  expect(queries.map(({ id }) => id)).toEqual([lamp, lamp, lamp, wave])
  for (const { id, query } of queries) {
    expect(await verifyClosedFile(id, query, keys)).toBe('rain')
    expect(await verifyClosedFile(id === lamp ? wave : lamp, query, keys)).toBeNull()
  }
})

it('the address of a recording is signed like that of a picture', async () => {
  const player = (query = '') => `<audio controls src="/audio/${lamp}${query}"></audio>`
  const query = String(await signClosedFile('rain', lamp, keys)).replaceAll('&', '&amp;')
  expect(await signClosedFiles('rain', player(), keys)).toBe(player(`?${query}`))
})

it('text without pictures stays unchanged', async () => {
  expect(await signClosedFiles('rain', '<p>No picture.</p>', keys)).toBe('<p>No picture.</p>')
})

it('a signature made with an old key is valid until the key is removed', async () => {
  const query = await signClosedFile('rain', lamp, keys)
  expect(await verifyClosedFile(lamp, query, rotated)).toBe('rain')
  expect(await verifyClosedFile(lamp, query, await deriveKeys(`2:${secret(2)}`))).toBeNull()
  const fresh = await signClosedFile('rain', lamp, rotated)
  expect(fresh.get('key')).toMatch(/^2\./)
  expect(await verifyClosedFile(lamp, fresh, keys)).toBeNull()
})

it('another story, another picture, another key and made-up signatures are refused', async () => {
  const query = await signClosedFile('rain', lamp, keys)
  const withField = (name: string, value: string) => {
    const changed = new URLSearchParams(query)
    changed.set(name, value)
    return changed
  }
  const key = query.get('key')!
  for (const changed of [
    withField('story', 'sun'),
    withField('story', 'rain/..'),
    withField('story', `rain/${lamp}`),
    withField('key', key.slice(0, -1)),
    withField('key', `${key}A`),
    withField('key', key.replace('1.', '2.')),
    withField('key', (await signClosedFile('rain', wave, keys)).get('key')!),
    withField('key', (await signClosedFile('sun', lamp, keys)).get('key')!),
    new URLSearchParams(),
    new URLSearchParams({ story: 'rain' }),
  ]) {
    expect(await verifyClosedFile(lamp, changed, keys)).toBeNull()
  }
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (story, madeUp) => {
      const made = new URLSearchParams({ story, key: madeUp })
      expect(await verifyClosedFile(lamp, made, keys)).toBeNull()
    }),
  )
})
