/** Stories and a manuscript for tests of issues, in a database and a folder of their own. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fields } from '../../../../functions/platform/adapters/firestore-values.ts'
import { createInMemoryFirestore } from '../../../dev/fakes/firestore/in-memory-firestore.ts'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import type { Desk } from '../../command-line/desk-environment.ts'

const siteUrl = 'https://verandah.example'

const storySlugs = ['lead', 'one', 'two', 'three', 'older'] as const

const story = (slug: string): Fields => ({
  title: `The story “${slug}”`,
  dek: `A line about ${slug}.`,
  body: `The opening of ${slug}, with [a link](/two).\n\n<!-- more -->\n\nThe closed part of ${slug}.`,
  category: 'food',
  tags: [],
  authors: ['asha'],
  image: {
    id: `${slug}-0123456789abcdef`,
    alt: `A picture of ${slug}`,
    credit: 'Us',
    width: 1200,
    height: 800,
  },
  status: 'published',
  publishedAt: new Date('2026-11-20T06:00:00Z'),
})

export const issueManuscript = (
  changes: Readonly<Record<string, string | null>> = {},
  body = 'A note to everybody.\n\n## For subscribers\n\nAn opening.\n\n<!-- more -->\n\nOnly for subscribers.',
) => {
  const fields = {
    collection: 'issues',
    subject: 'What we kept',
    preheader: 'Five stories, and a note.',
    date: '2026-11-22',
    lead: '{slug: lead}',
    stories: '[{slug: one, line: "Our own line."}, {slug: two}, {slug: three}]',
    missed: '{slug: older}',
    ...changes,
  }
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  )
  return `---\n${lines.join('\n')}\n---\n${body}\n`
}

export type IssuePublication = {
  readonly desk: Pick<Desk, 'firestore' | 'siteUrl'>
  /** Changes fields of a story; null removes it. */
  change(slug: string, fields: Fields | null): Promise<void>
  /** Returns the manuscript's path. */
  write(text: string): string
  close(): void
}

export async function openIssuePublication(): Promise<IssuePublication> {
  const { firestore, close } = createInMemoryFirestore()
  const folder = createTestFolder()
  const change: IssuePublication['change'] = async (slug, fields) => {
    const path = `articles/${slug}`
    const written = await firestore.commit([
      fields === null
        ? { remove: path }
        : { set: path, fields: { ...story(slug), ...fields }, serverTimes: ['updatedAt'] },
    ])
    if (!written.ok) throw new Error(JSON.stringify(written.failure))
  }
  for (const slug of storySlugs) await change(slug, {})
  await firestore.commit([
    { set: 'authors/asha', fields: { name: 'Asha Rao', body: '' }, serverTimes: ['updatedAt'] },
  ])
  return {
    desk: { siteUrl, firestore },
    change,
    write(text) {
      const path = join(folder, '2026-11-22.md')
      writeFileSync(path, text)
      return path
    },
    close,
  }
}
