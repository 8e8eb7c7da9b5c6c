import { expect, it } from 'vitest'
import { type SeenPictures, seePictures } from './export-pictures.ts'

const id = (name: string) => `${name}-0123456789abcdef`
const figure = (name: string) => `::figure{image="${id(name)}" width="3" height="2" alt="A"}`
const body = `${figure('first')}\n\nWords.\n\n<!-- more -->\n\n${figure('shut')}\n\n${figure('both')}`

it('takes a picture for closed only where nothing open shows it', () => {
  const seen: SeenPictures = new Map()
  seePictures(seen, 'articles', { body, access: 'members', image: { id: id('lead') } })
  seePictures(seen, 'articles', { body: figure('both'), access: 'public' })
  seePictures(seen, 'authors', { body: '', portrait: { id: id('face') } })
  expect(
    Object.fromEntries([...seen].map(([name, { closed }]) => [name.split('-')[0], closed])),
  ).toEqual({
    lead: false,
    first: false,
    shut: true,
    both: false,
    face: false,
  })
})
