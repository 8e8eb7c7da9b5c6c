/**
 * The pages of older stories, if they aren't files of the site (PRERENDERED_STORIES). The build writes the content of
 * each page into shards (shards.ts), and the Worker renders it. The shards contain only the parts for everyone, but are
 * never served: see `run_worker_first`.
 */
import { z } from 'zod'
import { writingSystems } from '../../domain/writing-system.ts'
import { authorPageSchema, landingStorySchema } from './landing.ts'

const folder = '/older-stories'

export const olderStoriesIndexPath = `${folder}/index.json`

export const getOlderStoriesPath = (shard: number) => `${folder}/${shard}.txt`

export const olderStoriesIndexSchema = z.object({
  /** Identifies the templates and the tags in their footer. */
  version: z.string(),
  /** The slug of a story that has a file. Rendered pages copy this file's headers and styles. */
  model: z.string(),
  shardCount: z.int().positive(),
  /** The first digits of each slug's hash, sorted, so that an unknown slug costs no look-up in a shard. */
  hashes: z.string(),
})
export type OlderStoriesIndex = z.infer<typeof olderStoriesIndexSchema>

export const olderStorySchema = z.object({
  article: landingStorySchema
    .omit({ freePreview: true })
    .extend({ authors: z.array(authorPageSchema).readonly() }),
  freePreview: z.string(),
  /** Null if the story is closed. */
  body: z.string().nullable(),
  closedWritingSystems: z.array(z.enum(writingSystems)).readonly(),
  readNext: z.array(landingStorySchema).readonly(),
})
export type OlderStory = z.infer<typeof olderStorySchema>

const hashDigits = 8

/** `hashes` are of slugs, in hex. */
export const joinHashes = (hashes: readonly string[]): string =>
  hashes
    .map((hash) => hash.slice(0, hashDigits))
    .sort()
    .join('')

/** Returns true for stored slugs and, rarely, for others by chance. */
export function mayHaveSlug(joinedHashes: string, slugHash: string): boolean {
  const searched = slugHash.slice(0, hashDigits)
  let from = 0
  let end = joinedHashes.length / hashDigits
  while (from < end) {
    const middle = Math.floor((from + end) / 2)
    const found = joinedHashes.slice(middle * hashDigits, (middle + 1) * hashDigits)
    if (found === searched) return true
    if (found < searched) from = middle + 1
    else end = middle
  }
  return false
}

/**
 * Writes one line per story and one per path of a cut font, because finding a line is cheaper than parsing all of them.
 */
export const writeOlderStories = (
  stories: readonly (readonly [slug: string, story: OlderStory])[],
  cutFonts: Iterable<string>,
): string =>
  [
    ...stories.map(([slug, story]) => `${slug}\t${JSON.stringify(story)}\n`),
    ...[...cutFonts].map((path) => `${path}\n`),
  ].join('')

/** Returns a story's JSON; null if the shard doesn't contain it. */
export function findOlderStory(shard: string, slug: string): string | null {
  const start = `${slug}\t`
  const at = shard.startsWith(start) ? 0 : shard.indexOf(`\n${start}`) + 1
  if (at === 0 && !shard.startsWith(start)) return null
  return shard.slice(at + start.length, shard.indexOf('\n', at))
}
