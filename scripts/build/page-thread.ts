/** A thread that renders and writes pages. write-pages.ts starts and ends it. */
import { parentPort, workerData } from 'node:worker_threads'
import { loadCompiledTemplates } from './compiled-templates.ts'
import { type PageThreadData, writeQueuedPages } from './write-pages.ts'

const { queue, templates }: PageThreadData = workerData
const { listPages } = await loadCompiledTemplates(templates.state, templates.origin, templates.tags)
const pages = new Map((await listPages()).map((page) => [page.file, page]))
const written = await writeQueuedPages(queue, async (index) => {
  const { file } = queue.pages[index]!
  return pages.get(file)!.render()
})
parentPort!.postMessage(written)
