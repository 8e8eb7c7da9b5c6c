/** Data for the Worker only (contracts/site-files/older-stories.ts), which renders older stories' pages from it. */
import { hash } from 'node:crypto'
import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { computeDigest } from '../../content/content-copy.ts'
import { loadPublication, readOpenPart } from '../../content/publication-queries.ts'
import {
  joinHashes,
  type OlderStoriesIndex,
  type OlderStory,
  writeOlderStories,
} from '../../contracts/site-files/older-stories.ts'
import { getShard, getShardCount } from '../../contracts/site-files/shards.ts'
import { pickAuthor, pickStory } from '../../features/articles/landing-story.ts'
import { listOlderPages, type StoryPage } from '../../features/articles/story-pages.ts'
import { collectStoryText } from '../../features/articles/story-text.ts'
import { listCutFonts } from '../../layouts/writing-system-fonts.ts'

declare const siteVersion: string

export function getStaticPaths() {
  const older = listOlderPages()
  if (!older) return []
  const { model, pages } = older
  const { tags } = loadPublication()
  const hashes = pages.map(({ article }) => hash('sha256', article.slug))
  const shardCount = getShardCount(pages.length)
  const shards = Array.from({ length: shardCount }, (): StoryPage[] => [])
  for (const [position, page] of pages.entries()) {
    shards[getShard(hashes[position]!, shardCount)]!.push(page)
  }
  const index: OlderStoriesIndex = {
    version: computeDigest(siteVersion, tags),
    model: model.slug,
    shardCount,
    hashes: joinHashes(hashes),
  }
  return [
    {
      params: { file: 'index.json' },
      props: { index, pages: [] },
      cacheKey: computeDigest(index),
    },
    ...shards.map((pages, shard) => ({
      params: { file: `${shard}.txt` },
      props: { index: null, pages },
      cacheKey: computeDigest(pages.map(({ cacheKey }) => cacheKey)),
    })),
  ]
}

const createStory = ({ article, readNext }: StoryPage): OlderStory => ({
  article: {
    ...pickStory(article),
    authors: article.authors.map((author) => ({ ...pickAuthor(author), html: author.html })),
  },
  ...readOpenPart(article),
  readNext: readNext.map(pickStory),
})

/** Includes the fonts that the build cuts for these pages, because it doesn't render them. */
export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) => {
  const { index, pages } = props
  if (index) return Response.json(index)
  const stories = pages.map((page) => [page.article.slug, createStory(page)] as const)
  const fonts = stories.flatMap(([, story]) => listCutFonts(collectStoryText(story)))
  return new Response(writeOlderStories(stories, new Set(fonts)))
}
