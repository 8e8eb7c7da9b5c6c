/**
 * A build from its beginning to its end: the sync, then templates where those kept are not of this
 * code, then the site written from both (site-files.ts). So pages are made in one way and by one
 * small process, whether or not templates were compiled before; where the sync fails, nothing changes.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { builtFile, builtNote } from '../contracts/built.ts'
import { noteBuiltFrom, readBuiltFrom } from './built-from.ts'
import { compiledFolder, isCompiled, loadCompiledSite } from './compiled-site.ts'
import type { BuildEnvironment } from './environment.ts'
import { writeWhole } from './mirror.ts'
import { searchFolder } from './search-index.ts'
import { ledgerPath, type SiteReport, writeSite } from './site-files.ts'
import type { ContentSource } from './source.ts'
import { type SyncReport, syncMirror } from './sync.ts'

/** What a build has done, for whoever started it. Also kept as `report.json` in the state folder. */
export type BuildReport = SyncReport & SiteReport & { readonly compiled: boolean }

export function reportPath(state: string): string {
  return join(state, 'report.json')
}

export type Templates = {
  /** Identifies the code and the settings that they are compiled from. */
  readonly id: string
  /** Has Astro compile them and keep them in the state folder. Throws where it cannot. */
  compile(): void
}

/** Whether templates and output are those of this code. */
function isUpToDate(environment: BuildEnvironment, id: string): boolean {
  const builtFrom = readBuiltFrom(environment)
  return (
    builtFrom?.isOwn === true &&
    builtFrom.compileId === id &&
    isCompiled(environment.BUILD_STATE, id)
  )
}

/** Why nothing that earlier builds have kept may be used, to be printed; null where it may. */
function reasonToStartOver(environment: BuildEnvironment): string | null {
  const { CONTENT_SYNC, BUILD_STATE, BUILD_OUTPUT } = environment
  if (CONTENT_SYNC === 'full') return 'A full build renders everything again.'
  const builtFrom = readBuiltFrom(environment)
  if (!builtFrom) {
    return existsSync(ledgerPath(BUILD_STATE))
      ? `The last build is missing from ${BUILD_OUTPUT}, although ${BUILD_STATE} still has its state: starting over.`
      : null
  }
  const { missing } = builtFrom
  if (missing.length === 0) return null
  const files = missing.length === 1 ? '1 file is' : `${missing.length} files are`
  return (
    `${files} missing from what the last build wrote to ${BUILD_OUTPUT}, such as ${missing[0]}, ` +
    'although its state is still there: starting over.'
  )
}

/** Stopped at any point, or before the site is written, the next build starts over from what is left. */
function forgetKept(state: string) {
  for (const path of [ledgerPath(state), searchFolder(state), compiledFolder(state)]) {
    rmSync(path, { recursive: true, force: true })
  }
}

export async function buildPublication(
  environment: BuildEnvironment,
  source: ContentSource,
  { id, compile }: Templates,
  say: (line: string) => void,
): Promise<BuildReport> {
  const { BUILD_STATE, SITE_URL } = environment
  const { mirror, report: sync } = await syncMirror(environment, source)
  const reason = reasonToStartOver(environment)
  if (reason) {
    say(reason)
    forgetKept(BUILD_STATE)
  }
  const compiled = !isUpToDate(environment, id)
  if (compiled) compile()
  const site = await loadCompiledSite(BUILD_STATE, SITE_URL)
  const report = { ...sync, ...(await writeSite(environment, mirror, site)), compiled }
  // Last of all: what the note promises is there.
  writeWhole(join(environment.BUILD_OUTPUT, 'client', builtFile), builtNote(mirror.syncedAt!))
  if (compiled) noteBuiltFrom(environment, id)
  writeWhole(reportPath(BUILD_STATE), JSON.stringify(report))
  return report
}
