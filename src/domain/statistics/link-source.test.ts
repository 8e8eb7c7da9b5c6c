import { expect, it } from 'vitest'
import { addLinkSource } from './link-source.ts'

it.each([
  ['/', '/?utm_source=share'],
  ['/subscribe?plan=annual', '/subscribe?plan=annual&utm_source=share'],
  ['https://site.example/a-story#notes', 'https://site.example/a-story?utm_source=share#notes'],
  ['/a-story?utm_source=gift#top', '/a-story?utm_source=gift#top'],
])('the link %s becomes %s with its source', (address, expected) => {
  expect(addLinkSource(address, 'share')).toBe(expected)
})

it('an issue is the campaign of the links in it', () => {
  expect(addLinkSource('/a-story', 'newsletter', '2026-11-22')).toBe(
    '/a-story?utm_source=the-weekly&utm_campaign=2026-11-22',
  )
})
