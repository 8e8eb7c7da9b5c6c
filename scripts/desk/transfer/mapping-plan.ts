/**
 * The mapping file as the desk proposes it: every category, tag and author of the source with a
 * guess. What an editor has written stays, comments too; only what is new in the source is added.
 */
import {
  isMap,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  stringify,
  type YAMLMap,
} from 'yaml'
import { categories } from '../../../src/domain/category.ts'
import { tags } from '../../../src/domain/tag.ts'
import { site } from '../../../src/site.ts'
import { guessCategory, guessTag } from './guesses.ts'
import { dropped, undecided } from './mapping.ts'
import { slugOf, sourceMark } from './our-slug.ts'
import { cutShort } from './plain-words.ts'
import type { Survey, SurveyedAuthor } from './survey.ts'

/** Where a system keeps its archives unless told otherwise; their addresses lead to ours. */
export type ArchivePaths = Readonly<Record<'category' | 'tag' | 'author', string | null>>

const template = (
  archives: ArchivePaths,
) => `# What becomes of the posts, decided by you. Change what you like; “${undecided}” has to be decided.
# Planning again adds what is new in the source and leaves the rest as it is.

# Whose clock dates without a zone go by.
timeZone: UTC

# Where the old site is, such as https://old.example: pictures that are named without a host, and are
# not beside the source, are fetched from there.
oldSite:

# Who may read posts whose source does not say: public, metered or members.
access: metered

# A closed article needs something behind its lead-in. One that is too short for that is kept as a
# draft, or becomes public.
shortPosts: draft

# For pictures that come without a credit.
credit: ${JSON.stringify(`From the archive of ${site.name}`)}

# Every article has a picture. For those that come without any: a file beside this one, with a
# description for readers who do not see it, and a credit. Without it such posts are left out.
# fallbackPicture:
#   file: cloth.jpg
#   alt: A length of plain cotton
#   credit: Studio
fallbackPicture:

# The source’s categories, and which of ours each is; “${dropped}” where a post is to take its next one.
#   ${Object.keys(categories).join(', ')}
categories:

# For posts that have none of these.
otherCategory: ${undecided}

# The source’s tags, and which of ours each is. “${dropped}” is not carried over; the report says so.
#   ${Object.keys(tags).join(', ')}
tags:

# The source’s authors. Those with the same slug become one; one that is at the desk already stays
# as it is there. Role and place may be left empty.
authors:

# The slug of an author for posts without any; without it they are left out.
otherAuthor:

# Where the old site kept its archives. These addresses lead to ours. Empty for none.
archives:
  category: ${archives.category ?? ''}
  tag: ${archives.tag ?? ''}
  author: ${archives.author ?? ''}

# Descriptions of pictures that come without, by the address or file that the report names:
#   https://old.example/uploads/cat.jpg: A cat asleep on a ledger
descriptions:
`

type Addition = { readonly key: string; readonly value: unknown; readonly comment: string }

const indented = (text: string) => text.replace(/^(?=.)/gm, '  ')

function written({ key, value, comment }: Addition): string {
  const text = stringify({ [key]: value }, { lineWidth: 0, nullStr: '' }).trimEnd()
  const line = `# ${comment}`
  return indented(typeof value === 'object' ? `${line}\n${text}` : `${text} ${line}`)
}

/**
 * Puts into a section what it does not have yet, behind what it has. A change of the text and not of
 * the parsed document, so that everything else stays to the letter.
 */
function addTo(source: string, section: string, found: readonly Addition[]): string {
  const document = parseDocument(source)
  const map = document.get(section, true)
  const additions = found.filter(
    // Not a key that JavaScript has a meaning of its own for.
    ({ key }) => key !== '__proto__' && !(isMap(map) && map.has(key)),
  )
  if (additions.length === 0) return source
  const block = `\n${additions.map(written).join('\n')}`
  if (isMap(map) && map.flow) {
    const end = map.range![1] - 1
    if (map.items.length === 0)
      return source.slice(0, map.range![0]) + block + source.slice(end + 1)
    const pairs = additions.map(
      ({ key, value }) => `, ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
    )
    return source.slice(0, end) + pairs.join('') + source.slice(end)
  }
  const pair = (document.contents as YAMLMap<Scalar>).items.find(({ key }) => key.value === section)
  if (!pair) return `${source.trimEnd()}\n\n${section}:${block}\n`
  const at = lineEnd(source, endOf(isMap(map) && map.items.length > 0 ? map : pair.key))
  return source.slice(0, at) + block + source.slice(at)
}

/** Where the last word of a node stands, without the space and the comments behind it. */
function endOf(node: unknown): number {
  if (isMap(node) && node.items.length > 0) {
    const { key, value } = node.items.at(-1)! as Pair<Node, Node | null>
    return Math.max(endOf(key), value ? endOf(value) : 0)
  }
  return (node as Node).range?.[1] ?? 0
}

const lineEnd = (source: string, from: number) => {
  const end = source.indexOf('\n', from)
  return end < 0 ? source.length : end
}

const posts = (count: number) => (count === 1 ? '1 post' : `${count} posts`)

function authorProposal(key: string, { author }: SurveyedAuthor) {
  const given = author?.name ?? key
  const slug =
    slugOf(author?.slug ?? '') ?? slugOf(given) ?? slugOf(key) ?? `author-${sourceMark(key)}`
  // A name of spaces alone is none.
  const name = cutShort(given, 120) || cutShort(key, 120) || slug
  return { slug, name, role: null, place: null }
}

/**
 * The text of the mapping file. `existing` is the one that is there, which has to be sound YAML;
 * `atDesk` are the slugs of authors that the publication has.
 */
export function planMapping(
  survey: Survey,
  existing: string | null,
  archives: ArchivePaths,
  atDesk: ReadonlySet<string>,
): string {
  let text = existing ?? template(archives)
  const sections = {
    categories: [...survey.categories].map(([key, count]) => ({
      key,
      value: guessCategory(key) ?? undecided,
      comment: posts(count),
    })),
    tags: [...survey.tags].map(([key, count]) => ({
      key,
      value: guessTag(key) ?? dropped,
      comment: posts(count),
    })),
    authors: [...survey.authors].map(([key, surveyed]) => {
      const value = authorProposal(key, surveyed)
      const known = atDesk.has(value.slug) ? ', at the desk already' : ''
      return { key, value, comment: posts(surveyed.posts) + known }
    }),
  }
  for (const [section, found] of Object.entries(sections)) text = addTo(text, section, found)
  // Asked only where it is needed, so that an editor with nothing to decide there is left alone.
  return survey.without.author > 0 && existing === null
    ? text.replace(
        /^otherAuthor:.*$/m,
        `otherAuthor: ${undecided} # ${posts(survey.without.author)}`,
      )
    : text
}
