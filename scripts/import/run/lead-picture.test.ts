import { describe, expect, it } from 'vitest'
import { succeed } from '../../../src/domain/result.ts'
import { storeFiles } from './convert-body.ts'
import { removeLeadPicture } from './lead-picture.ts'

const id = 'cat-0123456789abcdef'
const images = {
  load: async () => succeed({ id, width: 3, height: 2 }),
  loadRecording: async () => succeed({ id }),
}
const figure = (src: string) => `::figure{src="${src}" alt="A"}`

describe('removeLeadPicture', () => {
  const store = (body: string) => storeFiles(body, images, new Map())
  const picture = (src: string, pictureId = 'loom-0123456789abcdef') => ({
    ...{ id: pictureId, width: 3, height: 2, src },
    ...{ alt: 'A', altNeeded: false, caption: null, credit: null },
  })

  it.each([
    ['the same file', 'cat.jpg', id],
    ['a smaller copy', 'https://old.example/up/cat-1024x768.jpg?x=1', undefined],
  ])('removes %s at the beginning', async (_, src, pictureId) => {
    const withImages = await store(`${figure('https://old.example/up/cat.jpg')}\n\nText.`)
    expect(removeLeadPicture(withImages, picture(src, pictureId))).toMatchObject({ body: 'Text.' })
  })

  it.each([
    ['another picture', `${figure('dog.jpg')}\n\nText.`],
    ['a picture further down', `Text.\n\n${figure('cat.jpg')}`],
    ['a text without words', `${figure('cat.jpg')}\n\n---`],
    ['a free preview that is only the picture', `${figure('cat.jpg')}\n\n<!-- more -->\n\nText.`],
  ])('keeps %s', async (_, body) => {
    const name = body.includes('dog.jpg') ? 'cat.jpg' : 'x.jpg'
    const pictureId = body.includes('dog.jpg') ? undefined : id
    expect(removeLeadPicture(await store(body), picture(name, pictureId))).toBeNull()
  })
})
