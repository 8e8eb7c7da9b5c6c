/** `desk export`: exports the publication to files that other tools can read. Changes nothing. */

import { parseDraft, toDraftDocument } from '../../../functions/documents/load-document.ts'
import { pickContent } from '../../../functions/documents/write-decision.ts'
import { formatManuscript } from '../../../src/content/manuscript/format-manuscript.ts'
import { describeProblem } from '../../../src/content/manuscript/problem.ts'
import { validateDocument } from '../../../src/content/manuscript/validate-document.ts'
import { findKeyProblem, manuscriptCollections } from '../../../src/domain/publication.ts'
import { defineCommand, formatDeskCommand, requireOne } from '../../desk/command-line/command.ts'
import { type Desk, openDesk } from '../../desk/command-line/desk-environment.ts'
import { createProgressBar } from '../../desk/command-line/terminal.ts'
import { listDocuments } from '../../desk/documents/stored-documents.ts'
import { workingDirectory } from '../../shared/operator-environment.ts'
import { type ExportFolder, openExportFolder } from './export-folder.ts'
import { exportHistory } from './export-history.ts'
import { collectImages, exportImages, type ReferencedImages } from './export-images.ts'

export const command = defineCommand({
  usage: ['export DIR [--history]'],
  summary: 'exports the whole publication to a folder, as Markdown, JSON and pictures',
  help: `Exports articles of every status, drafts, authors, tags, pages, events and issues as manuscripts, the front page and
redirects as JSON, and the original pictures. DIR must be empty, or an earlier export, which is
updated. “${formatDeskCommand('import markdown DIR')}” restores the publication from it, except for drafts that are
unfinished or change a published document: these are in DIR/drafts.

  --history   also export all revisions, as JSON lines; an import ignores them`,
  options: { history: { type: 'boolean', default: false } },
  async run({ history }, positionals) {
    const path = requireOne(positionals, 'folder')
    const desk = await openDesk()
    process.chdir(workingDirectory())
    const folder = openExportFolder(path)
    const problems = await exportPublication(desk, folder, history)
    for (const problem of problems) console.error(problem)
    return problems.length > 0 ? 'refused' : 'done'
  },
})

/** Returns the problems. Throws if Firestore is unavailable. */
export async function exportPublication(
  desk: Desk,
  folder: ExportFolder,
  history: boolean,
): Promise<readonly string[]> {
  const problems: string[] = []
  const counts: Record<string, number> = {}
  const images: ReferencedImages = new Map()
  const progressBar = createProgressBar('documents', null)
  for (const collection of manuscriptCollections) {
    counts[collection] = 0
    for await (const { id, fields } of readCollection(desk, collection)) {
      progressBar.advance()
      // The id becomes a path, so it must be a valid slug.
      if (findKeyProblem(collection, id) !== null) {
        problems.push(
          `${collection}/${JSON.stringify(id)}: skipped, because its name isn’t a valid slug. Rename it in Firestore, then export again.`,
        )
        continue
      }
      const content = pickContent(collection, fields)
      const { updatedAt: _, ...contentFields } = fields
      for (const { field, message } of validateDocument(collection, id, contentFields).problems) {
        problems.push(`${collection}/${id}: ${describeProblem(field, message)}`)
      }
      folder.write(
        `${collection}/${id}.md`,
        formatManuscript({ collection, fields: content, version: null }),
      )
      collectImages(images, collection, content)
      counts[collection]++
      if (history) {
        counts.revisions =
          (counts.revisions ?? 0) + (await exportHistory(desk, folder, collection, id))
      }
    }
  }
  counts.drafts = 0
  for await (const record of readCollection(desk, 'drafts')) {
    const draft = parseDraft(record)
    if (!draft || draft.deletedAt) continue
    progressBar.advance()
    const { collection, slug } = draft
    const document = toDraftDocument(draft)
    const content = pickContent(collection, document)
    const isNewStory = collection === 'articles' && draft.base === null
    const isComplete = validateDocument(collection, slug, document).problems.length === 0
    // An import would refuse unfinished drafts in the stories' folder, and take others for published versions.
    folder.write(
      isNewStory && isComplete ? `${collection}/${slug}.md` : `drafts/${collection}/${slug}.md`,
      formatManuscript({ collection, fields: content, version: draft.base }),
    )
    collectImages(images, collection, content)
    counts.drafts++
  }
  counts.front = 0
  for await (const { id, fields } of readCollection(desk, 'front')) {
    if (id !== 'home') continue
    folder.write('front.json', formatJson(pickContent('front', fields)))
    counts.front = 1
    if (history)
      counts.revisions = (counts.revisions ?? 0) + (await exportHistory(desk, folder, 'front', id))
  }
  const redirects: { from: string; to: unknown; importedFrom?: unknown }[] = []
  for await (const { fields } of readCollection(desk, 'redirects')) {
    const { from, to = null, importedFrom } = fields
    redirects.push({ from: String(from), to, ...(importedFrom ? { importedFrom } : {}) })
  }
  redirects.sort((one, other) => (one.from < other.from ? -1 : 1))
  folder.write('redirects.json', formatJson(redirects))
  counts.redirects = redirects.length
  progressBar.end()

  const imageProgressBar = createProgressBar('images', images.size)
  const missing = await exportImages(desk, folder, images, () => imageProgressBar.advance())
  imageProgressBar.end()
  problems.push(...missing.map((problem) => `images/${problem}`))
  counts.images = images.size - missing.length
  folder.finish(counts)
  const summary = Object.entries(counts).map(([name, count]) => `${name}: ${count}`)
  console.log(`${folder.path}: ${summary.join(', ')}`)
  return problems
}

const formatJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const readCollection = (desk: Desk, collection: string) =>
  listDocuments(desk, { collection }, 'Exporting')
