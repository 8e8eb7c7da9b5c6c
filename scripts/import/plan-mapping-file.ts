import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { formatDeskCommand } from '../desk/command-line/command.ts'
import { DeskError, type ExitStatus } from '../desk/command-line/exit-status.ts'
import { writeFileAtomically } from '../shared/write-file-atomically.ts'
import {
  describeMappingProblems,
  type ImportRequest,
  surveyWithProgress,
} from './import-request.ts'
import { parseMapping, readPartialMapping, undecidedValue } from './mapping/mapping.ts'
import type { SourceSurvey } from './mapping/source-survey.ts'
import { planSourceAddresses } from './run/plan-addresses.ts'
import { planMapping } from './run/plan-mapping.ts'
import { readPublicationIndex } from './run/publication-index.ts'
import { chooseSourceIdentity } from './source-registry.ts'

/** Creates or extends the mapping file, and prints the decisions that the editor has to make. */
export async function planMappingFile(
  request: ImportRequest,
  isRequested: boolean,
): Promise<ExitStatus> {
  const { mappingFile: file, source, desk, dryRun } = request
  const existingText = existsSync(file) ? readFileSync(file, 'utf8') : null
  if (existingText !== null) {
    // The problems of a readable file may be decisions still to be made.
    const parsed = parseMapping(existingText)
    if (!parsed.ok && parsed.failure.isUnreadable)
      throw new DeskError(describeMappingProblems(file, existingText).join('\n'))
  }
  const partial = readPartialMapping(existingText)
  const sourceSurvey = await surveyWithProgress(request, partial.timeZone)
  const index = await readPublicationIndex(desk)
  const identity = chooseSourceIdentity(source, sourceSurvey.site, partial.source)
  const identified = { ...partial, source: partial.source ?? identity }
  const { addresses } = planSourceAddresses(
    request.name,
    source.identity,
    sourceSurvey,
    identified,
    index,
  )
  const text = planMapping({
    survey: sourceSurvey,
    existing: existingText,
    archives: source.archives,
    authors: index.authors,
    tags: index.tags,
    questions: addresses.questions,
    identity,
    needsOldSite: source.identity === 'oldSite' && partial.source === null,
  })
  const name = relative('.', file)
  const openProblems = describeMappingProblems(file, text)
  if (dryRun) console.log(`Nothing was written. ${name} would be:\n\n${text}`)
  else writeFileAtomically(file, text)
  console.log(`${name} maps ${countTexts(sourceSurvey)}. Check it, then run the import.`)
  if (openProblems.length > 0)
    console.log(`Replace every “${undecidedValue}” first:\n  ${openProblems.join('\n  ')}`)
  const withoutImages = sourceSurvey.without.image
  if (withoutImages > 0 && /^fallbackImage:[ \t]*$/m.test(text)) {
    const [posts, they] =
      withoutImages === 1 ? ['1 post has', 'It'] : [`${withoutImages} posts have`, 'They']
    console.log(`${posts} no picture. ${they} will be skipped unless you set fallbackImage.`)
  }
  console.log(describeSurvey(sourceSurvey))
  if (sourceSurvey.undescribedPictures > 0) {
    console.log(
      `Pictures without a description, which are imported too: ${sourceSurvey.undescribedPictures}. ` +
        `“${formatDeskCommand('list --needs alt')}” lists those that still need one.`,
    )
  }
  return isRequested ? 'done' : 'refused'
}

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function countTexts({ posts, pages }: SourceSurvey): string {
  const pageCount = [...pages.values()].reduce((sum, count) => sum + count, 0)
  return `${formatCount(posts - pageCount, 'post')} and ${formatCount(pageCount, 'page')}`
}

/** Describes the pages, the texts that are left out, and the links between texts. */
function describeSurvey({ pages, excluded, links }: SourceSurvey): string {
  const list = (counts: ReadonlyMap<string, number>) =>
    [...counts]
      .sort(([, one], [, other]) => other - one)
      .slice(0, maxListed)
      .map(([reason, count]) => `\n  ${count}: ${reason}`)
      .join('')
  const parts = [
    pages.size > 0 ? `Pages, and why:${list(pages)}` : '',
    excluded.size > 0 ? `Left out, and why:${list(excluded)}` : '',
  ]
  if (links.missing > 0) {
    const examples = links.examples.map(({ target, from }) => `\n  ${target} in “${from}”`).join('')
    parts.push(
      `${links.missing} of ${formatCount(links.total, 'link')} to the old site ${links.missing === 1 ? 'leads' : 'lead'} to no post or page:${examples}`,
    )
  }
  return parts.filter(Boolean).join('\n')
}

const maxListed = 12
