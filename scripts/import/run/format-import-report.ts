/** Formats a report: a first page of findings and, if requested, the notes for each post. */
import { formatFinding, type Note, type NoteKind } from '../items/note.ts'
import { toSingleLine, truncate } from '../items/single-line.ts'
import type { FindingGroup, Findings } from './group-findings.ts'
import { type ImportTotals, importOutcomes, type ReportRow } from './report-row.ts'

/** Lines of findings on the first page, which has 60 lines with its headings. */
const maxFindingLines = 42
const maxTitleLength = 60
const maxDetailsLength = 120

const headings: Readonly<Record<NoteKind, string>> = {
  lost: 'Lost',
  editor: 'For you to check',
  converted: 'Changed',
}

/** Returns the first line of the report and of the command's output. */
export function formatSummary(totals: ImportTotals): string {
  const counts = importOutcomes.map((outcome) => `${totals[outcome]} ${outcome}`).join(', ')
  const reasons = Object.entries(totals.unpublished).sort(([, one], [, other]) => other - one)
  const unpublished = reasons.reduce((sum, [, count]) => sum + count, 0)
  const because = reasons.map(([reason, count]) => `${reason}: ${count}`).join(', ')
  const drafts =
    unpublished === 0
      ? ''
      : `; ${unpublished === 1 ? '1 published post is now a draft' : `${unpublished} published posts are now drafts`} (${because})`
  const { redirects, notes } = totals
  return `${counts}${drafts}; ${redirects} redirect${redirects === 1 ? '' : 's'}, ${notes} note${notes === 1 ? '' : 's'}`
}

/** A note that belongs to no post. */
export type GeneralNote = { readonly note: Note }

export type ReportContent = {
  readonly heading: string
  readonly totals: ImportTotals
  readonly skipped: Findings
  readonly findings: Findings
  readonly jsonlPath: string
  /** Null if only the first page is wanted. */
  readonly readLines: (() => AsyncIterable<ReportRow | GeneralNote>) | null
}

export async function* formatReport(content: ReportContent): AsyncGenerator<string> {
  const { heading, totals, skipped, findings, jsonlPath, readLines } = content
  yield `# ${escapeMarkdown(heading)}\n\n${formatSummary(totals)}.\n`
  const sections = [
    { title: 'Not imported', groups: skipped.list() },
    ...(['lost', 'editor', 'converted'] as const).map((kind) => ({
      title: headings[kind],
      groups: findings.list(kind),
    })),
  ]
  const sizes = sections.map(({ groups }) => groups.length)
  const limits = readLines ? sizes : allotLines(sizes, maxFindingLines)
  for (const [order, { title, groups }] of sections.entries()) {
    if (groups.length > 0) yield `\n## ${title}\n\n${formatGroups(groups, limits[order]!)}`
  }
  yield `\nEvery post is in ${formatCodeSpan(jsonlPath)}`
  if (!readLines) return yield '; `--full-report` adds the notes of each post here.\n'
  yield '.\n'
  let hasGeneralNotes = false
  for await (const line of readLines()) {
    if (!('note' in line)) continue
    yield `${hasGeneralNotes ? '' : '\n## General\n\n'}- ${formatNoteLine(line.note)}\n`
    hasGeneralNotes = true
  }
  yield '\n## By post\n'
  for await (const row of readLines()) {
    if ('note' in row) continue
    const isProblem = row.importOutcome === 'skipped' || row.importOutcome === 'preserved'
    if (row.notes.length === 0 && !isProblem) continue
    const path = row.path ? `, ${row.path}` : ''
    const status = row.status ? ` (${row.status})` : ''
    const source = formatCodeSpan(row.source)
    yield `\n### ${escapeMarkdown(row.title || row.source)}\n\n${row.importOutcome}${path}${status}, from ${source}\n`
    if (row.notes.length > 0) yield '\n'
    for (const note of row.notes) yield `- ${formatNoteLine(note)}\n`
  }
}

/** Gives each section a line in turn until no lines are left. */
function allotLines(sizes: readonly number[], available: number): number[] {
  const limits = sizes.map(() => 0)
  let left = available
  while (left > 0 && limits.some((limit, order) => limit < sizes[order]!)) {
    for (const [order, size] of sizes.entries()) {
      if (left === 0 || limits[order]! >= size) continue
      limits[order]!++
      left--
    }
  }
  return limits
}

function formatGroups(groups: readonly FindingGroup[], limit: number): string {
  const isCut = groups.length > limit
  const shown = isCut ? groups.slice(0, limit - 1) : groups
  const lines = shown.map((group) => `- ${formatGroup(group)}\n`)
  const rest = groups.length - shown.length
  if (isCut) lines.push(`- and ${rest} less frequent finding${rest === 1 ? '' : 's'}\n`)
  return lines.join('')
}

/** "51 posts, 185 times: tag … not imported (`salt`, `sea` and others). “Salt pans” and 50 more" */
function formatGroup({ finding, plural, count, posts, details, titles, ...more }: FindingGroup) {
  const isCounted = plural !== undefined || count <= Math.max(posts, 1)
  const counts = [posts > 1 ? `${posts} posts` : '', isCounted ? '' : `${count} times`]
  const prefix = counts.filter(Boolean).join(', ')
  const [detail = '', ...otherDetails] = details
  const isList = otherDetails.length > 0
  const words = formatWords(
    plural === undefined ? { finding } : { finding, plural, count },
    isList ? '…' : formatCodeSpan(detail),
  )
  const shown = isList ? ` (${formatDetails(details, more.hasMoreDetails)})` : ''
  const shownTitles = titles
    .map((title) => `“${escapeMarkdown(truncate(title, maxTitleLength))}”`)
    .join(', ')
  const others = posts > titles.length ? ` and ${posts - titles.length} more` : ''
  const place = posts > 0 ? `. ${shownTitles}${others}` : ''
  return `${prefix && `${prefix}: `}${words}${shown}${place}`
}

/** Returns the first detail, and as many others as fit into a line. */
function formatDetails(details: readonly string[], hasMore: boolean): string {
  let length = 0
  const fitting = details.filter((detail, order) => {
    length += detail.length
    return order === 0 || length <= maxDetailsLength
  })
  const others = hasMore || fitting.length < details.length ? ' and others' : ''
  return fitting.map(formatCodeSpan).join(', ') + others
}

const formatNoteLine = (note: Note) =>
  formatWords(note, note.detail === undefined ? '' : formatCodeSpan(note.detail))

function formatWords(
  { finding, plural, count }: Pick<Note, 'finding' | 'plural' | 'count'>,
  detail: string,
): string {
  return formatFinding(
    {
      finding: escapeMarkdown(finding),
      ...(plural === undefined ? {} : { plural: escapeMarkdown(plural) }),
      ...(count === undefined ? {} : { count }),
    },
    detail,
  )
}

const escapeMarkdown = (words: string) => toSingleLine(words).replace(/[\\`*_[\]<>#]/g, '\\$&')

/** Code needs no escaping, so that an address can be copied into the mapping file. */
export function formatCodeSpan(text: string): string {
  const code = text.replace(/\p{Cc}/gu, ' ')
  const runs = code.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1)
  const space = /^`|`$|^ .* $/.test(code) ? ' ' : ''
  return code.trim() === '' ? '' : `${fence}${space}${code}${space}${fence}`
}
