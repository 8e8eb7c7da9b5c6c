/** `desk import`: moves a publication in from WordPress, Ghost or a folder of files. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { writeWhole } from '../../../src/content/mirror.ts'
import { largestPicture } from '../../../src/contracts/publishing.ts'
import type { Picture } from '../../../src/domain/picture.ts'
import { defineCommand, writingHelp, writingOptions } from '../command.ts'
import { type Ending, firestoreStop, Stop } from '../ending.ts'
import { type Desk, editorOf, openDesk } from '../environment.ts'
import type { ImportFailure } from '../import/imported.ts'
import { measurePicture, pictureId, putPicture } from '../pictures.ts'
import { workingFolder } from '../prepare.ts'
import { progress } from '../progress.ts'
import { announce } from '../site.ts'
import { type DeskIndex, readDeskIndex } from './desk-index.ts'
import { importExport } from './export-import.ts'
import { isExport } from './export-manifest.ts'
import { importPictures } from './import-pictures.ts'
import { fates, type ImportReport, openReport } from './import-report.ts'
import { runImport } from './import-run.ts'
import {
  describeMappingProblem,
  isUnreadable,
  type Mapping,
  parseMapping,
  undecided,
} from './mapping.ts'
import { planMapping } from './mapping-plan.ts'
import { openLedger } from './picture-ledger.ts'
import { readInside } from './source-file.ts'
import { type Source, sources } from './sources.ts'
import { type Survey, surveySource } from './survey.ts'

const help = `Posts, pages, authors, categories and tags come in by a mapping file, which the first run
makes and you edit; a dry run shows it and writes none. Private and unfinished posts stay drafts.
Running it again updates what has changed in the source, doubles nothing, and leaves alone what was
edited at the desk since. What could not be carried over is in the report, post by post:
import.report.md, and in lines of JSON import.report.jsonl, beside the mapping. Each run writes all
of it anew, and a dry run one of its own, import.dry-run.report.md. A folder that "desk export" made
needs no mapping.

  --plan      makes the mapping file, or adds to it what is new in the source, and stops
  --mapping FILE          the mapping file (import.yaml)
  --overwrite             takes the source's word over what was edited at the desk
  --allow-private-hosts   fetches pictures from addresses on a private network too
${writingHelp}`

export const command = defineCommand({
  usage: [
    'import wordpress FILE.xml [--plan] [--mapping FILE] [--dry-run]',
    'import ghost FILE.json [--plan] [--mapping FILE] [--dry-run]',
    'import markdown DIR [--plan] [--mapping FILE] [--dry-run]',
  ],
  summary: 'moves a publication in from WordPress, Ghost or a folder of files',
  help,
  options: {
    ...writingOptions,
    plan: { type: 'boolean', default: false },
    mapping: { type: 'string', default: 'import.yaml' },
    overwrite: { type: 'boolean', default: false },
    'allow-private-hosts': { type: 'boolean', default: false },
  },
  async run(values, positionals) {
    const [name = '', path, ...others] = positionals
    const source = Object.hasOwn(sources, name) ? sources[name] : undefined
    if (!source || path === undefined || others.length > 0) {
      throw new Stop(`Name one of ${Object.keys(sources).join(', ')}, and what to read.`, 'usage')
    }
    const desk = await openDesk(values.by)
    // The source, the mapping and the reports lie where the editor stands.
    process.chdir(workingFolder())
    if (!existsSync(path)) throw new Stop(`There is no ${path}.`)
    if ((name === 'markdown') !== statSync(path).isDirectory()) {
      throw new Stop(`${path} is ${name === 'markdown' ? 'no folder' : 'a folder, not a file'}.`)
    }
    const options = {
      dryRun: values['dry-run'],
      overwrite: values.overwrite,
      privateHosts: values['allow-private-hosts'],
    }
    const base = values.mapping.replace(/\.ya?ml$/i, '')
    // What was lost in earnest stays on record.
    const reportBase = `${base}${options.dryRun ? '.dry-run' : ''}.report`
    if (name === 'markdown' && isExport(path)) {
      if (!options.dryRun) editorOf(desk)
      const report = openReport(reportBase)
      const ledger = openLedger(`${base}.pictures.jsonl`, desk.siteUrl)
      const at = await importExport(desk, path, report, ledger, options)
      return finish(desk, report, at, `Import of the export in ${path}`, options.dryRun)
    }
    const mappingFile = resolve(values.mapping)
    if (values.plan || !existsSync(mappingFile)) {
      return plan(desk, source, path, mappingFile, values.plan, options.dryRun)
    }
    if (!options.dryRun) editorOf(desk)
    return take({ desk, name, source, path, mappingFile, base, reportBase, ...options })
  },
})

const describe = (path: string, { line, reason }: ImportFailure) =>
  `${path}${line === undefined ? '' : `:${line}`}: ${reason}`

async function survey(source: Source, path: string, zone: string): Promise<Survey> {
  const bar = progress('reading', null)
  const read = await source.reader(zone)
  const surveyed = await surveySource(read(path), () => bar.advance())
  bar.end()
  if (surveyed.ok) return surveyed.value
  throw new Stop(`${describe(path, surveyed.failure)}\nNothing was imported.`)
}

async function indexOf(desk: Desk): Promise<DeskIndex> {
  const index = await readDeskIndex(desk.firestore)
  if (index.ok) return index.value
  throw firestoreStop('Reading what there is', index.failure)
}

function mappingProblems(file: string, text: string): string[] {
  const parsed = parseMapping(text)
  if (parsed.ok) return []
  const name = relative('.', file)
  return parsed.failure.map(
    (problem) => `${name}:${problem.line}: ${describeMappingProblem(problem)}`,
  )
}

async function plan(
  desk: Desk,
  source: Source,
  path: string,
  file: string,
  wasAsked: boolean,
  dryRun: boolean,
): Promise<Ending> {
  const existing = existsSync(file) ? readFileSync(file, 'utf8') : null
  if (existing !== null) {
    // Where it can be read at all, what is wrong with it may be what is still to be decided.
    const parsed = parseMapping(existing)
    if (!parsed.ok && parsed.failure.some(isUnreadable))
      throw new Stop(mappingProblems(file, existing).join('\n'))
  }
  const surveyed = await survey(source, path, 'UTC')
  const { authors } = await indexOf(desk)
  const text = planMapping(surveyed, existing, source.archives, authors)
  const name = relative('.', file)
  const open = mappingProblems(file, text)
  if (dryRun) console.log(`Nothing was written. ${name} would be:\n\n${text}`)
  else writeWhole(file, text)
  console.log(
    `${name} says what becomes of ${surveyed.posts} posts and pages. Look through it, then import.`,
  )
  if (open.length > 0)
    console.log(`To be decided, where it says “${undecided}”:\n  ${open.join('\n  ')}`)
  const bare = surveyed.without.picture
  if (bare > 0 && /^fallbackPicture:[ \t]*$/m.test(text)) {
    console.log(
      `${bare} posts have no picture at all: they are left out unless fallbackPicture names one.`,
    )
  }
  return wasAsked ? 'done' : 'refused'
}

type Taking = {
  readonly desk: Desk
  readonly name: string
  readonly source: Source
  readonly path: string
  readonly mappingFile: string
  readonly base: string
  readonly reportBase: string
  readonly dryRun: boolean
  readonly overwrite: boolean
  readonly privateHosts: boolean
}

async function take(taking: Taking): Promise<Ending> {
  const { desk, name, source, path, mappingFile, base, dryRun } = taking
  const text = readFileSync(mappingFile, 'utf8')
  const parsed = parseMapping(text)
  if (!parsed.ok) throw new Stop(mappingProblems(mappingFile, text).join('\n'))
  const mapping = parsed.value
  const surveyed = await survey(source, path, mapping.timeZone)
  const index = await indexOf(desk)
  refuseUnknown(mapping, surveyed, index, mappingFile)

  const fallback = await fallbackPicture(desk, mapping, mappingFile, dryRun)
  const report = openReport(taking.reportBase)
  const ledger = openLedger(`${base}.pictures.jsonl`, desk.siteUrl)
  const folder = source.folderOf(path)
  const pictures = importPictures({ ...taking, folder, oldSite: mapping.oldSite, ledger })
  const bar = progress('importing', surveyed.posts)
  let written: string | null = null
  try {
    const read = await source.reader(mapping.timeZone)
    const done = await runImport({
      ...taking,
      source: name,
      items: read(path),
      survey: surveyed,
      mapping,
      index,
      pictures,
      fallback,
      report,
      onPost: () => bar.advance(),
      onCommit: (at) => {
        written = at
      },
      now: new Date(),
    })
    bar.end()
    if (done.ok) return finish(desk, report, done.value, `Import of ${path}`, dryRun)
    // What came in before it failed is to be on the site too.
    if (written !== null && !dryRun) await announce(desk, written)
    if (done.failure.kind === 'source') throw new Stop(describe(path, done.failure.failure))
    throw firestoreStop('Importing', done.failure.failure)
  } finally {
    pictures.end()
  }
}

/** What the mapping does not know would be lost without a word. */
function refuseUnknown(mapping: Mapping, surveyed: Survey, index: DeskIndex, file: string) {
  const name = relative('.', file)
  const unknown = (['categories', 'tags', 'authors'] as const).flatMap((section) =>
    [...surveyed[section].keys()]
      .filter((key) => key !== '__proto__' && !mapping[section].has(key))
      .map((key) => `${section} → ${key}`),
  )
  if (unknown.length > 0) {
    const shown = unknown.slice(0, 20).join('\n  ')
    throw new Stop(`${name} does not know, run it with --plan:\n  ${shown}`)
  }
  const slugs = new Set([...mapping.authors.values()].map(({ slug }) => slug))
  const other = mapping.otherAuthor
  if (other !== null && !slugs.has(other) && !index.authors.has(other)) {
    throw new Stop(`${name}: otherAuthor: there is no author ${other}, here or at the desk.`)
  }
}

async function fallbackPicture(
  desk: Desk,
  { fallbackPicture: wanted }: Mapping,
  mappingFile: string,
  dryRun: boolean,
): Promise<Picture | null> {
  if (!wanted) return null
  const stop = (reason: string) => new Stop(`fallbackPicture: ${wanted.file} ${reason}`)
  const read = await readInside(dirname(mappingFile), wanted.file, largestPicture)
  if (!read.ok) throw stop(read.failure)
  const { bytes } = read.value
  const measured = await measurePicture(bytes)
  if (!measured.ok) throw stop(measured.failure.reason)
  const id = pictureId(bytes, wanted.file)
  const { width, height } = measured.value
  const stored = dryRun ? null : await putPicture(desk, id, bytes, measured.value, false)
  if (stored && !stored.ok) throw new Stop(`${wanted.file}: ${stored.failure.reason}`, 'away')
  return { id, alt: wanted.alt, credit: wanted.credit, width, height }
}

async function finish(
  desk: Desk,
  report: ImportReport,
  at: string | null,
  heading: string,
  dryRun: boolean,
): Promise<Ending> {
  const file = await report.end(dryRun ? `${heading}, as it would be` : heading)
  const totals = report.totals()
  const counts = fates.map((fate) => `${totals[fate]} ${fate}`).join(', ')
  const would = dryRun ? 'Nothing was written. It would be: ' : ''
  console.log(`${would}${counts}; ${totals.redirects} redirects, ${totals.notes} notes in ${file}`)
  if (at === null || dryRun) return 'done'
  const told = await announce(desk, at)
  if (told.ok) return 'done'
  console.error(`It is stored, but the site was not told: ${told.failure.reason}`)
  return 'untold'
}
