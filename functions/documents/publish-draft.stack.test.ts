import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskParameter } from '../../src/domain/image/image-path.ts'
import { createEdgeClient, findArticle, stack } from '../testing/edge-client.ts'
import { commitWrites, createReader, readFields } from '../testing/test-readers.ts'

const slug = 'a-story-from-the-desk'
const path = `/api/desk/documents/articles/${slug}`
const edge = createEdgeClient()

let editor: Awaited<ReturnType<typeof createReader>>['client']
let fields: Record<string, unknown>
beforeAll(async () => {
  const { uid, client } = await createReader()
  await commitWrites([{ set: `users/${uid}`, fields: { role: 'editor' }, merge: true }])
  editor = client
  const { authors, category } = (await readFields(`articles/${findArticle('members').slug}`))!
  fields = {
    title: 'A story from the desk',
    dek: '',
    category,
    tags: [],
    authors,
    access: 'members',
  }
})
afterAll(() => commitWrites([{ remove: `articles/${slug}` }]))

const send = (method: string, at: string, content?: object) =>
  editor.request(at, {
    method,
    headers: { Origin: stack.siteUrl, 'Content-Type': 'application/json' },
    ...(content ? { body: JSON.stringify(content) } : {}),
  })

async function sendJson<Answer>(method: string, at: string, content?: object): Promise<Answer> {
  const response = await send(method, at, content)
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return JSON.parse(text) as Answer
}

describe('a story that is written at the desk', () => {
  it('can be previewed, can be read as soon as it’s published, and can’t be read once it’s withdrawn', async () => {
    const create = { width: 640, height: 400, channels: 3, background: '#336699' } as const
    const bytes = Uint8Array.from(await sharp({ create }).jpeg().toBuffer())
    const upload = createHash('sha256').update(bytes).digest('hex')
    const part = await editor.request(`/api/desk/uploads/${upload}/0`, {
      method: 'PUT',
      headers: { Origin: stack.siteUrl, 'Content-Type': 'application/octet-stream' },
      body: bytes,
    })
    expect(part.status).toBe(204)
    const file = { upload, name: 'A boat.jpg', size: bytes.length }
    const picture = await sendJson<{ id: string; width: number; height: number }>(
      'POST',
      '/api/desk/pictures',
      file,
    )
    const { id, width, height } = picture
    const image = { id, width, height, alt: 'A boat', credit: 'Us' }
    const show = async (client: typeof edge, query = '') =>
      (await client.request(`/images/${picture.id}/128${query}`)).status
    expect([await show(edge), await show(editor, `?${deskParameter}`)]).toEqual([404, 200])

    const body = 'The open part.\n\n<!-- more -->\n\nThe closed part.'
    const draft = { fields: { ...fields, image }, body, revision: 0, base: null }
    expect(await sendJson('PUT', `${path}/draft`, draft)).toMatchObject({ problems: [] })
    const preview = await sendJson<{ path: string }>('POST', `${path}/preview`)
    const page = await (await edge.request(preview.path)).text()
    expect(page).toContain('A story from the desk')
    expect(page).not.toContain('The closed part.')
    expect((await edge.request(`/${slug}`)).status).toBe(404)

    const { version } = await sendJson<{ version: string }>('POST', `${path}/publish`, {
      revision: 1,
    })
    const read = await edge.request(`/${slug}`)
    expect([read.status, await read.text()]).toEqual([
      200,
      expect.stringContaining('The open part.'),
    ])
    expect(await show(edge)).toBe(200)
    await sendJson('POST', `${path}/withdraw`, { version, reason: 'A test' })
    expect((await edge.request(`/${slug}`)).status).toBe(404)
  })
})
