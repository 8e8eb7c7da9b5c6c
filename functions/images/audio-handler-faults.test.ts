import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signClosedFile } from '../../src/contracts/signing/closed-file-address.ts'
import { ImagesHarness } from './testing/images-harness.ts'

const [open, closed, photo] = [
  'walk-0123456789abcdef',
  'interview-fedcba9876543210',
  'wave-00000000000000ff',
] as const
const text = 'abcdefghij'

let harness: ImagesHarness
beforeEach(() => {
  const httpMetadata = { contentType: 'audio/mpeg' }
  harness = new ImagesHarness({
    [open]: { body: text, httpMetadata },
    [closed]: { body: 'secrets!', httpMetadata, customMetadata: { closed: '1' } },
    [photo]: { body: 'a photo with its place', httpMetadata: { contentType: 'image/jpeg' } },
    'sealed/0123': { body: 'an encrypted body' },
  })
})
afterEach(() => vi.unstubAllGlobals())

async function listen(path: string, headers: Record<string, string> = {}) {
  const response = await harness.request(path, { headers })
  return {
    status: response.status,
    text: await response.text(),
    range: response.headers.get('Content-Range'),
    headers: response.headers,
  }
}

describe('GET /audio/{id}', () => {
  it('returns the whole file, and offers ranges', async () => {
    const answer = await listen(`/audio/${open}`)
    expect(answer).toMatchObject({ status: 200, text })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, s-maxage=3600, immutable',
      'content-length': '10',
      'content-type': 'audio/mpeg',
    })
  })

  it.each([
    ['bytes=0-1', 206, 'ab', 'bytes 0-1/10'],
    ['bytes=8-', 206, 'ij', 'bytes 8-9/10'],
    ['bytes=-3', 206, 'hij', 'bytes 7-9/10'],
    ['bytes=-99', 206, text, 'bytes 0-9/10'],
    ['bytes=4-999999999999999', 206, 'efghij', 'bytes 4-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    // A server may answer these ranges with the whole file.
    ['bytes=3-2', 200, text, null],
    ['bytes=-', 200, text, null],
    ['bytes=0-1,3-4', 200, text, null],
    ['bytes=9999999999999999-', 200, text, null],
    ['bytes=-1-2', 200, text, null],
    ['items=0-1', 200, text, null],
    [`bytes=${'0-0,'.repeat(1000)}0-0`, 200, text, null],
  ])('answers the range %.40s with %i', async (range, status, body, contentRange) => {
    const answer = await listen(`/audio/${open}`, { Range: range })
    expect(answer).toMatchObject({ status, text: body, range: contentRange })
  })

  it('continues a download only if the file is the same', async () => {
    const etag = (await listen(`/audio/${open}`)).headers.get('ETag')!
    const resume = (condition: string) =>
      listen(`/audio/${open}`, { Range: 'bytes=8-', 'If-Range': condition })
    expect(await resume(etag)).toMatchObject({ status: 206, text: 'ij' })
    expect(await resume('"another"')).toMatchObject({ status: 200, text })
  })

  it.each([photo, 'unknown-0123456789abcdef', `-${open}`, `a--${open}`, `${open}0`])(
    'answers 404 at %s',
    async (name) => expect((await listen(`/audio/${name}`)).status).toBe(404),
  )

  it('reports that storage is unavailable', async () => {
    for (const call of [1, 2]) {
      harness.fault = { call: harness.calls + call, isCallMade: false }
      expect((await listen(`/audio/${open}`)).status).toBe(503)
    }
    expect(harness.logged).toEqual(['image_unavailable', 'image_unavailable'])
  })
})

it('the Worker makes no picture from a recording', async () => {
  expect((await listen(`/images/${open}/640`)).status).toBe(404)
  expect(harness.made).toEqual([])
})

describe('a recording of a closed part', () => {
  const signed = async () =>
    `/audio/${closed}?${await signClosedFile('rain', closed, await harness.sealingKeys)}`

  it('is unknown to everybody without access, at any address and in any part', async () => {
    const unknown = await listen('/audio/unknown-0123456789abcdef')
    const forged = (await signed()).replace('rain', 'sun')
    for (const path of [`/audio/${closed}`, await signed(), forged]) {
      for (const range of ['', 'bytes=0-', 'bytes=0-0', 'bytes=-1', 'bytes=99-', 'bytes=0-1,2-3']) {
        const answer = await listen(path, { Range: range })
        expect(answer).toMatchObject({ status: 404, text: unknown.text, range: null })
        expect([...answer.headers]).toEqual([...unknown.headers])
        const Cookie = '__Host-session=forged; __Host-pass=forged'
        expect((await listen(path, { Range: range, Cookie })).text).toBe(unknown.text)
      }
    }
  })

  it('is served to subscribers, and cached by them alone', async () => {
    const Cookie = await harness.createSubscriberCookie()
    const answer = await listen(await signed(), { Cookie, Range: 'bytes=0-2' })
    expect(answer).toMatchObject({ status: 206, text: 'sec', range: 'bytes 0-2/8' })
    expect(answer.headers.get('Cache-Control')).toBe('private, max-age=86400')
    expect(answer.headers.get('Vary')).toContain('Cookie')
    expect((await listen(await signed(), { Range: 'bytes=0-2' })).status).toBe(404)
  })
})
