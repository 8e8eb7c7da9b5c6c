/**
 * Reads a Substack export: `posts.csv`, and each post's HTML in `posts/`. The export names neither authors
 * nor categories; the mapping file asks for them.
 */
import { CsvError, parse } from 'csv-parse/sync'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import type { ImportedItem, ImportFailure, ImportReader } from '../../items/imported-item.ts'
import { defaultExportLimits, type ExportFiles, openExportFiles } from '../export-files.ts'
import {
  convertSubstackPost,
  type SubstackRow,
  substackRowSchema,
  substackSourceId,
} from './substack-post.ts'

export async function* readSubstackExport(path: string): ReturnType<ImportReader> {
  const opened = await openExportFiles(path, /posts\.csv$/)
  if (!opened.ok) return yield opened
  const files = opened.value
  try {
    const rows = await readPostsTable(files)
    if (!rows.ok) return yield rows
    const htmlFiles = new Set(files.names.filter((name) => htmlName.test(name)))
    const unusedFiles = new Set(htmlFiles)
    const site = await findPublicationSite(files, rows.value)
    // The address is a guess, which buttons of other publications may mislead.
    yield succeed({ item: 'site', site: { address: null, likelyAddress: site ?? null } })
    for (const [index, row] of rows.value.entries()) {
      if (!row) {
        yield excludeRow(`row:${index + 1}`, `posts.csv, row ${index + 1}`, 'has no valid post_id')
        continue
      }
      const name = `posts/${row.post_id}.html`
      if (!unusedFiles.delete(name)) {
        // Either the export lacks the HTML, or another row of the table has already used it.
        yield excludeRow(
          row.post_id,
          row.title,
          htmlFiles.has(name)
            ? 'is in posts.csv twice'
            : 'has no HTML in the export: export the publication again',
        )
        continue
      }
      const html = await files.readText(name)
      yield html.ok
        ? succeed(convertSubstackPost(row, html.value, site))
        : excludeRow(row.post_id, row.title, html.failure)
    }
    for (const name of unusedFiles) yield excludeRow(name, name, 'isn’t in posts.csv')
  } finally {
    files.close()
  }
}

const htmlName = /^posts\/[^/]+\.html$/

function excludeRow(
  id: string,
  title: string,
  reason: string,
): Result<ImportedItem, ImportFailure> {
  return succeed({ item: 'excluded', sourceId: substackSourceId(id), title, reason })
}

/** Characters of a row. Rows don't contain posts' texts. */
const maxRowLength = 1_000_000
/** The number of rows is limited, because rows without files would only fill the report. */
const maxRows = defaultExportLimits.maxFiles

/** Null for a row without an id. */
async function readPostsTable(
  files: ExportFiles,
): Promise<Result<(SubstackRow | null)[], ImportFailure>> {
  if (!files.names.includes('posts.csv'))
    return fail({
      reason: 'isn’t a Substack export: it has no posts.csv. Export the publication again.',
    })
  const text = await files.readText('posts.csv')
  if (!text.ok) return fail({ reason: `posts.csv ${text.failure}` })
  try {
    const rows: unknown[] = parse(text.value, {
      bom: true,
      columns: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: maxRowLength,
      to: maxRows + 1,
    })
    if (rows.length > maxRows)
      return fail({
        reason: `posts.csv has more than ${maxRows.toLocaleString('en-GB')} rows. Remove those without a text.`,
      })
    return succeed(rows.map((row) => substackRowSchema.safeParse(row).data ?? null))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines) || 1
    return fail({
      reason: `posts.csv isn’t a valid CSV file: error in line ${line}. Export the publication again.`,
    })
  }
}

/** Enough posts to find a button; a publication that has moved shows its latest address in the latest posts. */
const postsSearchedForSite = 50

/** Returns the address to which subscribe buttons lead most often. */
async function findPublicationSite(
  files: ExportFiles,
  rows: readonly (SubstackRow | null)[],
): Promise<string | undefined> {
  const latest = rows
    .filter((row) => row !== null)
    .sort((one, other) => (one.post_date < other.post_date ? 1 : -1))
    .slice(0, postsSearchedForSite)
  const counts = new Map<string, number>()
  for (const { post_id } of latest) {
    const html = await files.readText(`posts/${post_id}.html`)
    if (!html.ok) continue
    for (const [, origin] of html.value.matchAll(/(https:\/\/[a-z0-9.-]{1,200})\/subscribe\?/g))
      counts.set(origin!, (counts.get(origin!) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}
