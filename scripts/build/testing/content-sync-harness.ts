/** Syncs content from a database in memory to a separate folder. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseBuildEnvironment } from '../../../src/content/build-environment.ts'
import { loadContentCopy } from '../../../src/content/content-copy.ts'
import { syncOverlap } from '../../../src/contracts/site-files/build-timestamp.ts'
import { minute } from '../../../src/domain/duration.ts'
import type { PublicationCollection } from '../../../src/domain/publication.ts'
import { listContentProblems } from '../content-problems.ts'
import type { ContentSource, SourceDocument } from '../content-source.ts'
import { syncContent } from '../sync-content.ts'

export const start = new Date('2026-11-01T00:00:00Z')
const image = { id: 'a-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 }

export const author = {
  name: 'A. Writer',
  role: 'Writer',
  place: 'Dhaka',
  portrait: image,
  body: 'Bio.',
}
export const article = {
  title: 'A title',
  dek: 'A dek',
  body: 'Open.\n\n<!-- more -->\n\nClosed.',
  category: 'food',
  tags: [],
  authors: ['a-writer'],
  image,
  status: 'published',
  publishedAt: start,
}

export const event = {
  title: 'A ball',
  dek: 'A dek',
  startsAt: start,
  endsAt: new Date(start.getTime() + minute),
  place: 'A house, Dhaka',
  timeZone: 'Asia/Dhaka',
  accentColour: 'lac',
  image,
  programme: [],
  body: 'Text',
}

export const issue = {
  subject: 'A subject',
  preheader: 'A preheader',
  date: '2026-11-29',
  lead: { slug: 'one' },
  stories: [{ slug: 'two' }, { slug: 'three' }, { slug: 'four' }],
  body: 'For everybody.\n\n<!-- more -->\n\nFor subscribers.',
}

/** An in-memory database with its own clock, which counts reads. */
export class FakeSource {
  now = start
  reads = 0
  readonly documents = new Map<string, SourceDocument & { updatedAt: Date }>()

  put(path: string, fields: Record<string, unknown>) {
    const id = path.slice(path.indexOf('/') + 1)
    this.documents.set(path, {
      id,
      fields: { ...fields, updatedAt: this.now },
      updatedAt: this.now,
    })
  }

  async *source(collection: PublicationCollection, since: Date | null) {
    const documents = [...this.documents]
      .filter(([path]) => path.startsWith(`${collection}/`))
      .map(([, document]) => document)
      .filter(({ updatedAt }) => !since || updatedAt.getTime() >= since.getTime() - syncOverlap)
    this.reads += documents.length
    yield { documents: documents.slice(0, 1), readAt: this.now }
    yield { documents: documents.slice(1), readAt: this.now }
  }
}

/** Holds one author and one article at first. */
export class ContentSyncHarness {
  readonly state = mkdtempSync(join(tmpdir(), 'content-copy-'))
  database = new FakeSource()

  constructor() {
    this.database.put('authors/a-writer', author)
    this.database.put('articles/one', article)
  }

  async sync(mode: 'incremental' | 'full' = 'incremental', project = 'demo') {
    const environment = parseBuildEnvironment({
      SITE_URL: 'http://localhost',
      FIREBASE_PROJECT_ID: project,
      FIREBASE_API_KEY: 'key',
      FIREBASE_SERVICE_ACCOUNT: '{}',
      SEALING_KEYS: `1:${Buffer.alloc(32).toString('base64url')}`,
      BUILD_STATE: this.state,
      CONTENT_SYNC: mode,
    })
    const source: ContentSource = (collection, since) => this.database.source(collection, since)
    return (await syncContent(environment, source)).report
  }

  load() {
    const content = loadContentCopy(this.state)
    if (!content) throw new Error('There is no content copy')
    return content
  }

  listBodyFiles = () => readdirSync(join(this.state, 'bodies'))
  listProblems = () => listContentProblems(this.load()).join('\n')
  loadArticleOne = () => this.load().articles.get('one')!

  advanceClock(minutes: number) {
    this.database.now = new Date(this.database.now.getTime() + minutes * minute)
  }

  close() {
    rmSync(this.state, { recursive: true })
  }
}
