/** For tests against a running stack: a folder of files comes in, as the command takes it. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { fail, type Result } from '../../../src/domain/result.ts'
import type { Desk } from '../environment.ts'
import { htmlToMarkdown } from '../import/html-to-markdown.ts'
import type { ImportedItem, ImportFailure } from '../import/imported.ts'
import { readDeskIndex } from './desk-index.ts'
import { importPictures } from './import-pictures.ts'
import { type ImportReport, openReport, type ReportRow } from './import-report.ts'
import { runImport } from './import-run.ts'
import { parseMapping } from './mapping.ts'
import { planMapping } from './mapping-plan.ts'
import { readMarkdown } from './markdown/read-markdown.ts'
import { openLedger } from './picture-ledger.ts'
import { surveySource } from './survey.ts'

export type Import = {
  readonly report: ImportReport
  /** By source. */
  readonly rows: Readonly<Record<string, ReportRow>>
}

export type ImportOptions = {
  readonly dryRun?: boolean
  readonly overwrite?: boolean
  readonly oldSite?: string
  /** The source breaks off behind so many posts, which are written one by one. */
  readonly breaksAfter?: number
}

export const words = (count: number) =>
  Array.from({ length: count }, (_, at) => `word${at}`).join(' ')

/** A file of an article. */
export const post = (title: string, date: string, body: string, more = '') =>
  `---\ntitle: ${title}\ndate: ${date}\nauthor: Jane Doe\ncategories: [News]\n${more}---\n${body}\n`

/** A folder of files, its reports and its ledger, gone after the tests. */
export function folderOfFiles() {
  const root = mkdtempSync(join(tmpdir(), 'import-site-'))
  const reports = mkdtempSync(join(tmpdir(), 'import-run-'))
  const ledger = join(reports, 'pictures.jsonl')
  afterAll(() => {
    for (const folder of [root, reports]) rmSync(folder, { recursive: true, force: true })
  })

  async function take(desk: Desk, base: string, options: ImportOptions = {}): Promise<Import> {
    const { dryRun = false, overwrite = false, oldSite = null, breaksAfter } = options
    const read = readMarkdown({ zone: 'UTC', html: htmlToMarkdown })
    const survey = await surveySource(read(root))
    const index = await readDeskIndex(desk.firestore)
    if (!survey.ok || !index.ok) throw new Error('unreadable')
    const archives = { category: '/categories/{slug}', tag: null, author: '/by/{slug}' }
    const plan = planMapping(survey.value, null, archives, index.value.authors)
    const mapping = parseMapping(plan.replace('otherCategory: choose', 'otherCategory: culture'))
    if (!mapping.ok) throw new Error(JSON.stringify(mapping.failure))
    const report = openReport(join(reports, base))
    const pictures = importPictures({
      desk,
      folder: root,
      oldSite,
      privateHosts: true,
      dryRun,
      ledger: openLedger(ledger, desk.projectId),
    })
    const items = breaksAfter === undefined ? read(root) : brokenOff(read(root), breaksAfter)
    const done = await runImport({
      desk,
      source: 'markdown',
      items,
      survey: survey.value,
      pictures,
      mapping: mapping.value,
      index: index.value,
      fallback: null,
      report,
      onPost: () => {},
      ...(breaksAfter === undefined ? {} : { atOnce: 1 }),
      now: new Date('2026-01-01'),
      overwrite,
      dryRun,
    })
    pictures.end()
    expect(done.ok).toBe(breaksAfter === undefined)
    const lines = readFileSync(join(reports, `${base}.jsonl`), 'utf8').split('\n')
    const rows = lines
      .filter((line) => line.includes('"fate"'))
      .map((line): ReportRow => JSON.parse(line))
    return { report, rows: Object.fromEntries(rows.map((row) => [row.source, row])) }
  }

  return {
    root,
    take,
    write(files: Readonly<Record<string, string | Uint8Array>>) {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(root, name)), { recursive: true })
        writeFileSync(join(root, name), content)
      }
    },
    /** Pictures that are known to be stored. */
    stored: (): { src: string; id: string }[] =>
      (existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n') : [])
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  }
}

type Items = AsyncIterable<Result<ImportedItem, ImportFailure>>

async function* brokenOff(
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
