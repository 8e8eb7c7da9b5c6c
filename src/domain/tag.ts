/** Tags in the order of the footer, with the names that readers see. */
export const tags = {
  lgbtq: 'LGBTQ',
  bollywood: 'Bollywood',
  diaspora: 'Diaspora',
  india: 'India',
  pakistan: 'Pakistan',
  bangladesh: 'Bangladesh',
  burma: 'Burma',
  afghanistan: 'Afghanistan',
  nepal: 'Nepal',
  sriLanka: 'Sri Lanka',
} as const

export type Tag = keyof typeof tags

export const tagSlugs = Object.keys(tags) as [Tag, ...Tag[]]
