/** Renders and writes pages. Threads share the work: each takes the next few pages until none are left. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { findCutFonts } from '../../src/contracts/site-files/cut-fonts.ts'
import type { Tag } from '../../src/domain/tag.ts'
import { writeFileAtomically, writeNewFile } from '../shared/write-file-atomically.ts'
import type { PageFonts } from './page-fonts.ts'

type QueuedPage = { readonly file: string; readonly exists: boolean }
type PendingPage = QueuedPage & { createContent(): Promise<Uint8Array | string> }

type WrittenPages = {
  /** New or changed files. */
  readonly written: number
  /** The fonts of pages that name cut ones, even if the pages' files haven't changed. */
  readonly fonts: PageFonts
}

/** Data that all threads share. */
type PageQueue = {
  readonly site: string
  readonly pages: readonly QueuedPage[]
  /** The index of the next page to render, in shared memory. */
  readonly next: Int32Array
}

/** The data that page-thread.ts receives. */
export type PageThreadData = {
  readonly queue: PageQueue
  /** The place of the templates, and the data that every page shows. */
  readonly templates: {
    readonly state: string
    readonly origin: string
    readonly tags: readonly Tag[]
  }
}

const pagesPerTurn = 8
/** Starting a thread costs as much CPU as rendering about this number of pages. */
const pagesPerThread = 400
/** With 10,000 articles, two threads take 860 MB of the 1 GB that a build may use. */
const maxThreads = 2

export function writeIfChanged(
  path: string,
  content: Uint8Array | string,
  exists: boolean,
): boolean {
  if (!exists) {
    // If writing is interrupted, the file has no key, so the next build writes it again.
    writeNewFile(path, content)
    return true
  }
  if (Buffer.from(content).equals(readFileSync(path))) return false
  writeFileAtomically(path, content)
  return true
}

export async function writeQueuedPages(
  { site, pages, next }: PageQueue,
  createContent: (index: number) => Promise<Uint8Array | string>,
): Promise<WrittenPages> {
  const fonts = new Map<string, readonly string[]>()
  let written = 0
  for (;;) {
    const start = Atomics.add(next, 0, pagesPerTurn)
    if (start >= pages.length) return { written, fonts }
    const end = Math.min(start + pagesPerTurn, pages.length)
    for (let index = start; index < end; index++) {
      const { file, exists } = pages[index]!
      const content = Buffer.from(await createContent(index))
      const found = findCutFonts(content.toString('latin1'))
      if (found.length > 0) fonts.set(file, found)
      if (writeIfChanged(join(site, file), content, exists)) written++
    }
  }
}

const countThreads = (pages: number) =>
  Math.max(1, Math.min(availableParallelism(), maxThreads, Math.floor(pages / pagesPerThread)))

/** With enough pages, other threads start straight away; the calling thread joins them in `finish`. */
export function startWritingPages(
  site: string,
  pending: readonly PendingPage[],
  templates: PageThreadData['templates'],
  threads = countThreads(pending.length),
) {
  const pages = pending.map(({ file, exists }) => ({ file, exists }))
  const queue: PageQueue = { site, pages, next: new Int32Array(new SharedArrayBuffer(4)) }
  const workerData: PageThreadData = { queue, templates }
  const workers = Array.from(
    { length: threads - 1 },
    () => new Worker(new URL('page-thread.ts', import.meta.url), { workerData }),
  )
  const results = Promise.all(workers.map(waitForResult))
  // `finish` handles rejections.
  results.catch(() => {})
  return {
    async finish(): Promise<WrittenPages> {
      const own = writeQueuedPages(queue, (index) => pending[index]!.createContent())
      const parts = (await Promise.all([own, results])).flat()
      return {
        written: parts.reduce((sum, part) => sum + part.written, 0),
        fonts: new Map(parts.flatMap(({ fonts }) => [...fonts])),
      }
    },
    async stop() {
      Atomics.store(queue.next, 0, pages.length)
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

function waitForResult(worker: Worker): Promise<WrittenPages> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('A thread ended before its pages were written.')))
  })
}
