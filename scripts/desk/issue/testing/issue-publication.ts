/** Stories and a manuscript for tests of issues, in a separate folder. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentFields } from '../../../../src/content/manuscript/document.ts'
import type { DeskDocument } from '../../../../src/contracts/endpoints/document-endpoints.ts'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import type { IssueSource } from '../issue-content.ts'

const siteUrl = 'https://verandah.example'

const storySlugs = ['lead', 'one', 'two', 'three', 'older'] as const

const story = (slug: string): DocumentFields => ({
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
  readonly source: IssueSource
  /** Changes fields of a story; null removes it. */
  change(slug: string, fields: DocumentFields | null): void
  /** Returns the manuscript's path. */
  write(text: string): string
}

function createDocument(path: string, { body, status, ...fields }: DocumentFields): DeskDocument {
  const state = status === 'scheduled' || status === 'withdrawn' ? status : 'published'
  const stored: DeskDocument['stored'] = {
    fields,
    body: String(body),
    state,
    version: '',
    publishedAt: new Date('2026-11-20T06:00:00Z').toISOString(),
    hasSameText: true,
  }
  return { path, stored: status === 'draft' ? null : stored, draft: null }
}

export function openIssuePublication(): IssuePublication {
  const documents = new Map<string, DeskDocument>()
  const folder = createTestFolder()
  const change: IssuePublication['change'] = (slug, fields) => {
    const path = `articles/${slug}`
    if (fields === null) documents.delete(path)
    else documents.set(path, createDocument(path, { ...story(slug), ...fields }))
  }
  for (const slug of storySlugs) change(slug, {})
  documents.set('authors/asha', createDocument('authors/asha', { name: 'Asha Rao', body: '' }))
  return {
    source: {
      siteUrl,
      find: async ({ collection, slug }) => documents.get(`${collection}/${slug}`) ?? null,
    },
    change,
    write(text) {
      const path = join(folder, '2026-11-22.md')
      writeFileSync(path, text)
      return path
    },
  }
}
