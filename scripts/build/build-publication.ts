/**
 * A whole build: syncs the content copy, compiles templates if the code has changed, and writes the site
 * from both (site-files.ts). If the sync fails, nothing changes.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildEnvironment } from '../../src/content/build-environment.ts'
import { listTags } from '../../src/content/content-copy.ts'
import {
  buildTimestampFile,
  formatBuildTimestamp,
} from '../../src/contracts/site-files/build-timestamp.ts'
import { writeFileAtomically } from '../shared/write-file-atomically.ts'
import { readBuildInputs, recordBuildInputs } from './build-inputs.ts'
import { searchFolder } from './build-search-index.ts'
import { compiledPath, isCompiled, loadCompiledTemplates } from './compiled-templates.ts'
import type { ContentSource } from './content-source.ts'
import { clearSealedHashes } from './sealed-bodies.ts'
import { type SiteReport, writeSite, writtenFilesPath } from './site-files.ts'
import { type SyncReport, syncContent } from './sync-content.ts'

/** The report is also stored as `report.json` in the state folder. */
export type BuildReport = SyncReport & SiteReport & { readonly hasCompiled: boolean }

export function reportPath(state: string): string {
  return join(state, 'report.json')
}

export type TemplateCompiler = {
  readonly id: string
  /** Has Astro compile the templates into the state folder. Throws if that fails. */
  compile(): Promise<void>
}

function areTemplatesCurrent(environment: BuildEnvironment, id: string): boolean {
  const buildInputs = readBuildInputs(environment)
  return (
    buildInputs?.isFromThisState === true &&
    buildInputs.compileId === id &&
    isCompiled(environment.BUILD_STATE, id)
  )
}

/** Returns why nothing from earlier builds may be used, in words; null if it may. */
function findReasonToStartOver(environment: BuildEnvironment): string | null {
  const { CONTENT_SYNC, BUILD_STATE, BUILD_OUTPUT } = environment
  if (CONTENT_SYNC === 'full') return 'A full build renders everything again.'
  const buildInputs = readBuildInputs(environment)
  if (!buildInputs) {
    return existsSync(writtenFilesPath(BUILD_STATE))
      ? `The last build is missing from ${BUILD_OUTPUT}, but ${BUILD_STATE} still has its state. Starting over.`
      : null
  }
  const { missing } = buildInputs
  if (missing.length === 0) return null
  const files = missing.length === 1 ? '1 file is' : `${missing.length} files are`
  return (
    `${files} missing from the last build’s output in ${BUILD_OUTPUT}, such as ${missing[0]}. ` +
    'Starting over.'
  )
}

/** After an interruption at any point, the next build starts over too. */
function clearBuildState(state: string) {
  for (const path of [writtenFilesPath(state), searchFolder(state), compiledPath(state)]) {
    rmSync(path, { recursive: true, force: true })
  }
  clearSealedHashes(state)
}

/** Returns whether the templates had to be compiled. */
async function prepareTemplates(
  environment: BuildEnvironment,
  { id, compile }: TemplateCompiler,
  print: (line: string) => void,
): Promise<boolean> {
  const reason = findReasonToStartOver(environment)
  if (reason) {
    print(reason)
    clearBuildState(environment.BUILD_STATE)
  }
  if (areTemplatesCurrent(environment, id)) return false
  await compile()
  return true
}

export async function buildPublication(
  environment: BuildEnvironment,
  source: ContentSource,
  templates: TemplateCompiler,
  print: (line: string) => void,
): Promise<BuildReport> {
  const { BUILD_STATE, SITE_URL } = environment
  const sync = () => syncContent(environment, source)
  const prepare = () => prepareTemplates(environment, templates, print)
  // A failed sync must not change an existing site, so templates wait for the sync. Without a site, both run together.
  const hasSite = readBuildInputs(environment) !== null
  const [{ contentCopy, report: syncReport }, hasCompiled] = hasSite
    ? [await sync(), await prepare()]
    : await Promise.all([sync(), prepare()])
  const site = await loadCompiledTemplates(BUILD_STATE, SITE_URL, listTags(contentCopy))
  const report = {
    ...syncReport,
    ...(await writeSite(environment, contentCopy, site)),
    hasCompiled,
  }
  // The timestamp is written last: once it exists, the rest of the site does too.
  writeFileAtomically(
    join(environment.BUILD_OUTPUT, 'client', buildTimestampFile),
    formatBuildTimestamp(contentCopy.syncedAt!),
  )
  if (hasCompiled) recordBuildInputs(environment, templates.id)
  writeFileAtomically(reportPath(BUILD_STATE), JSON.stringify(report))
  return report
}
