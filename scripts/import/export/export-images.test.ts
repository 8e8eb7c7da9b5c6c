import { expect, it } from 'vitest'
import { collectImages, type ReferencedImages } from './export-images.ts'

const id = (name: string) => `${name}-0123456789abcdef`
const figure = (name: string) => `::figure{image="${id(name)}" width="3" height="2" alt="A"}`
const body = `${figure('first')}\n\nWords.\n\n<!-- more -->\n\n${figure('shut')}\n\n${figure('both')}`

it('a picture counts as closed only if no open text shows it', () => {
  const referenced: ReferencedImages = new Map()
  collectImages(referenced, 'articles', { body, access: 'members', image: { id: id('lead') } })
  collectImages(referenced, 'articles', { body: figure('both'), access: 'public' })
  collectImages(referenced, 'authors', { body: '', portrait: { id: id('face') } })
  expect(
    Object.fromEntries(
      [...referenced].map(([name, { isClosed }]) => [name.split('-')[0], isClosed]),
    ),
  ).toEqual({
    lead: false,
    first: false,
    shut: true,
    both: false,
    face: false,
  })
})

it('a picture whose id would lead out of the folder isn’t collected', () => {
  const referenced: ReferencedImages = new Map()
  const body = '::figure{image="../../secret-0123456789abcdef"}\n\n::audio{file=".."}'
  collectImages(referenced, 'articles', { body, image: { id: '../../.ssh/id-0123456789abcdef' } })
  expect(referenced.size).toBe(0)
})
