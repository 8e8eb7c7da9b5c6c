/** A file of the site with the name of everybody who writes here, by their slugs. */
export const writersPath = '/writers.json'
export type Writers = Readonly<Record<string, string>>
