/**
 * Fills in the mapping file: a guess for each author and for the categories and tags that have a counterpart here. All
 * other terms share one answer. The editor's entries stay as they are.
 */
import { isMap, parseDocument } from 'yaml'
import { toSlug } from '../../../src/content/readable-slug.ts'
import { toSingleLine, truncate } from '../items/single-line.ts'
import {
  addEntries,
  fillValue,
  type MappingEntry,
  replaceComment,
} from '../mapping/edit-mapping-text.ts'
import { createTagGuess, guessCategory } from '../mapping/guess-taxonomy.ts'
import { undecidedValue } from '../mapping/mapping.ts'
import {
  type ArchivePaths,
  addressesSection,
  createTemplate,
  otherTagsSection,
  sourceSection,
} from '../mapping/mapping-template.ts'
import type { SourceSurvey, SurveyedAuthor } from '../mapping/source-survey.ts'
import { isSameName } from './convert-author.ts'
import type { AddressQuestion } from './plan-addresses.ts'

export type MappingPlanOptions = {
  readonly survey: SourceSurvey
  /** The existing file, which must be valid YAML; null for a new one. */
  readonly existing: string | null
  readonly archives: ArchivePaths
  /** Names of the publication's authors by slug. */
  readonly authors: ReadonlyMap<string, string>
  /** Names of the publication's tags by slug. */
  readonly tags: ReadonlyMap<string, string>
  readonly questions: readonly AddressQuestion[]
  /** Set for a source that is identified by `source`, otherwise null. */
  readonly identity: string | null
  /** True for a source that is identified by `oldSite`. */
  readonly needsOldSite: boolean
}

export function planMapping(options: MappingPlanOptions): string {
  const { survey, existing, archives, authors, tags, questions, identity, needsOldSite } = options
  let text = existing ?? createTemplate(archives, [...tags.keys()])
  if (identity !== null) text = fillValue(text, 'source', identity, { section: sourceSection })
  text = fillOldSite(text, survey, existing === null || needsOldSite, needsOldSite)

  const [categories, tagEntries] = [
    guessTerms(survey.categories, guessCategory),
    guessTerms(survey.tags, createTagGuess(tags)),
  ]
  text = addEntries(text, 'categories', categories)
  text = addEntries(text, 'tags', tagEntries)
  text = listOtherTerms(text, 'categories', survey.categories, 'otherCategory')
  if (!/^otherTags:/m.test(text)) text = `${text.trimEnd()}\n\n${otherTagsSection}`
  text = listOtherTerms(text, 'tags', survey.tags, 'otherTags')
  const proposedAuthors = proposeAuthors(survey, authors, readAuthorSlugs(text))
  text = addEntries(text, 'authors', proposedAuthors)

  if (existing === null) {
    const otherCategory = guessOtherCategory(survey)
    if (otherCategory !== null) {
      const { value, comment } = otherCategory
      text = text.replace(/^otherCategory:.*$/m, () => `otherCategory: ${value} # ${comment}`)
    }
    // Asks only if posts without an author exist.
    if (survey.without.author > 0) {
      const [first, ...others] = proposedAuthors
      const only = first && others.length === 0 ? first.value.slug : undecidedValue
      text = fillValue(text, 'otherAuthor', only, {
        comment: formatPostCount(survey.without.author),
      })
    }
  }
  if (survey.undescribedPictures > 0) text = countUndescribedPictures(text, survey)
  return questions.length > 0 ? askAboutAddresses(text, questions) : text
}

const formatPostCount = (count: number) => (count === 1 ? '1 post' : `${count} posts`)

function fillOldSite(
  text: string,
  { site }: SourceSurvey,
  isWanted: boolean,
  isNeeded: boolean,
): string {
  const { address, likelyAddress } = site
  if (likelyAddress !== null && isWanted) {
    const comment = address === null ? 'found in the source: check it' : ''
    return fillValue(text, 'oldSite', likelyAddress, { comment })
  }
  return isNeeded ? fillValue(text, 'oldSite', undecidedValue) : text
}

function countUndescribedPictures(
  text: string,
  { undescribedPictures: count }: SourceSurvey,
): string {
  const comment = `${count === 1 ? '1 picture has' : `${count} pictures have`} no description`
  return text.replace(
    /^descriptions:[ \t]*(?:# \d+ pictures? (?:has|have) no description)?$/m,
    `descriptions: # ${comment}`,
  )
}

function guessTerms(
  terms: ReadonlyMap<string, number>,
  guess: (name: string) => string | null,
): MappingEntry[] {
  return [...terms].flatMap(([key, count]) => {
    const value = guess(key)
    return value === null ? [] : [{ key, value, comment: formatPostCount(count) }]
  })
}

/** Guesses the category of most articles, if it has a counterpart here. */
function guessOtherCategory({ categories, surveyedPosts }: SourceSurvey) {
  const articles = surveyedPosts.filter(({ kind }) => kind === 'article').length
  for (const [name, count] of categories) {
    const value = guessCategory(name)
    if (value !== null && count > articles / 2)
      return { value, comment: `as ${formatTerm(name)}, which ${count} of ${articles} posts have` }
  }
  return null
}

/** The most terms listed in a comment; the rest are only counted. */
const maxListedTerms = 40
/** Characters. */
const maxLineLength = 100

const formatTerm = (name: string) => truncate(toSingleLine(name), 40)

/** Lists the terms that share the answer in `key`, with their numbers of posts. */
function listOtherTerms(
  text: string,
  section: string,
  terms: ReadonlyMap<string, number>,
  key: string,
): string {
  const map = parseDocument(text).get(section, true)
  const others = [...terms]
    .filter(([name]) => !(isMap(map) && map.has(name)))
    .sort(([, one], [, other]) => other - one)
  const listed = others.slice(0, maxListedTerms)
  const words = listed.map(([name, count]) => `${formatTerm(name)} (${count})`)
  const [next] = others.slice(maxListedTerms)
  if (next)
    words.push(
      `and ${others.length - listed.length} more with at most ${formatPostCount(next[1])} each`,
    )
  const lines: string[] = []
  for (const [index, word] of words.entries()) {
    const separated = index < words.length - 1 ? `${word},` : word
    const line = lines.at(-1)
    if (line !== undefined && line.length + separated.length < maxLineLength)
      lines[lines.length - 1] = `${line} ${separated}`
    else lines.push(separated)
  }
  return replaceComment(text, key, `Other ${section} in the source (number of posts):`, lines)
}

/** Proposes unique slugs, since entries with the same slug become one author. */
function proposeAuthors(
  survey: SourceSurvey,
  existing: ReadonlyMap<string, string>,
  mappedSlugs: ReadonlySet<string>,
) {
  let number = 0
  const findNumberedSlug = (): string => {
    const slug = `author-${++number}`
    return existing.has(slug) || mappedSlugs.has(slug) ? findNumberedSlug() : slug
  }
  return [...survey.authors].map(([key, { author, posts }]: [string, SurveyedAuthor]) => {
    const sourceName = author?.name ?? key
    const readable = toSlug(author?.slug ?? '') ?? toSlug(sourceName) ?? toSlug(key)
    const slug = readable ?? findNumberedSlug()
    const name = truncate(sourceName, 120) || truncate(key, 120) || slug
    const existingName = existing.get(slug)
    const isOther = existingName !== undefined && !isSameName(existingName, name)
    const count = formatPostCount(posts)
    const comment = isOther
      ? `${count}; ${slug} is ${formatTerm(existingName)} here: repeat it for the same person, or enter a new slug`
      : existingName === undefined
        ? count
        : `${count}, already exists`
    const value = { slug: isOther ? undecidedValue : slug, name, role: null, place: null }
    return { key, value, comment }
  })
}

function readAuthorSlugs(text: string): ReadonlySet<string> {
  const { authors } = parseDocument(text).toJS({ maxAliasCount: 10 }) as {
    authors?: Record<string, { slug?: unknown } | null> | null
  }
  return new Set(Object.values(authors ?? {}).map((author) => String(author?.slug)))
}

function askAboutAddresses(text: string, questions: readonly AddressQuestion[]): string {
  const count = questions.length === 1 ? '1 address' : `${questions.length} addresses`
  const asked = fillValue(text, 'otherAddresses', undecidedValue, {
    comment: count,
    section: addressesSection,
  })
  const lines = questions.map(({ post, slug, importedFrom }) => {
    const owner =
      importedFrom === null ? 'written with the desk' : `imported from ${formatTerm(importedFrom)}`
    return `${slug}: ${owner}; here “${formatTerm(post.title)}”`
  })
  return replaceComment(asked, 'addresses', 'Used addresses:', lines)
}
