/** For tests against a running stack: imports a folder as the command does. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { fail, type Result } from '../../../src/domain/result.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import {
  createTestFolder,
  type TestFiles,
  writeTestFiles,
} from '../../shared/testing/test-folder.ts'
import { htmlToMarkdown } from '../html-to-markdown/html-to-markdown.ts'
import type { ImportedItem, ImportFailure } from '../items/imported-item.ts'
import { formatNote } from '../items/note.ts'
import { parseMapping } from '../mapping/mapping.ts'
import { surveySource } from '../mapping/source-survey.ts'
import { openImageLedger } from '../run/image-ledger.ts'
import { createImageImporter } from '../run/import-images.ts'
import { createImportReport, type ImportReport } from '../run/import-report.ts'
import { type AddressQuestion, planSourceAddresses } from '../run/plan-addresses.ts'
import { planMapping } from '../run/plan-mapping.ts'
import { readPublicationIndex } from '../run/publication-index.ts'
import type { ReportRow } from '../run/report-row.ts'
import { runImport } from '../run/run-import.ts'
import { createMarkdownReader } from '../sources/markdown/read-markdown.ts'
import { createWordPressReader } from '../sources/wordpress/read-wordpress.ts'

export type ImportResult = {
  readonly report: ImportReport
  readonly questions: readonly AddressQuestion[]
  /** With the notes as text. */
  readonly rows: Readonly<
    Record<string, Omit<ReportRow, 'notes'> & { readonly notes: readonly string[] }>
  >
}

/** Needn't be in storage. */
const fallbackImage = {
  id: 'cloth-0123456789abcdef',
  alt: 'Plain cotton',
  credit: 'Studio',
  width: 90,
  height: 60,
}

export type ImportOptions = {
  readonly dryRun?: boolean
  readonly overwrite?: boolean
  readonly oldSite?: string
  /** The folder's identity in its mapping file. */
  readonly source?: string
  /** A WordPress export in the folder, to import instead of the folder. */
  readonly wordpress?: string
  /** More lines of the mapping file. */
  readonly answers?: string
  /** The source fails after so many posts, which are written one by one. */
  readonly truncateAfterPosts?: number
}

export const generateWords = (count: number) =>
  Array.from({ length: count }, (_, at) => `word${at}`).join(' ')

export const buildPost = (title: string, date: string, body: string, more = '') =>
  `---\ntitle: ${title}\ndate: ${date}\nauthor: Jane Doe\ncategories: [News]\n${more}---\n${body}\n`

/** A folder of files with its reports and its ledger, removed after the tests. */
export function createImportHarness() {
  const root = createTestFolder()
  const reports = createTestFolder()
  const ledger = join(reports, 'images.jsonl')

  async function importFolder(
    desk: Desk,
    base: string,
    options: ImportOptions = {},
  ): Promise<ImportResult> {
    const { dryRun = false, overwrite = false, oldSite = null, truncateAfterPosts } = options
    const { source = 'site-one', wordpress, answers = '' } = options
    const system = wordpress === undefined ? 'markdown' : 'wordpress'
    const reader =
      wordpress === undefined
        ? createMarkdownReader({ zone: 'UTC', html: htmlToMarkdown })
        : createWordPressReader({ timeZone: 'UTC' })
    const read = () => reader(wordpress === undefined ? root : join(root, wordpress))
    const survey = await surveySource(read())
    const index = await readPublicationIndex(desk.firestore)
    if (!survey.ok || !index.ok) throw new Error('unreadable')
    const archives = { category: '/categories/{slug}', tag: null, author: '/by/{slug}' }
    const plan = planMapping({
      tags: new Map(),
      survey: survey.value,
      existing: null,
      archives,
      authors: index.value.authors,
      questions: [],
      identity: wordpress === undefined ? source : null,
      needsOldSite: false,
    })
    const decided = plan.replace('otherCategory: choose', 'otherCategory: culture')
    const mapping = parseMapping(`${decided}\n${answers}`)
    if (!mapping.ok) throw new Error(JSON.stringify(mapping.failure))
    const planned = planSourceAddresses(system, 'random', survey.value, mapping.value, index.value)
    const report = createImportReport(join(reports, base))
    const images = createImageImporter({
      desk,
      folder: root,
      oldSite,
      localOrigin: oldSite,
      dryRun,
      ledger: openImageLedger(ledger, desk.projectId),
    })
    const items =
      truncateAfterPosts === undefined ? read() : truncateAfter(read(), truncateAfterPosts)
    const done = await runImport({
      desk,
      source: system,
      items,
      survey: survey.value,
      images,
      mapping: mapping.value,
      keys: planned.keys!,
      addresses: planned.addresses,
      index: index.value,
      fallbackImage: wordpress === undefined ? null : fallbackImage,
      report,
      onPost: () => {},
      ...(truncateAfterPosts === undefined ? {} : { batchSize: 1 }),
      now: new Date('2026-01-01'),
      overwrite,
      dryRun,
    })
    images.dispose()
    expect(done.ok).toBe(truncateAfterPosts === undefined)
    const lines = readFileSync(join(reports, `${base}.jsonl`), 'utf8').split('\n')
    const rows = lines
      .filter((line) => line.includes('"importOutcome"'))
      .map((line): ReportRow => JSON.parse(line))
      .map((row) => ({ ...row, notes: row.notes.map(formatNote) }))
    return {
      report,
      questions: planned.addresses.questions,
      rows: Object.fromEntries(rows.map((row) => [row.source, row])),
    }
  }

  return {
    root,
    importFolder,
    write: (files: TestFiles) => writeTestFiles(root, files),
    readStoredImages: (): { src: string; id: string }[] =>
      (existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n') : [])
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  }
}

type Items = AsyncIterable<Result<ImportedItem, ImportFailure>>

async function* truncateAfter(
  items: Items,
  after: number,
): AsyncGenerator<Result<ImportedItem, ImportFailure>> {
  let posts = 0
  for await (const item of items) {
    yield item
    if (item.ok && item.value.item === 'post' && ++posts === after) break
  }
  yield fail({ reason: 'broken off' })
}
