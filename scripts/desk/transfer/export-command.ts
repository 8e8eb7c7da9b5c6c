/** `desk export`: the whole publication as files that other tools can read. Changes nothing. */
import type { Fields } from '../../../functions/adapters/firestore-values.ts'
import { slugSchema } from '../../../src/domain/slug.ts'
import { defineCommand, only } from '../command.ts'
import { contentOf } from '../decision.ts'
import { firestoreStop } from '../ending.ts'
import { type Desk, openDesk } from '../environment.ts'
import { formatManuscript } from '../manuscript-file.ts'
import { workingFolder } from '../prepare.ts'
import { describeProblem } from '../problem.ts'
import { progress } from '../progress.ts'
import { checkDocument } from '../validation.ts'
import { type ExportFolder, openExportFolder } from './export-folder.ts'
import { exportHistory } from './export-history.ts'
import { exportPictures, type SeenPictures, seePictures } from './export-pictures.ts'

export const command = defineCommand({
  usage: ['export DIR [--history]'],
  summary: 'writes the whole publication into a folder, as Markdown, JSON and pictures',
  help: `Articles of every status, authors, pages and events as manuscripts, the front page and the
redirects as JSON, original pictures. DIR is empty, or an earlier export, which is brought up to
date. "desk import markdown DIR" makes the same publication of it.

  --history   every document's revisions too, as lines of JSON; they are not imported again`,
  options: { history: { type: 'boolean', default: false } },
  async run({ history }, positionals) {
    const desk = await openDesk()
    process.chdir(workingFolder())
    const folder = openExportFolder(only(positionals, 'folder'))
    const problems = await exportPublication(desk, folder, history)
    for (const problem of problems) console.error(problem)
    return problems.length > 0 ? 'refused' : 'done'
  },
})

const manuscripts = ['articles', 'authors', 'events', 'pages'] as const

/** Answers what is not in it as it should be. Throws a stop where Firestore is away. */
export async function exportPublication(
  desk: Desk,
  folder: ExportFolder,
  history: boolean,
): Promise<readonly string[]> {
  const problems: string[] = []
  const counts: Record<string, number> = {}
  const pictures: SeenPictures = new Map()
  const bar = progress('documents', null)
  for (const collection of manuscripts) {
    counts[collection] = 0
    for await (const { id, fields } of documentsOf(desk, collection)) {
      bar.advance()
      // A name is a path here: one that is none of ours goes nowhere.
      if (!slugSchema.safeParse(id).success) {
        problems.push(`${collection}/${JSON.stringify(id)}: is left out, its name is no slug`)
        continue
      }
      const content = contentOf(collection, fields)
      const { updatedAt: _, ...given } = fields
      for (const { field, message } of checkDocument(collection, id, given).problems) {
        problems.push(`${collection}/${id}: ${describeProblem(field, message)}`)
      }
      folder.write(
        `${collection}/${id}.md`,
        formatManuscript({ collection, fields: content, version: null }),
      )
      seePictures(pictures, collection, content)
      counts[collection]++
      if (history) {
        counts.revisions =
          (counts.revisions ?? 0) + (await exportHistory(desk, folder, collection, id))
      }
    }
  }
  counts.front = 0
  for await (const { id, fields } of documentsOf(desk, 'front')) {
    if (id !== 'home') continue
    folder.write('front.json', asJson(contentOf('front', fields)))
    counts.front = 1
    if (history)
      counts.revisions = (counts.revisions ?? 0) + (await exportHistory(desk, folder, 'front', id))
  }
  const redirects: { from: string; to: unknown }[] = []
  for await (const { fields } of documentsOf(desk, 'redirects')) {
    redirects.push({ from: String(fields.from), to: fields.to ?? null })
  }
  redirects.sort((one, other) => (one.from < other.from ? -1 : 1))
  folder.write('redirects.json', asJson(redirects))
  counts.redirects = redirects.length
  bar.end()

  const pictureBar = progress('pictures', pictures.size)
  const missing = await exportPictures(desk, folder, pictures, () => pictureBar.advance())
  pictureBar.end()
  problems.push(...missing.map((problem) => `pictures/${problem}`))
  counts.pictures = pictures.size - missing.length
  folder.complete(counts)
  const summary = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  console.log(`${folder.path}: ${summary.join(', ')}`)
  return problems
}

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

async function* documentsOf(
  { firestore }: Desk,
  collection: string,
): AsyncGenerator<{ id: string; fields: Fields }> {
  for await (const page of firestore.pages({ collection })) {
    if (!page.ok) throw firestoreStop('Exporting', page.failure)
    yield* page.value.documents
  }
}
