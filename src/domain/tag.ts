/** Tags, which editors create with the desk (`tags/{slug}`). This file doesn't use zod, because browsers load it. */

/** A tag as shown by stories, lists and the footer. */
export type Tag = { readonly slug: string; readonly name: string }

/** A tag with the description for its page. */
export type DescribedTag = Tag & { readonly description: string }

/** Capital letters are allowed because of the tag `sriLanka`. */
export const tagSlugPattern = /^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$/

/** The maximum number of tags on a story, and in a reader's preferences. */
export const maxTags = { story: 10, preferences: 100 } as const

/** Omits unknown tags. */
export const findTags = <Known extends Tag>(
  slugs: readonly string[],
  tags: ReadonlyMap<string, Known>,
): Known[] => slugs.flatMap((slug) => tags.get(slug) ?? [])
