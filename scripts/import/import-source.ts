import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { DeskError, type ExitStatus } from '../desk/command-line/exit-status.ts'
import { createProgressBar } from '../desk/command-line/terminal.ts'
import { notifySite } from '../desk/site/site-client.ts'
import { importExportFolder } from './export/import-export-folder.ts'
import {
  describeMappingProblems,
  type ImportRequest,
  surveyWithProgress,
} from './import-request.ts'
import { droppedValue, type Mapping, parseMapping } from './mapping/mapping.ts'
import type { SourceSurvey } from './mapping/source-survey.ts'
import { describeUnusedDescriptions, trackDescriptions } from './mapping/unused-descriptions.ts'
import { formatSummary } from './run/format-import-report.ts'
import { openImageLedger } from './run/image-ledger.ts'
import { createImageProgress } from './run/image-progress.ts'
import { createImageImporter } from './run/import-images.ts'
import { createImportReport, type ImportReport } from './run/import-report.ts'
import { planSourceAddresses } from './run/plan-addresses.ts'
import { type PublicationIndex, readPublicationIndex } from './run/publication-index.ts'
import { runImport } from './run/run-import.ts'
import { storeFallbackImage } from './run/store-fallback-image.ts'
import { createItemSpool } from './sources/item-spool.ts'

/** Imports a folder that "desk export" has written. */
export async function importOwnExport(request: ImportRequest): Promise<ExitStatus> {
  const { desk, path, base } = request
  const report = createImportReport(request.reportBase, request.isFullReport)
  const ledger = openImageLedger(`${base}.images.jsonl`, desk.siteUrl)
  const committedAt = await importExportFolder(desk, path, report, ledger, request)
  return finishImport(request, report, committedAt, `Import from the export in ${path}`)
}

/** Imports a source as the mapping file says. */
export async function importSource(request: ImportRequest): Promise<ExitStatus> {
  using spool = createItemSpool()
  const { desk, name, source, path, readPath, mappingFile, base, dryRun } = request
  const text = readFileSync(mappingFile, 'utf8')
  const parsed = parseMapping(text)
  if (!parsed.ok) throw new DeskError(describeMappingProblems(mappingFile, text).join('\n'))
  const mapping = parsed.value
  let unusedDescriptions: ReadonlySet<string> = new Set()
  const sourceSurvey = await surveyWithProgress(request, mapping.timeZone, (items) => {
    const tracked = trackDescriptions(items, mapping.descriptions)
    unusedDescriptions = tracked.unused
    return spool.store(tracked.items)
  })
  const index = await readPublicationIndex(desk)
  if (unusedDescriptions.size > 0)
    throw new DeskError(
      describeUnusedDescriptions(relative('.', mappingFile), text, unusedDescriptions),
    )
  checkMappingCoversSource(mapping, sourceSurvey, index, mappingFile)
  const { keys, addresses } = planSourceAddresses(
    name,
    source.identity,
    sourceSurvey,
    mapping,
    index,
  )
  if (keys === null) {
    const key = source.identity === 'oldSite' ? 'oldSite' : 'source'
    throw new DeskError(
      `${relative('.', mappingFile)}: ${key} is missing. Run the import with --plan to add it.`,
    )
  }
  const { length } = addresses.questions
  if (length > 0) {
    const count = length === 1 ? '1 post has an address' : `${length} posts have addresses`
    throw new DeskError(
      `${count} that your publication already uses. Run the import with --plan, then answer otherAddresses.`,
    )
  }

  const fallbackImage = await storeFallbackImage(desk, mapping, mappingFile, dryRun)
  const report = createImportReport(request.reportBase, request.isFullReport)
  const ledger = openImageLedger(`${base}.images.jsonl`, desk.siteUrl)
  const progressBar = createProgressBar('importing', sourceSurvey.posts)
  const images = createImageImporter({
    ...request,
    folder: source.resolveFolder(readPath),
    oldSite: mapping.oldSite,
    ledger,
    onLoad: createImageProgress(progressBar),
  })
  let lastCommittedAt: string | null = null
  try {
    await runImport({
      ...request,
      source: name,
      items: spool.read(),
      survey: sourceSurvey,
      mapping,
      keys,
      addresses,
      index,
      images,
      fallbackImage,
      report,
      onPost: () => progressBar.advance(),
      onCommit: (committedAt) => {
        lastCommittedAt = committedAt
      },
      now: new Date(),
    })
  } catch (error) {
    // Notifies the site of everything that was imported before the failure.
    if (lastCommittedAt !== null && !dryRun) await notifySite(desk, lastCommittedAt)
    throw error
  } finally {
    progressBar.end()
    images.dispose()
  }
  return finishImport(request, report, lastCommittedAt, `Import from ${path}`)
}

/** Throws for authors missing from the mapping, whose names would be lost, and for tags that don't exist. */
function checkMappingCoversSource(
  mapping: Mapping,
  sourceSurvey: SourceSurvey,
  index: PublicationIndex,
  file: string,
) {
  const name = relative('.', file)
  const unknown = [...sourceSurvey.authors.keys()]
    .filter((key) => key !== '__proto__' && !mapping.authors.has(key))
    .map((key) => `authors → ${key}`)
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 20).join('\n  ')
    throw new DeskError(
      `${name} doesn’t contain these entries. Run the import with --plan to add them:\n  ${shown}`,
    )
  }
  const unknownTags = [...mapping.tags.values(), mapping.otherTags].filter(
    (tag) => tag !== droppedValue && !index.tags.has(tag),
  )
  if (unknownTags.length > 0)
    throw new DeskError(
      `${name}: tags that don’t exist in the publication: ${[...new Set(unknownTags)].join(', ')}. Create or replace them.`,
    )
  const slugs = new Set([...mapping.authors.values()].map(({ slug }) => slug))
  const other = mapping.otherAuthor
  if (other !== null && !slugs.has(other) && !index.authors.has(other)) {
    throw new DeskError(
      `${name}: otherAuthor: the author “${other}” isn’t in this file or in the publication. Add the author to the file.`,
    )
  }
}

async function finishImport(
  { desk, dryRun }: ImportRequest,
  report: ImportReport,
  committedAt: string | null,
  heading: string,
): Promise<ExitStatus> {
  const file = await report.finish(dryRun ? `${heading} (dry run)` : heading)
  const dryRunPrefix = dryRun ? 'Dry run, nothing was written: ' : ''
  console.log(`${dryRunPrefix}${formatSummary(report.totals())} in ${file}`)
  if (committedAt === null || dryRun) return 'done'
  const notified = await notifySite(desk, committedAt)
  if (notified.ok) return 'done'
  console.error(
    `Imported, but the site couldn’t be notified: ${notified.failure.reason}. Readers will see the changes after the next build.`,
  )
  return 'notNotified'
}
