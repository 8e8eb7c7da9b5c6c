/** Describes the import that the editor requested, and reads its source and mapping file. */
import { join, relative } from 'node:path'
import type { Desk } from '../desk/command-line/desk-environment.ts'
import { DeskError } from '../desk/command-line/exit-status.ts'
import { createProgressBar } from '../desk/command-line/terminal.ts'
import type { ImportFailure } from './items/imported-item.ts'
import { parseMapping } from './mapping/mapping.ts'
import { type SourceSurvey, surveySource } from './mapping/source-survey.ts'
import type { ImportSource } from './source-registry.ts'
import type { Items } from './sources/item-spool.ts'

export type ImportRequest = {
  readonly desk: Desk
  readonly name: string
  readonly source: ImportSource
  readonly path: string
  /** The path itself, or the folder with the copy of an address. */
  readonly readPath: string
  readonly mappingFile: string
  readonly base: string
  readonly reportBase: string
  readonly dryRun: boolean
  readonly overwrite: boolean
  readonly isRepair: boolean
  readonly isFullReport: boolean
  readonly localOrigin: string | null
}

const describeFailure = (path: string, { file, line, reason }: ImportFailure) =>
  `${file === undefined ? path : join(path, file)}${line === undefined ? '' : `:${line}`}: ${reason}`

export async function surveyWithProgress(
  { source, path, readPath, isRepair }: ImportRequest,
  zone: string,
  prepare: (items: Items) => Items = (items) => items,
) {
  const progressBar = createProgressBar('reading', null)
  const items = (await source.loadReader(zone, isRepair))(readPath)
  const sourceSurvey = await surveySource(prepare(items), () => progressBar.advance())
  progressBar.end()
  if (sourceSurvey.ok) {
    if (sourceSurvey.value.posts > 0) return sourceSurvey.value
    throw new DeskError(
      `${path}: ${describeEmptySource(sourceSurvey.value)}\nNothing was imported.`,
    )
  }
  throw new DeskError(`${describeFailure(path, sourceSurvey.failure)}\nNothing was imported.`)
}

/** Lists the most frequent reasons why nothing in a source can be imported. */
function describeEmptySource({ excluded }: SourceSurvey): string {
  const reasons = [...excluded].sort(([, one], [, other]) => other - one).slice(0, 5)
  const leftOut = reasons.map(([reason, count]) => `\n  ${count} left out: ${reason}`).join('')
  return `contains no posts or pages that can be imported.${leftOut}`
}

export function describeMappingProblems(file: string, text: string): string[] {
  const parsed = parseMapping(text)
  if (parsed.ok) return []
  const name = relative('.', file)
  return parsed.failure.problems.map(({ line, reason }) => `${name}:${line}: ${reason}`)
}
