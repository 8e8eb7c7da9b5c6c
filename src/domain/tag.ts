/** Free of zod, because browsers load this file. Editors create tags with the desk (`tags/{slug}`). */

/** The name as stories, lists and the footer show it. */
export type Tag = { readonly slug: string; readonly name: string }

/** A tag with the description of its own page. */
export type DescribedTag = Tag & { readonly description: string }

/** Capital letters are allowed because of the tag `sriLanka`. */
export const tagSlugPattern = /^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$/

/** The most tags of a story, and of a reader's preferences. */
export const maxTags = { story: 10, preferences: 100 } as const

/** Unknown tags are left out. */
export const findTags = <Known extends Tag>(
  slugs: readonly string[],
  tags: ReadonlyMap<string, Known>,
): Known[] => slugs.flatMap((slug) => tags.get(slug) ?? [])
