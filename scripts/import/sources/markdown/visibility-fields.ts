/** Recognises the words with which front matter hides a text, in any generator or theme. */
import type { ImportedPost } from '../../items/imported-item.ts'
import {
  type Note,
  type Noted,
  noteConversion,
  noteUnknownStatus,
  noteUnpublished,
  withNotes,
} from '../../items/note.ts'
import type { FrontMatter } from './front-matter-syntax.ts'

const listWords = (words: string) => new Set(words.split(' '))

/** Fields that hide a text if they are on. */
const hidingSwitches = listWords(
  'draft drafts private hidden hide unlisted unpublished invisible secret protected passwordprotected membersonly archived scheduled encrypt encrypted wip internal confidential disabled deleted trashed',
)
/** Fields that hide a text if they are off. */
const showingSwitches = listWords('published publish public visible listed')
const states = listWords('status state poststatus publishstatus publicationstatus')
const audiences = listWords('visibility access')
const passwords = listWords('password passphrase')

/** Marks settings that may hide a text in a way that isn't read. The text's own fields can't replace it. */
export const settingsField = 'visibility in settings'

const publicWords = listWords(
  'published publish public live visible active final open free everyone anyone all',
)
const hiddenWords = listWords('draft drafts hidden unpublished pending')

/** Returns the same name for `isDraft`, `is_draft` and `Is-Draft`. */
function normaliseName(name: string): string {
  const word = name.toLowerCase().replace(/[\s_.-]+/g, '')
  const rest = word.slice(2)
  return word.startsWith('is') && (hidingSwitches.has(rest) || showingSwitches.has(rest))
    ? rest
    : word
}

const visibilityWords = new Set(
  [hidingSwitches, showingSwitches, states, audiences, passwords].flatMap((words) => [...words]),
)

export const isVisibilityField = (name: string) => visibilityWords.has(normaliseName(name))

/** Site generators accept more words for yes and no than YAML 1.2. */
export const isTrue = (value: unknown) => /^(?:true|t|yes|y|on|1)$/i.test(String(value).trim())
export const isFalse = (value: unknown) => /^(?:false|f|no|n|off|0)$/i.test(String(value).trim())

type Status = ImportedPost['status']
const strictest: readonly Status[] = ['private', 'password-protected', 'draft', 'published']

/**
 * Returns the status that all fields together allow, however their names are written. A value that isn't certainly
 * public makes the text a draft.
 */
export function readVisibilityFields(data: FrontMatter): Noted<Status> {
  const found = listFields(data).map(([name, value]) => readVisibilityField(name, value))
  const status = strictest.find((each) => found.some(({ value }) => value === each)) ?? 'published'
  return withNotes(status, ...found.flatMap(({ notes }) => notes))
}

/** Tables that aren't about the text itself. */
const otherTables =
  /image|picture|cover|header|hero|banner|toc|comment|author|location|address|menu|sitemap|build|cascade/i

/** Lists all fields with a value, and those one level below, where generators and themes add tables. */
function listFields(data: FrontMatter): (readonly [string, unknown])[] {
  const below = Object.entries(data).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !otherTables.test(name)
      ? Object.entries(value)
      : [],
  )
  return [...Object.entries(data), ...below].filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
}

const publishDates = listWords(
  'publishdate pubdate publishon publishat publishedat publishedon publisheddate publicationdate embargo embargountil golive releasedate releaseon releaseat availablefrom visiblefrom scheduledfor scheduledat',
)
const expiryDates = listWords(
  'expirydate expirationdate unpublishdate unpublishon unpublishat expires expireson expiresat expiry',
)
export const isVisibilityDate = (name: string) =>
  publishDates.has(normaliseName(name)) || expiryDates.has(normaliseName(name))

type DateKind = 'publish' | 'expiry'

/** Lists the dates from which, or until which, readers may see a text. `more` are names in the site's settings. */
export function listVisibilityDates(
  data: FrontMatter,
  kind: DateKind,
  more: readonly string[] = [],
): (readonly [string, unknown])[] {
  const names = new Set([
    ...(kind === 'publish' ? publishDates : expiryDates),
    ...more.map(normaliseName),
  ])
  return listFields(data).filter(([name, value]) => {
    const word = normaliseName(name)
    const isSince = kind === 'publish' && /^publish(?:ed)?$/.test(word)
    return names.has(word) || (isSince && !isTrue(value) && !isFalse(value))
  })
}

function readVisibilityField(name: string, value: unknown): Noted<Status> {
  const word = normaliseName(name)
  if (name === settingsField)
    return withNotes('draft', noteUnpublished('settings that aren’t read may hide it', `${value}`))
  const shown = `${name}: ${typeof value === 'object' ? '…' : String(value).slice(0, 60)}`
  const hide = (status: Status, ...notes: Note[]) => withNotes(status, ...notes)
  const isHidden = (isQuiet: boolean) =>
    isQuiet ? hide('draft') : hide('draft', noteConversion('{}: imported as a draft', shown))
  const isDoubtful = () => hide('draft', noteUnpublished('doubtful visibility', shown))
  if (hidingSwitches.has(word)) {
    // A list as the value of `hide` names parts of the page.
    if (isFalse(value) || (word === 'hide' && Array.isArray(value))) return withNotes('published')
    if (!isTrue(value)) return isDoubtful()
    if (word === 'passwordprotected') return hide('password-protected')
    return word === 'private' ? hide('private') : isHidden(word === 'draft')
  }
  if (showingSwitches.has(word)) {
    if (isFalse(value)) return isHidden(word === 'published')
    // A date is the time from which the text is public.
    const isDate = word.startsWith('publish') && /\d{4}/.test(String(value))
    return isTrue(value) || isDate ? withNotes('published') : isDoubtful()
  }
  const words = String(value).trim().toLowerCase()
  if (passwords.has(word))
    return isFalse(value) ? withNotes('published') : hide('password-protected')
  if (!states.has(word) && !audiences.has(word)) return withNotes('published')
  if (words === 'private') return hide('private')
  const isOwnWord = audiences.has(word) && /^(?:metered|members)$/.test(words)
  if (publicWords.has(words) || isOwnWord || isTrue(value)) return withNotes('published')
  if (states.has(word) && (hiddenWords.has(words) || isFalse(value))) return hide('draft')
  return states.has(word) ? hide('draft', noteUnknownStatus(shown)) : isDoubtful()
}
