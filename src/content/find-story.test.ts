import { expect, it } from 'vitest'
import { createStoryFinder } from './find-story.ts'

const bySlug = new Map([
  ['here', 'Here'],
  ['new', 'New'],
])
const findStory = createStoryFinder(bySlug, [
  { from: '/old', to: '/older-name' },
  { from: '/older-name', to: '/new?x=1' },
  { from: '/here', to: '/new' },
  { from: '/loop', to: '/pool' },
  { from: '/pool', to: '/loop' },
  { from: '/away', to: 'https://elsewhere.example/new' },
])

it.each([
  ['here', 'Here'],
  ['new', 'New'],
  ['old', 'New'],
  ['loop', undefined],
  ['away', undefined],
  ['withdrawn', undefined],
])('the slug %s leads to the story %s', (slug, story) => {
  expect(findStory(slug)).toBe(story)
})
