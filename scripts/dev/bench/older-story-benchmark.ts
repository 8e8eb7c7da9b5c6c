/** How long readers wait for stories whose pages the Worker renders, beside those that are files. */
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { loadContentCopy } from '../../../src/content/content-copy.ts'
import { logLine } from '../service-process.ts'
import { startEdge } from '../stack/edge.ts'
import { loadLocalSecrets } from '../stack/local-secrets.ts'
import { freePort } from '../stack/ports.ts'
import type { BuildCorpus } from './build-corpus.ts'
import { createTable, type Figure, formatCount, formatFigure, summarise } from './figure.ts'

const storiesOfEachKind = 200

export type Reading = {
  readonly articles: number
  readonly prerendered: number
  readonly older: number
  /** Milliseconds until the whole page has arrived. */
  readonly waits: Readonly<Record<'olderFirst' | 'olderAgain' | 'fileFirst' | 'fileAgain', Figure>>
}

const pick = (slugs: readonly string[]) => {
  const every = Math.max(1, Math.floor(slugs.length / storiesOfEachKind))
  return slugs.filter((_, position) => position % every === 0).slice(0, storiesOfEachKind)
}

async function measureWaits(url: string, slugs: readonly string[]): Promise<Figure> {
  const waits: number[] = []
  for (const slug of slugs) {
    // Limits apply to each address.
    const headers = { 'CF-Connecting-IP': `127.${randomBytes(3).join('.')}` }
    const startedAt = performance.now()
    const response = await fetch(`${url}/${slug}`, { headers })
    const html = await response.text()
    waits.push(performance.now() - startedAt)
    if (!response.ok || !html.includes(`/${slug}"`)) {
      throw new Error(`/${slug} was answered with ${response.status}`)
    }
  }
  return summarise(waits)!
}

/** Measures reading stories of the last build; null if every story's page is a file. */
export async function readStories({ env, articles }: BuildCorpus): Promise<Reading | null> {
  if (!env.PRERENDERED_STORIES) return null
  logLine('bench', `reading ${articles} articles`)
  const site = env.BUILD_OUTPUT!
  const slugs = [...loadContentCopy(env.BUILD_STATE!)!.articles.keys()]
  const isFile = (slug: string) => existsSync(join(site, 'client', `${slug}.html`))
  const files = slugs.filter(isFile)
  const older = slugs.filter((slug) => !isFile(slug))
  const folder = join(env.BUILD_STATE!, '..')
  const storage = join(folder, 'edge')
  const edge = await startEdge({
    port: await freePort(10_700),
    site,
    variables: {
      ...loadLocalSecrets(join(folder, 'secrets.json'), env.FIREBASE_PROJECT_ID!),
      FIREBASE_PROJECT_ID: env.FIREBASE_PROJECT_ID!,
      FIREBASE_API_KEY: env.FIREBASE_API_KEY!,
      FIRESTORE_URL: env.FIRESTORE_URL!,
    },
    storage,
    verbose: false,
    onCrash: (message) => console.error(message),
  })
  try {
    const [warmUp, ...read] = pick(older) as [string, ...string[]]
    // Loads the templates, and the index.
    await measureWaits(edge.url, [warmUp])
    return {
      articles,
      prerendered: files.length,
      older: older.length,
      waits: {
        olderFirst: await measureWaits(edge.url, read),
        olderAgain: await measureWaits(edge.url, read),
        fileFirst: await measureWaits(edge.url, pick(files)),
        fileAgain: await measureWaits(edge.url, pick(files)),
      },
    }
  } finally {
    await edge.stop()
    rmSync(storage, { recursive: true, force: true })
  }
}

export const createReadingTable = (readings: readonly Reading[]) =>
  createTable('Reading stories without a file', readings, [
    ['articles', ({ articles }) => formatCount(articles)],
    ['with a file', ({ prerendered }) => formatCount(prerendered)],
    ['without', ({ older }) => formatCount(older)],
    ['first view', ({ waits }) => formatFigure(waits.olderFirst, 'ms')],
    ['again', ({ waits }) => formatFigure(waits.olderAgain, 'ms')],
    ['a file', ({ waits }) => formatFigure(waits.fileFirst, 'ms')],
    ['again', ({ waits }) => formatFigure(waits.fileAgain, 'ms')],
  ])
