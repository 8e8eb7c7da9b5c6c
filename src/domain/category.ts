/** Free of zod, because browsers load this file. */

/** Their shades are in `styles/tokens.css`. */
export const accentColours = [
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

export type AccentColour = (typeof accentColours)[number]

/** The specification's two lists differ in one place (science-and-technology, health); both are included. */
export const categories = {
  'editors-picks': { name: 'Editor’s Picks', accentColour: 'lac' },
  culture: { name: 'Culture', accentColour: 'madder' },
  'film-and-tv': { name: 'Film & TV', accentColour: 'jamun' },
  food: { name: 'Food', accentColour: 'turmeric' },
  'business-tech': { name: 'Business/Tech', accentColour: 'slate' },
  politics: { name: 'Politics', accentColour: 'indigo' },
  'science-and-technology': { name: 'Science & Technology', accentColour: 'peacock' },
  health: { name: 'Health', accentColour: 'rose' },
  profiles: { name: 'Profiles', accentColour: 'henna' },
  opinion: { name: 'Opinion', accentColour: 'clay' },
  sports: { name: 'Sports', accentColour: 'leaf' },
} as const satisfies Record<string, { name: string; accentColour: AccentColour }>

export type CategorySlug = keyof typeof categories

export const categorySlugs = Object.keys(categories) as [CategorySlug, ...CategorySlug[]]

/** These redirect (301). */
export const legacyCategorySlugs: Readonly<Record<string, CategorySlug>> = {
  'film-tv': 'film-and-tv',
  'health-science': 'health',
  'op-eds': 'opinion',
}
