import type { Source } from '../../../src/domain/statistics/source.ts'

const sourceNames: Readonly<Record<string, string>> = {
  direct: 'Direct',
  search: 'Search engines',
  social: 'Social networks',
  newsletter: 'The Weekly',
  share: 'Shared links',
  gift: 'Gift links',
  own: 'Our own pages',
  campaign: 'Campaigns',
  other: 'Other sites',
} satisfies Readonly<Record<Source, string>>

export const formatSource = (source: string) => sourceNames[source] ?? 'Unknown'
