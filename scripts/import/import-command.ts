/** `desk import`: imports a publication from another system or a folder of files. */
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type Command,
  defineCommand,
  formatDeskCommand,
  requireOne,
  writeHelp,
  writeOptions,
} from '../desk/command-line/command.ts'
import { openDesk, requireEditor } from '../desk/command-line/desk-environment.ts'
import { DeskError } from '../desk/command-line/exit-status.ts'
import { workingDirectory } from '../shared/operator-environment.ts'
import { isExport } from './export/export-manifest.ts'
import type { ImportRequest } from './import-request.ts'
import { importOwnExport, importSource } from './import-source.ts'
import { planMappingFile } from './plan-mapping-file.ts'
import { importReaders, readersHelp } from './readers/import-readers.ts'
import { findSourcePlace, importSources } from './source-registry.ts'

const help = `A mapping file says how posts, pages, authors, categories and tags are imported. The first run creates
it for you to edit; a dry run only prints it. Private and unfinished posts are imported as drafts.
A second import updates what has changed in the source, creates no duplicates and keeps edits made
with the desk. The report, import.report.md, lists everything that was lost or changed and everything you
should check; import.report.jsonl lists the same for each post. Each import replaces both; a dry run
writes import.dry-run.report.md and .jsonl instead. With another mapping file, their names begin with its name.
A folder created by “${formatDeskCommand('export')}” needs no mapping. The public posts of a
running WordPress site are copied first, into import.wordpress; the next run continues an interrupted copy.

  --plan            create or extend the mapping file, and stop
  --mapping FILE    the mapping file (default: import.yaml)
  --overwrite       let the source overwrite edits made with the desk
  --repair          escape every bare “&” in a WordPress export
  --full-report     list all findings in import.report.md, then those of each post
  --refresh         copy a running site again, instead of reading the copy of an earlier run
${writeHelp}

${readersHelp}`

/** Options for publications, which a readers’ import refuses. */
const publicationOptions = ['mapping', 'overwrite', 'refresh', 'repair', 'full-report'] as const

export const command = createImportCommand(null)

/** `localOrigin` is the only origin on a private network that may be requested: see FetchLimits. */
export function createImportCommand(localOrigin: string | null): Command {
  return defineCommand({
    usage: [
      'import wordpress FILE.xml [--plan] [--mapping FILE] [--dry-run]',
      'import wordpress https://SITE [--plan] [--mapping FILE] [--dry-run] [--refresh]',
      'import ghost FILE.json [--plan] [--mapping FILE] [--dry-run]',
      'import substack FILE.zip [--plan] [--mapping FILE] [--dry-run]',
      'import medium FILE.zip [--plan] [--mapping FILE] [--dry-run]',
      'import blogger FILE.xml [--plan] [--mapping FILE] [--dry-run]',
      'import markdown DIR [--plan] [--mapping FILE] [--dry-run]',
      'import readers FILE.csv [--paid-until DAY] [--list-source WORDS] [--dry-run]',
    ],
    summary:
      'imports readers, or a publication from WordPress, Ghost, Substack, Medium, Blogger or a folder of files',
    help,
    options: {
      ...writeOptions,
      plan: { type: 'boolean', default: false },
      mapping: { type: 'string' },
      overwrite: { type: 'boolean', default: false },
      refresh: { type: 'boolean', default: false },
      repair: { type: 'boolean', default: false },
      'full-report': { type: 'boolean', default: false },
      'paid-until': { type: 'string' },
      'list-source': { type: 'string' },
    },
    async run(values, positionals) {
      const [name = '', path, ...others] = positionals
      if (name === 'readers') {
        const { by, plan, 'dry-run': dryRun, 'paid-until': paidUntil } = values
        const listSource = values['list-source']
        if (plan) throw new DeskError('--plan doesn’t work with readers. Use --dry-run.', 'usage')
        const ignored = publicationOptions.find((option) => values[option])
        if (ignored)
          throw new DeskError(`--${ignored} isn’t an option for readers. Leave it out.`, 'usage')
        const options = { by, dryRun, paidUntil, listSource }
        return importReaders(requireOne(positionals.slice(1), 'file'), options)
      }
      const source = Object.hasOwn(importSources, name) ? importSources[name] : undefined
      if (!source || path === undefined || others.length > 0) {
        throw new DeskError(
          `Choose one of ${[...Object.keys(importSources), 'readers'].join(', ')}, and name the file, folder or address to import.`,
          'usage',
        )
      }
      for (const option of ['paid-until', 'list-source'] as const)
        if (values[option] !== undefined)
          throw new DeskError(`--${option} is only for readers. Leave it out.`, 'usage')
      const desk = await openDesk(values.by)
      // The source, the mapping and the reports are relative to the editor's folder.
      process.chdir(workingDirectory())
      const place = findSourcePlace(source, path)
      if (values.repair && !(source.canRepair && place === 'file'))
        throw new DeskError('Only WordPress exports can be repaired. Leave out --repair.', 'usage')
      if (values.refresh && place !== 'address')
        throw new DeskError('--refresh works only with a site’s address. Leave it out.', 'usage')
      const mappingFile = values.mapping ?? 'import.yaml'
      if (statSync(mappingFile, { throwIfNoEntry: false })?.isDirectory())
        throw new DeskError('--mapping must name a file, such as import.yaml.', 'usage')
      const base = mappingFile.replace(/\.ya?ml$/i, '')
      const dryRun = values['dry-run']
      const copyFolder = `${base}.${name}`
      const request: ImportRequest = {
        desk,
        name,
        source,
        path,
        readPath: place === 'address' ? copyFolder : path,
        mappingFile: resolve(mappingFile),
        base,
        // A dry run must not replace the report of a real one.
        reportBase: `${base}${dryRun ? '.dry-run' : ''}.report`,
        dryRun,
        overwrite: values.overwrite,
        isRepair: values.repair,
        isFullReport: values['full-report'],
        localOrigin,
      }
      const isOwnExport = name === 'markdown' && isExport(path)
      const isPlan = !isOwnExport && (values.plan || !existsSync(request.mappingFile))
      if (!isPlan && !dryRun) requireEditor(desk)
      if (place === 'address') {
        const { copySourceSite } = await import('./copy-source-site.ts')
        const isRefresh = values.refresh
        await copySourceSite({ address: path, folder: copyFolder, isRefresh, localOrigin })
      }
      if (isPlan) return planMappingFile(request, values.plan)
      return isOwnExport ? importOwnExport(request) : importSource(request)
    },
  })
}
