/** Guesses which of our categories and tags match a source's, for the editor to check. */
import { type CategorySlug, categorySlugs } from '../../../src/domain/category.ts'
import { toLatinSlug } from '../../../src/domain/latin-slug.ts'
import {
  categories,
  categorySynonyms,
  legacyCategorySlugs,
  tagSynonyms,
} from '../../../src/publication/sections.ts'

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
    // A word's own name is tried before any other's.
    for (const word of [toLatinSlug(key), toLatinSlug(nameOf(key))])
      if (word) synonymMap.set(word, key)
  }
  return synonymMap
}

const categoriesBySynonym = new Map([
  ...Object.entries(legacyCategorySlugs),
  ...buildSynonymMap(categorySlugs, (slug) => categories[slug].name, categorySynonyms),
])

export function guessCategory(name: string): CategorySlug | null {
  return categoriesBySynonym.get(toLatinSlug(name) ?? '') ?? null
}

/** `tags` are the names of the publication's tags by slug. */
export function createTagGuess(tags: ReadonlyMap<string, string>) {
  const tagsBySynonym = buildSynonymMap([...tags.keys()], (slug) => tags.get(slug)!, tagSynonyms)
  return (name: string): string | null => tagsBySynonym.get(toLatinSlug(name) ?? '') ?? null
}
