import type { Category, FrontPageSection } from '../../publication-data.ts'
import { picks, picksSlug } from './picks.ts'

export const categories = {
  [picksSlug]: picks,
  boats: { name: 'Boats', accentColour: 'slate' },
  weather: { name: 'Weather', accentColour: 'slate' },
} as const satisfies Record<string, Category>

type Slug = keyof typeof categories

export const legacyCategorySlugs: Readonly<Record<string, Slug>> = {}

export const categoryBarSlugs: readonly Slug[] = ['catch', 'boats']

export const frontPage: {
  readonly besideLatest: Slug
  readonly sections: readonly FrontPageSection<Slug>[]
  readonly columns: readonly Slug[]
} = {
  besideLatest: 'catch',
  sections: [{ category: 'boats', layout: 'pair' }],
  columns: ['weather'],
}

export const categorySynonyms: Readonly<Partial<Record<Slug, string>>> = { boats: 'ships' }

export const tagSynonyms: Readonly<Record<string, string>> = {}
