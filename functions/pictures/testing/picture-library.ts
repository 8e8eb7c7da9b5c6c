/** The Worker in one process, with an editor and a writer who use the picture library. */
import sharp from 'sharp'
import { expect } from 'vitest'
import type { PictureItem, PictureUse } from '../../../src/contracts/endpoints/picture-endpoints.ts'
import { second } from '../../../src/domain/duration.ts'
import {
  DocumentsHarness,
  openDesk,
  textFields,
  uploadFile,
} from '../../documents/testing/documents-harness.ts'
import type { Browser } from '../../testing/reader-harness.ts'

export const picturesPath = '/api/desk/pictures'

type Details = PictureItem & {
  readonly uses: readonly PictureUse[]
  readonly next: number | null
  readonly hasMoreUses: boolean
}

export function createPictureLibrary() {
  let harness: DocumentsHarness
  let editor: Browser
  return {
    /** Begins each test with an empty library. */
    async prepare() {
      harness = await new DocumentsHarness().prepare()
      editor = await harness.addStaff('eva', 'editor')
      const writer = await harness.addStaff('wasim', 'writer')
      return { harness, editor, writer }
    },

    /** Uploads a picture that is different for each width. */
    async upload(width: number, name = 'A Boat.png', browser = editor) {
      const create = { width, height: 20, channels: 3, background: '#888888' } as const
      const bytes = Uint8Array.from(await sharp({ create }).png().toBuffer())
      harness.advance(second)
      const response = await uploadFile(harness, browser, bytes, { name })
      expect(response.status).toBe(200)
      return (await response.json()) as PictureItem
    },

    async read(id: string) {
      const response = await editor.send('GET', `${picturesPath}/${id}`)
      expect(response.status).toBe(200)
      return (await response.json()) as Details
    },

    change: (id: string, fields: object, { send } = editor) =>
      send('PATCH', `${picturesPath}/${id}`, fields),

    async replace(id: string, by: string) {
      const response = await editor.send('POST', `${picturesPath}/${id}/replace`, { by })
      return (await response.json()) as { readonly changed: number; readonly left: number }
    },

    async publish(
      fields: object = {},
      body = 'One.\n\n<!-- more -->\n\nTwo.',
      slug?: string,
    ): Promise<ReturnType<typeof openDesk>> {
      const story = openDesk(editor, slug)
      await story.save({ fields: { ...textFields, ...fields }, body })
      expect((await story.post('publish', { revision: 1 })).status).toBe(200)
      harness.advance(second)
      return story
    },

    async readStory(slug?: string) {
      const { stored } = await openDesk(editor, slug).read()
      return stored!
    },
  }
}
