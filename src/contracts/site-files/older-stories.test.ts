import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findOlderStory, joinHashes, mayHaveSlug, writeOlderStories } from './older-stories.ts'

const hashSlug = (slug: string) => hash('sha256', slug)
const slugs = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,4}(-[a-z0-9]{1,4})?$/))

it('joined hashes contain every slug, and no other', () => {
  fc.assert(
    fc.property(slugs, slugs, (present, others) => {
      const joined = joinHashes(present.map(hashSlug))
      for (const slug of present) expect(mayHaveSlug(joined, hashSlug(slug))).toBe(true)
      for (const slug of others) {
        if (!present.includes(slug)) expect(mayHaveSlug(joined, hashSlug(slug))).toBe(false)
      }
    }),
  )
})

it('a shard contains every story, and no other, whatever the texts contain', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('\n', '\t', 'a\t{}\n', '\na\t', '\u2028'))
  const createStory = (freePreview: string) => ({ freePreview }) as never
  fc.assert(
    fc.property(slugs, slugs, fc.array(text), (present, others, texts) => {
      const freePreviews = present.map((_, position) => texts[position] ?? '')
      const shard = writeOlderStories(
        present.map((slug, position) => [slug, createStory(freePreviews[position]!)]),
        ['/_fonts/1/a.b.woff2'],
      )
      for (const [position, slug] of present.entries()) {
        expect(JSON.parse(findOlderStory(shard, slug)!)).toEqual({
          freePreview: freePreviews[position],
        })
      }
      for (const slug of others) {
        if (!present.includes(slug)) expect(findOlderStory(shard, slug)).toBeNull()
      }
    }),
  )
})
