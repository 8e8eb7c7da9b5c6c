/** Reports each post as a line of JSON, which survives an interruption, and at the end all posts as text. */
import {
  appendFileSync,
  createReadStream,
  createWriteStream,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Note } from '../items/note.ts'
import { formatReport, type GeneralNote } from './format-import-report.ts'
import { createFindings } from './group-findings.ts'
import type { ImportTotals, ReportRow } from './report-row.ts'

export type ImportReport = {
  addRow(row: Pick<ReportRow, 'source' | 'title' | 'importOutcome'> & Partial<ReportRow>): void
  addRedirects(count: number): void
  /** Adds a note that belongs to no post. */
  addNote(note: Note): void
  totals(): ImportTotals
  /** Writes the text, and returns its path. */
  finish(heading: string): Promise<string>
}

/** `base` is the path without `.jsonl` and `.md`; a full report adds the notes of each post. */
export function createImportReport(base: string, isFull = false): ImportReport {
  const jsonlPath = `${base}.jsonl`
  const markdownPath = `${base}.md`
  const counts = { imported: 0, updated: 0, unchanged: 0, preserved: 0, skipped: 0 }
  let noteCount = 0
  let redirects = 0
  let rowNumber = 0
  const unpublished: Record<string, number> = {}
  const skipped = createFindings()
  const findings = createFindings()
  writeFileSync(jsonlPath, '', { mode: 0o600 })
  const totals = () => ({ ...counts, notes: noteCount, redirects, unpublished })

  function groupNotes({ importOutcome, status, notes, ...row }: ReportRow) {
    const title = row.title || row.source
    rowNumber++
    if (importOutcome === 'skipped') {
      const [reason] = notes
      if (reason) skipped.add(reason, title, rowNumber)
      return
    }
    for (const note of notes) findings.add(note, title, rowNumber)
    const reason = notes.find((note) => note.unpublishedBecause)?.unpublishedBecause
    if (status === 'draft' && reason) unpublished[reason] = (unpublished[reason] ?? 0) + 1
  }

  return {
    addRow({ source, title, importOutcome, path = null, status = null, notes = [] }) {
      const row: ReportRow = { source, title, importOutcome, path, status, notes }
      counts[importOutcome]++
      noteCount += notes.length
      groupNotes(row)
      appendFileSync(jsonlPath, `${JSON.stringify(row)}\n`)
    },
    addRedirects(count) {
      redirects += count
    },
    addNote(note) {
      noteCount++
      findings.add(note, null, 0)
      appendFileSync(jsonlPath, `${JSON.stringify({ note })}\n`)
    },
    totals,
    async finish(heading) {
      appendFileSync(jsonlPath, `${JSON.stringify({ totals: totals() })}\n`)
      const temporaryPath = `${markdownPath}.part`
      const readLines = isFull ? () => readReport(jsonlPath) : null
      const content = { heading, totals: totals(), skipped, findings, jsonlPath, readLines }
      try {
        const written = Readable.from(formatReport(content))
        await pipeline(written, createWriteStream(temporaryPath, { mode: 0o600 }))
        renameSync(temporaryPath, markdownPath)
      } finally {
        rmSync(temporaryPath, { force: true })
      }
      return markdownPath
    },
  }
}

async function* readReport(path: string): AsyncGenerator<ReportRow | GeneralNote> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const read = JSON.parse(line)
    if (read.importOutcome || read.note) yield read
  }
}
