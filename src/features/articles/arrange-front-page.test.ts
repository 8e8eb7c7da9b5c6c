import { expect, it } from 'vitest'
import type { CategorySlug } from '../../domain/category.ts'
import { arrangeFrontPage } from './arrange-front-page.ts'
import type { Story } from './story.ts'

const makeStory = (slug: string, category: CategorySlug, editorsPick = false) =>
  ({ slug, category, editorsPick }) as Story

const stories = [
  makeStory('food-2', 'food'),
  makeStory('culture-3', 'culture'),
  makeStory('culture-2', 'culture', true),
  makeStory('food-1', 'food'),
  makeStory('culture-1', 'culture'),
]
const layout = { tier: 1, latest: 2, sections: [['culture', 2]] } as const
const slugsOf = (list: readonly Story[] = []) => list.map(({ slug }) => slug)

it('every place on the front page is filled with the newest stories by default', () => {
  const front = arrangeFrontPage(stories, null, { ...layout, latest: 1 })
  expect(front.lead?.slug).toBe('food-2')
  expect(slugsOf(front.tier)).toEqual(['culture-3'])
  expect(slugsOf(front.latest)).toEqual(['culture-2'])
  expect(slugsOf(front.sections.get('culture'))).toEqual(['culture-1'])
})

it('the editors’ lead, order and pins are applied to the front page, and missing stories ignored', () => {
  const editorsFront = { lead: 'food-1', order: ['withdrawn', 'food-2'], pins: ['culture-2'] }
  const front = arrangeFrontPage(stories, editorsFront, { ...layout, latest: 1 })
  expect(front.lead?.slug).toBe('food-1')
  expect(slugsOf(front.tier)).toEqual(['food-2'])
  expect(slugsOf(front.latest)).toEqual(['culture-3'])
  expect(slugsOf(front.sections.get('culture'))).toEqual(['culture-2', 'culture-1'])
})

it('a section of the front page without stories is dropped', () => {
  const front = arrangeFrontPage(stories, null, { ...layout, sections: [['health', 2]] })
  expect(front.sections.size).toBe(0)
})
