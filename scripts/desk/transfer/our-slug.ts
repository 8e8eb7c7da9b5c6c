/**
 * Addresses of what comes from elsewhere: always valid, always the same for the same source, never
 * one that is taken.
 */
import { createHash } from 'node:crypto'
import { reservedSlugs, slugPattern } from '../../../src/domain/slug.ts'

/** Room is left for what tells two of the same name apart. */
const longest = 110

/** Letters of the Latin script that do not come apart into a plain one and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ſ: 's',
}

function decoded(source: string): string {
  try {
    return decodeURIComponent(source)
  } catch {
    // A percent sign that is not of an encoding.
    return source
  }
}

/** Eight hex digits that are the source's for ever. */
export function sourceMark(sourceId: string): string {
  return createHash('sha256').update(sourceId).digest('hex').slice(0, 8)
}

/**
 * Words in lower case with hyphens between; null where nothing is left, or where more letters would
 * be lost than kept, because the name is in another script: half a name misleads.
 */
export function slugOf(source: string): string | null {
  const plain = decoded(source)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[’'ʼ]/g, '')
    .replace(/\p{Script=Latin}/gu, (letter) => plainLetters[letter] ?? letter)
  const kept = plain.match(/[a-z]/g)?.length ?? 0
  const lost = plain.match(/\p{L}/gu)?.filter((letter) => !/[a-z]/.test(letter)).length ?? 0
  if (lost > kept) return null
  const words = plain
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
  const slug =
    words.length <= longest ? words : words.slice(0, longest + 1).replace(/-[^-]*$|.$/, '')
  return slugPattern.test(slug) ? slug : null
}

export type TakenSlugs = {
  has(slug: string): boolean
}

/** A free address for a post: its own, else that of its title, else one made of its id. */
export function freeSlug(
  { slug, title, sourceId }: { slug: string; title: string; sourceId: string },
  taken: TakenSlugs,
): string {
  const mark = sourceMark(sourceId)
  const wanted = slugOf(slug) ?? slugOf(title) ?? `story-${mark}`
  const isFree = (candidate: string) => !reservedSlugs.has(candidate) && !taken.has(candidate)
  if (isFree(wanted)) return wanted
  const marked = `${wanted}-${mark}`
  if (isFree(marked)) return marked
  // Eight digits agree once in four thousand million times; then the count tells them apart.
  for (let count = 2; ; count++) if (isFree(`${marked}-${count}`)) return `${marked}-${count}`
}
