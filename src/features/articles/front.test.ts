import { expect, it } from 'vitest'
import type { CategorySlug } from '../../domain/category.ts'
import { arrangeFront } from './front.ts'
import type { Story } from './story.ts'

const story = (slug: string, category: CategorySlug, editorsPick = false) =>
  ({ slug, category, editorsPick }) as Story

const stories = [
  story('food-2', 'food'),
  story('culture-3', 'culture'),
  story('culture-2', 'culture', true),
  story('food-1', 'food'),
  story('culture-1', 'culture'),
]
const plan = { tier: 1, latest: 2, sections: [['culture', 2]] } as const
const slugs = (list: readonly Story[] = []) => list.map(({ slug }) => slug)

it('fills every place with the newest where the editor wishes nothing', () => {
  const front = arrangeFront(stories, null, { ...plan, latest: 1 })
  expect(front.lead?.slug).toBe('food-2')
  expect(slugs(front.tier)).toEqual(['culture-3'])
  expect(slugs(front.latest)).toEqual(['culture-2'])
  expect(slugs(front.sections.get('culture'))).toEqual(['culture-1'])
})

it('puts the editor’s lead, order and pins first, and leaves out what is gone', () => {
  const wishes = { lead: 'food-1', order: ['withdrawn', 'food-2'], pins: ['culture-2'] }
  const front = arrangeFront(stories, wishes, { ...plan, latest: 1 })
  expect(front.lead?.slug).toBe('food-1')
  expect(slugs(front.tier)).toEqual(['food-2'])
  expect(slugs(front.latest)).toEqual(['culture-3'])
  expect(slugs(front.sections.get('culture'))).toEqual(['culture-2', 'culture-1'])
})

it('leaves a section out for which nothing is left', () => {
  const front = arrangeFront(stories, null, { ...plan, sections: [['health', 2]] })
  expect(front.sections.size).toBe(0)
})
