import { describe, expect, it } from 'vitest'
import { renderBody } from '../../../src/content/markdown.ts'
import {
  convert,
  cover,
  fallbackImage,
  figure,
  generateWords,
  long,
} from './testing/convert-sample-post.ts'

describe('convertPost: lead picture', () => {
  it('uses the post’s own picture, with its description or a flag for a missing description', async () => {
    expect((await convert({})).fields.image).toMatchObject({ alt: 'A cover', credit: 'Archive' })
    const captioned = { ...cover, alt: null, caption: 'Asleep', credit: 'Roe' }
    expect((await convert({ image: captioned })).fields.image).toMatchObject({
      alt: 'Asleep',
      altNeeded: true,
      caption: 'Asleep',
      credit: 'Roe',
    })
    const bare = await convert({ image: { ...cover, alt: null } }, {}, { fallbackImage })
    expect(bare.fields.image).toMatchObject({ alt: '', altNeeded: true })
    expect(bare.notes).toEqual(['picture without a description: cover.jpg'])
    const described = await convert(
      { image: { ...cover, alt: null } },
      { descriptions: { 'cover.jpg': 'Said' } },
    )
    expect(described.fields.image).toMatchObject({ alt: 'Said' })
    expect(described.fields.image).not.toHaveProperty('altNeeded')
  })

  it('uses the first picture in the text, otherwise fallbackImage, otherwise skips the post', async () => {
    const body = `${long}\n\n${figure('a.jpg', '')}`
    expect((await convert({ image: null, body }, {}, { fallbackImage })).fields).toMatchObject({
      image: { id: 'a-0123456789abcdef', alt: '', altNeeded: true },
      body: expect.stringContaining('::figure{image="a-0123456789abcdef"'),
    })
    expect((await convert({ image: null }, {}, { fallbackImage })).fields.image).toEqual(
      fallbackImage,
    )
    expect((await convert({ image: null })).reason).toMatch(/has no picture/)
    const gone = await convert({ image: { ...cover, src: 'gone.jpg' }, body })
    expect([gone.missingImageCount, gone.notes.join()]).toEqual([
      1,
      expect.stringContaining('answers with status 503'),
    ])
  })

  it('shows a picture at the beginning of the text once, with everything known about it', async () => {
    const body = `::figure{src="a.jpg" alt="" caption="Said" credit="Roe"}\n\n${long}`
    const moved = await convert({ image: null, body })
    expect(moved.fields).toMatchObject({
      body: long,
      image: { alt: 'Said', altNeeded: true, caption: 'Said', credit: 'Roe' },
    })
    expect([...moved.images.keys()]).toEqual(['a.jpg'])
    const image = { ...cover, src: 'a.jpg', alt: 'Known' }
    const merged = await convert({ image, body })
    expect(merged.fields).toMatchObject({
      body: long,
      image: { alt: 'Known', caption: 'Said', credit: 'Roe' },
    })
    expect((await convert({ body })).fields.body).toContain('::figure')
  })

  it('never shows a picture that only subscribers could see', async () => {
    const body = `${generateWords(90)}\n\n${figure('paid.jpg')}\n\nThe rest.`
    const closed = await convert(
      { image: null, body, visibility: 'members' },
      {},
      { fallbackImage },
    )
    expect(closed.fields.image).toEqual(fallbackImage)
    expect(closed.images.get('paid.jpg')).toEqual({ isClosed: true })
    const wasOpen = await convert({ image: null, body })
    expect(wasOpen.fields.image).toMatchObject({ id: 'paid-0123456789abcdef' })
    expect(wasOpen.images.get('paid.jpg')).toEqual({ isClosed: false })
  })

  it('closes pictures that appear only after the free preview', async () => {
    const body = `${figure('open.jpg')}\n\n${generateWords(90)}\n\n${figure('shut.jpg')}`
    const { images: stood } = await convert({ body })
    expect([...stood]).toEqual([
      ['open.jpg', { isClosed: false }],
      ['shut.jpg', { isClosed: true }],
      ['cover.jpg', { isClosed: false }],
    ])
  })
})

describe('convertPost: recordings', () => {
  const recording = '::audio{src="talk.mp3" title="A talk"}'
  const isClosed = async (body: string, visibility: 'public' | 'members' | null) => {
    const { images, fields } = await convert({ body, visibility })
    return { body: String(fields.body), isClosed: images.get('talk.mp3')?.isClosed }
  }

  it('closes a recording only if it comes after the free preview', async () => {
    for (const visibility of ['public', null] as const)
      expect((await isClosed(`${recording}\n\n${long}`, visibility)).isClosed).toBe(false)
    expect((await isClosed(`${long}\n\n${recording}`, null)).isClosed).toBe(true)
  })

  it.each([
    `${recording}\n\n${long}`,
    `A few words.\n\n> ${recording}\n\nA few more.`,
    `${recording}\n\nA few words.`,
    `${recording}\n\n~~~\n<!-- more -->\n~~~\n\n${long}`,
  ])('never opens a recording that only subscribers had', async (body) => {
    const converted = await isClosed(body, 'members')
    expect(converted.isClosed).toBe(true)
    expect(renderBody(converted.body).files.rest).toEqual(['talk-0123456789abcdef'])
    expect(renderBody(converted.body).freePreview).not.toContain('talk')
  })

  it('leaves a recording in a free preview that the source has chosen', async () => {
    const body = `${recording}\n\nA few words.\n\n<!-- more -->\n\nThe rest.`
    expect((await isClosed(body, 'members')).isClosed).toBe(false)
  })
})
