import { describe, expect, it } from 'vitest'
import { readContent, UnstreamedResponse } from './unstreamed-response.ts'

const text = 'कहानी — a story'

describe('a response without a stream', () => {
  it.each([
    ['text', text],
    ['bytes', new TextEncoder().encode(text)],
  ])('has the %s that it was given', async (_, body) => {
    const response = new UnstreamedResponse(body, { status: 404, headers: { 'X-Name': 'value' } })
    expect(Buffer.from(await readContent(response)).toString()).toBe(text)
    expect([response.status, response.headers.get('x-name')]).toEqual([404, 'value'])
    expect(response.body).not.toBeNull()
  })

  it('gives bytes back without copying them', async () => {
    const bytes = new TextEncoder().encode(text)
    expect(await readContent(new UnstreamedResponse(bytes))).toBe(bytes)
  })

  it('has no body if it was given none, as Astro expects of a missing page', async () => {
    expect(new UnstreamedResponse(null, { status: 404 }).body).toBeNull()
    expect((await readContent(new UnstreamedResponse())).length).toBe(0)
  })

  it('can’t be read in another way', async () => {
    const create = () => new UnstreamedResponse(text)
    const reads = [create().text(), create().arrayBuffer(), new Response(create().body).text()]
    const results = await Promise.allSettled(reads)
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  it('leaves other bodies to the platform', async () => {
    const response = new UnstreamedResponse(new Blob([text]))
    expect(Buffer.from(await readContent(response)).toString()).toBe(text)
    expect(await new UnstreamedResponse(new URLSearchParams({ a: '1' })).text()).toBe('a=1')
  })

  it('counts the platform’s responses as its own, because Astro asks for the class', async () => {
    const created = UnstreamedResponse.json({ story: text })
    expect(created instanceof UnstreamedResponse).toBe(true)
    expect(JSON.parse(Buffer.from(await readContent(created)).toString())).toEqual({ story: text })
    expect({} instanceof UnstreamedResponse).toBe(false)
  })
})
