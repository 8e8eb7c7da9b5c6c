/** Guesses our categories and tags for a source's, for the editor to check. */
import { type CategorySlug, categorySlugs } from '../../../src/domain/category.ts'
import { type Tag, tagSlugs } from '../../../src/domain/tag.ts'
import {
  categories,
  categorySynonyms,
  legacyCategorySlugs,
  tagSynonyms,
  tags,
} from '../../../src/publication/sections.ts'
import { toSlug } from './import-slug.ts'

function buildSynonymMap<Key extends string>(
  keys: readonly Key[],
  nameOf: (key: Key) => string,
  synonyms: Readonly<Partial<Record<Key, string>>>,
): ReadonlyMap<string, Key> {
  const synonymMap = new Map<string, Key>()
  for (const key of keys) {
    for (const word of (synonyms[key] ?? '').split(' ')) if (word) synonymMap.set(word, key)
  }
  for (const key of keys) {
    // By its own name before by any other's word.
    for (const word of [toSlug(key), toSlug(nameOf(key))]) if (word) synonymMap.set(word, key)
  }
  return synonymMap
}

const categoriesBySynonym = new Map([
  ...Object.entries(legacyCategorySlugs),
  ...buildSynonymMap(categorySlugs, (slug) => categories[slug].name, categorySynonyms),
])
const tagsBySynonym = buildSynonymMap(tagSlugs, (slug) => tags[slug], tagSynonyms)

export function guessCategory(name: string): CategorySlug | null {
  return categoriesBySynonym.get(toSlug(name) ?? '') ?? null
}

export function guessTag(name: string): Tag | null {
  return tagsBySynonym.get(toSlug(name) ?? '') ?? null
}
