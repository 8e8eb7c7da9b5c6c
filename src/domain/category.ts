/** Categories and their dyes. Free of zod, because browsers load this file. */

/** The dyes from which categories take their accent; their shades stand in `styles/tokens.css`. */
export const dyes = [
  'lac',
  'madder',
  'jamun',
  'turmeric',
  'slate',
  'indigo',
  'peacock',
  'rose',
  'henna',
  'clay',
  'leaf',
] as const

export type Dye = (typeof dyes)[number]

/**
 * The canonical slugs with the names that readers see. The specification's two lists differ in one
 * place (science-and-technology, health); both are categories here.
 */
export const categories = {
  'editors-picks': { name: 'Editor’s Picks', dye: 'lac' },
  culture: { name: 'Culture', dye: 'madder' },
  'film-and-tv': { name: 'Film & TV', dye: 'jamun' },
  food: { name: 'Food', dye: 'turmeric' },
  'business-tech': { name: 'Business/Tech', dye: 'slate' },
  politics: { name: 'Politics', dye: 'indigo' },
  'science-and-technology': { name: 'Science & Technology', dye: 'peacock' },
  health: { name: 'Health', dye: 'rose' },
  profiles: { name: 'Profiles', dye: 'henna' },
  opinion: { name: 'Opinion', dye: 'clay' },
  sports: { name: 'Sports', dye: 'leaf' },
} as const satisfies Record<string, { name: string; dye: Dye }>

export type CategorySlug = keyof typeof categories

export const categorySlugs = Object.keys(categories) as [CategorySlug, ...CategorySlug[]]

/** Addresses that earlier versions of the site used; each answers 301 to its canonical slug. */
export const legacyCategorySlugs: Readonly<Record<string, CategorySlug>> = {
  'film-tv': 'film-and-tv',
  'health-science': 'health',
  'op-eds': 'opinion',
}
