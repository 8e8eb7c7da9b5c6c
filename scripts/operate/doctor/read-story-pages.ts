/**
 * Reads stories' pages: files of the site, or the data that the Worker renders them from (contracts/older-stories.ts).
 */
import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  findOlderStory,
  getOlderStoriesPath,
  olderStoriesIndexPath,
  olderStoriesIndexSchema,
} from '../../../src/contracts/site-files/older-stories.ts'
import { getShard } from '../../../src/contracts/site-files/shards.ts'

export type StoryPage = {
  /** The origin that the page names as its own. */
  readonly origin: string
  /** All of the story's text that the page makes public. */
  readonly text: string
}

export const readIfPresent = (path: string) => (existsSync(path) ? readFileSync(path) : null)

function readFile(site: string, slug: string): StoryPage | null {
  const text = readIfPresent(join(site, `${slug}.html`))?.toString()
  if (text === undefined) return null
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(text)?.[1]
  return { origin: canonical ? new URL(canonical).origin : 'none', text }
}

/** Lists the texts of all fields, because an unexpected field may contain what mustn't be public. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

/** Calls `use` for each of the stories, with null for one without a page. */
export async function readStoryPages<Story extends { readonly slug: string }>(
  site: string,
  stories: readonly Story[],
  use: (story: Story, page: StoryPage | null) => Promise<void>,
) {
  const others: Story[] = []
  for (const story of stories) {
    const page = readFile(site, story.slug)
    if (page) await use(story, page)
    else others.push(story)
  }
  const index = readIfPresent(join(site, olderStoriesIndexPath))?.toString()
  const older = index === undefined ? null : olderStoriesIndexSchema.parse(JSON.parse(index))
  const origin = older && readFile(site, older.model)?.origin
  // Reads one shard at a time: all of them together take hundreds of megabytes.
  const byShard = Map.groupBy(others, ({ slug }) =>
    older ? getShard(hash('sha256', slug), older.shardCount) : 0,
  )
  for (const [shard, inShard] of byShard) {
    const text = readIfPresent(join(site, getOlderStoriesPath(shard)))?.toString() ?? ''
    for (const story of inShard) {
      const json = findOlderStory(text, story.slug)
      const page = json && origin ? { origin, text: listTexts(JSON.parse(json)).join('\n') } : null
      await use(story, page)
    }
  }
}
