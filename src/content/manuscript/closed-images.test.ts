import { expect, it } from 'vitest'
import { findClosedImages, findReferencedImages } from './closed-images.ts'

it('pictures and recordings are closed if they’re used only after the free preview of a non-public article', () => {
  const id = (name: string) => `${name}-0123456789abcdef`
  const line = (name: string) => `::figure{image="${id(name)}" alt="A" width="3" height="2"}`
  const recording = `::audio{file="${id('talk')}" title="A talk"}`
  const more = '<!-- more -->'
  const parts = [line('open'), more, line('open'), line('shut'), line('lead'), recording]
  const fields = { body: parts.join('\n\n'), image: { id: id('lead') }, access: 'metered' }
  expect([...findClosedImages('articles', fields)]).toEqual([id('shut'), id('talk')])
  expect(findClosedImages('articles', { ...fields, access: 'public' }).size).toBe(0)
  expect(findClosedImages('events', fields).size).toBe(0)
  expect(findReferencedImages(fields)).toEqual(new Set(['open', 'shut', 'lead', 'talk'].map(id)))
})
