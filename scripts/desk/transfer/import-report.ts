/**
 * What became of a source, post by post: lines of JSON, written as it happens, so that an import
 * that was interrupted has told what it did; and at the end a text made of them for people.
 */
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
import { oneLine } from './plain-words.ts'

export const fates = ['added', 'updated', 'unchanged', 'kept', 'left out'] as const
/** `kept` is what was edited at the desk since. */
export type Fate = (typeof fates)[number]

export type ReportRow = {
  readonly source: string
  readonly title: string
  readonly fate: Fate
  /** Where it is now, as `articles/a-slug`; null where it is nowhere. */
  readonly place: string | null
  /** As articles have it; null for what has none. */
  readonly status: string | null
  readonly notes: readonly string[]
}

export type ImportTotals = Readonly<Record<Fate, number>> & {
  readonly notes: number
  readonly redirects: number
}

export type ImportReport = {
  add(row: ReportRow): void
  addRedirects(count: number): void
  /** Of no post in particular. */
  say(note: string): void
  totals(): ImportTotals
  /** Writes the text, and answers where it lies. */
  end(heading: string): Promise<string>
}

/** `base` is a path without an ending: beside it come `.jsonl` and `.md`. */
export function openReport(base: string): ImportReport {
  const lines = `${base}.jsonl`
  const text = `${base}.md`
  const counts = Object.fromEntries(fates.map((fate) => [fate, 0])) as Record<Fate, number>
  let notes = 0
  let redirects = 0
  const general: string[] = []
  writeFileSync(lines, '', { mode: 0o600 })
  const totals = () => ({ ...counts, notes, redirects })
  return {
    add(row) {
      counts[row.fate]++
      notes += row.notes.length
      appendFileSync(lines, `${JSON.stringify(row)}\n`)
    },
    addRedirects(count) {
      redirects += count
    },
    say(note) {
      notes++
      general.push(note)
      appendFileSync(lines, `${JSON.stringify({ note })}\n`)
    },
    totals,
    async end(heading) {
      appendFileSync(lines, `${JSON.stringify({ totals: totals() })}\n`)
      const draft = `${text}.part`
      try {
        const written = Readable.from(asText(heading, totals(), general, lines))
        await pipeline(written, createWriteStream(draft, { mode: 0o600 }))
        renameSync(draft, text)
      } finally {
        rmSync(draft, { force: true })
      }
      return text
    },
  }
}

/** Of whatever a source calls things, nothing of which is to be Markdown. */
const plain = (words: string) => oneLine(words).replace(/[\\`*_[\]<>#]/g, '\\$&')

async function* asText(
  heading: string,
  totals: ImportTotals,
  general: readonly string[],
  lines: string,
): AsyncGenerator<string> {
  yield `# ${plain(heading)}\n\n`
  for (const fate of fates) yield `- ${fate}: ${totals[fate]}\n`
  yield `- redirects from old addresses: ${totals.redirects}\n- notes: ${totals.notes}\n`
  if (general.length > 0) yield '\n## In general\n\n'
  for (const note of general) yield `- ${plain(note)}\n`
  yield '\n## Post by post\n'
  for await (const line of createInterface({ input: createReadStream(lines) })) {
    const row = JSON.parse(line) as ReportRow
    // What went as it should needs no reading; the lines of JSON have it.
    if (!row.fate || (row.notes.length === 0 && row.fate !== 'left out' && row.fate !== 'kept'))
      continue
    const place = row.place ? `, ${row.place}` : ''
    const status = row.status ? ` (${row.status})` : ''
    yield `\n### ${plain(row.title || row.source)}\n\n${row.fate}${place}${status}, from ${plain(row.source)}\n`
    if (row.notes.length > 0) yield '\n'
    for (const note of row.notes) yield `- ${plain(note)}\n`
  }
}
